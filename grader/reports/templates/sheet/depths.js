// The same answer once for each depth: how it is read, and its fields.

const DEPTH_WORDS = new Set(reading.depths);

// An answer for each depth: `{1: 11, 2: 10}`, or one after the other → [[depth, what is read, why not]].
function readByDepth(text, names, { nodes: depths, once }) {
  const found = new Map();
  for (const [depth, item] of saidByDepth(text, depths, names)) {
    if (item === null) continue;
    const typed = text.slice(item.start, endOf(item));
    const isAsked = depths.includes(depth);
    const part = isAsked ? readOnce(typed, names.downTo(once.limits[depth]), once)
      : { why: new Unreadable("depths.not-asked", { depth: shortened(depth), depths }) };
    const said = worthOf(typed) ?? typed;
    const isTwice = found.has(depth) && found.get(depth).said !== said;
    found.set(depth, isTwice ? { why: new Unreadable("unreadable.given-twice", { name: depth }) } : { ...part, said });
  }
  if (!found.size) refuse("nothing-given");
  return found;
}

// Where an item ends; lines below each other end with the last of them.
const endOf = (item) => (isGroup(item) && !item.brackets && item.items.length ? item.items.at(-1).end : item.end);

// Whether the answer for one depth can be read as a whole.
function readOnce(typed, names, once) {
  const { unread } = lookAt(typed, names, { ...UNSAID, ...once }); // which shows what it is about as it stands there
  return unread.length ? { why: unread[0].why } : { value: typed };
}

function saidByDepth(text, depths, names) {
  const depthOf = ({ key }) => {
    const words = key.words.filter((word) => !DEPTH_WORDS.has(word.text.toLowerCase()));
    return words.length === 1 ? numberOf(words[0].text).replace(/^0+(?=.)/, "") : textOf(key.words);
  };
  const isAboutDepth = (item) => isPair(item) && /^\p{Nd}+$/u.test(depthOf(item));
  const isDepthWord = ({ words }) => words.every((word) => DEPTH_WORDS.has(word.text.toLowerCase()));
  const opened = (item) => { // `- 1: 11` on a line, and `d = 1: 11`, are `1: 11`
    if (isGroup(item) && item.items.length && item.items.every(isAboutDepth)) return item.items;
    return isPair(item) && item.value && isDepthWord(item.key) && isAboutDepth(item.value) ? [item.value] : [item];
  };
  let items = readAnswer(text, names.isExact, true).items.flatMap(opened);
  const isBare = (item) => isPhrase(item) && depths.includes(textOf(item.words)); // as programs write it: `3: null`
  const about = items.filter(isAboutDepth);
  if (about.length && items.every((item) => isAboutDepth(item) || isBare(item))) return about.map((item) => [depthOf(item), item.value]);
  if (depths.length === 1 && items.length) return [[depths[0], { start: items[0].start, end: items.at(-1).end }]];
  const lines = items.flatMap((item) => (isGroup(item) && !item.brackets ? item.items : [item])); // of a row that goes on
  if (items.length !== depths.length && lines.length && lines.every(isPhrase))
    items = joinedSigns(lines.flatMap(({ words }) => words)).map((word) => phraseOf([word]));
  if (items.length !== depths.length || items.some(isPair))
    throw new Unreadable("depths.which", { number: depths.length, text: shortened(text.trim()), depth: depths[0] });
  return depths.map((depth, place) => [depth, items[place]]);
}

// An answer for each depth: one of several, a number for each node, or a text.
class Depths {
  constructor(question) {
    this.question = question;
    this.rows = [...question.all(".depth-row")].map((element) => ({ controls: [...element.querySelectorAll("input, select")], ...element.dataset }));
  }

  text() {
    const parts = this.rows.map((row) => [row.item, this.said(row)]).filter(([, said]) => said);
    return parts.length ? `{${parts.map((part) => part.join(": ")).join(", ")}}` : "";
  }

  said({ controls }) {
    const [first] = controls, value = first.value.trim();
    if (first.dataset.cell) {
      const given = controls.filter((input) => input.value.trim());
      const numbers = given.map((input) => `${input.dataset.cell}: ${quantityOrQuoted(input.value.trim(), true)}`);
      return numbers.length ? `{${numbers.join(", ")}}` : "";
    }
    const isOne = listed(value)?.length === 1 && !/[:="\n]|^'|\s'/.test(value);
    return !value || first.localName === "select" || isOne ? value : isPlainList(value) ? `[${value}]` : quoted(value);
  }

  show(text) {
    const found = pairs(text)?.map(([depth, value]) => [this.rows.find(({ node }) => node === depth), value]);
    if (!found?.length || found.some(([row]) => !row) || new Set(found.map(([row]) => row)).size < found.length) return false;
    const filled = found.map(([row, value]) => this.values(row, value));
    if (filled.includes(null)) return false;
    this.clear();
    filled.flat().forEach(([control, value]) => { control.value = value; });
    return true;
  }

  // What each of a row's fields has to say for a text; null where they cannot show it.
  values({ controls }, text) {
    const [first] = controls;
    if (first.dataset.cell) {
      const said = pairs(text)?.map(([name, value]) => [controls.find(({ dataset }) => dataset.name === name), unquoted(value)]);
      return said?.every(([control]) => control) ? said : null;
    }
    if (first.localName !== "select") return [[first, isPlainList(insideList(text)) ? insideList(text) : unquoted(text)]];
    const option = [...first.options].find(({ value }) => value && unquoted(value) === unquoted(text));
    return option ? [[first, option.value]] : null;
  }

  clear() {
    this.rows.forEach(({ controls }) => controls.forEach((control) => { control.value = ""; }));
  }

  mark(depths) {
    this.rows.forEach(({ controls, node }) => controls.forEach((control) => markInvalid(control, depths.has(node) && control.value.trim() !== "")));
  }

  field(depth) {
    return (this.rows.find(({ node }) => node === depth) ?? this.rows[0]).controls[0];
  }
}

READERS["once-per-depth"] = readByDepth;
WIDGETS.depths = Depths;
