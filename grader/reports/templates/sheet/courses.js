// Answers about the course of a search → why the grader cannot read them, if so: windows in order, what remains
// of a tree, and the same answer once for each depth.

const JOINT_WORDS = new Set(reading.joints);
const DEPTH_WORDS = new Set(reading.depths);

// One window or several, each in brackets of its own.
function readWindows(item) {
  const isJoint = ({ words }) => words?.every((word) => isArrow(word) || JOINT_WORDS.has(word.text.toLowerCase()));
  const parts = (isGroup(item) ? item.items : [item]).flatMap((inner) => {
    if (isPair(inner) && inner.value && !Object.hasOwn(reading.ends, lower(inner.key.words))) return [inner.value];
    return isJoint(inner) ? [] : [inner];
  });
  if (!parts.some(isGroup)) return readInterval(item);
  return parts.map((part) => (isGroup(part) ? readInterval(part) : refuse("no-interval", {}, part))).join(" ");
}

function readWindowList(text, names) {
  const answer = readAnswer(text, names.isExact);
  if (!saysNone(answer, names)) readWindows(answer);
}

function refuseLeaves(named, names) {
  const leaf = named.find((index) => index === UNSURE || names.isLeaf(index));
  if (leaf !== undefined) throw new Unreadable("completed.a-leaf", { name: names.nodes[leaf]?.[0] ?? "…" });
}

const REMAINING_TOKEN = /(?<said>"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|(?:(?!-{1,2}>|→)[^\s,;:=[\](){}"'#])(?:(?!-{1,2}>|→)[^\s,;:=[\](){}"#])*)|(?<open>[[({])|(?<close>[\])}])|(?<about>-{1,2}>|→|[:=])|(?<comma>[,;])|(?<idle>#[^\n]*|\s)/uy;
const REMAINING_FEATURES = /\{[^{}[\]()]*\}/uy;
const REMAINING_DASHES = /[^\S\n]*(?:-[^\S\n]+)+/;
const withoutQuoteSigns = (word) => word.replace(/^["']+|["']+$/g, "");

// What remains of a tree: nested lists, or the language of trees.
function readRemaining(typed, names) {
  if (typed.length > MOST_CHARACTERS) refuse("too-long", { number: MOST_CHARACTERS });
  const text = remainingInBrackets(plainly(typed));
  const found = { leaves: 0, depth: 0, said: [] };
  for (let place = 0; place < text.length;) {
    REMAINING_TOKEN.lastIndex = place;
    const token = REMAINING_TOKEN.exec(text);
    if (!token) refuse("open-quote", { sign: text[place] });
    REMAINING_FEATURES.lastIndex = place;
    const features = token.groups.open && found.said.length ? REMAINING_FEATURES.exec(text) : null;
    place += (features ?? token)[0].length;
    if (!features) takeToken(token, found, names);
  }
  endLeaf(found, names);
  if (found.depth) refuse("open-bracket", { sign: "[" });
  if (!found.leaves) refuse("nothing-given");
}

function takeToken({ 0: text, groups }, found, names) {
  if (groups.said) found.said.push(text);
  if (groups.about || groups.open) found.said = [];
  if (groups.close || groups.comma) endLeaf(found, names);
  if (groups.close && !found.depth) refuse("stray-sign", { sign: text });
  found.depth += Boolean(groups.open) - Boolean(groups.close);
}

// Takes what was said for a leaf, or for several.
function endLeaf(found, names) {
  const words = found.said;
  const isOne = words.length > 1 && isNumeral(withoutQuoteSigns(words.join(" ")));
  for (const word of isOne ? [] : words) {
    const name = withoutQuoteSigns(word);
    const index = isNumeral(name) ? null : names.find(name);
    if (!isNumeral(name) && (index === null || !names.isLeaf(index)))
      throw new Unreadable("remaining.no-leaf", { text: shortened(word) });
  }
  found.leaves += isOne ? 1 : words.length;
  found.said = [];
}

// The text with brackets instead of the dashes that begin the lines of a list.
function remainingInBrackets(text) {
  if (!REMAINING_DASHES.test(text)) return text;
  const blocks = [];
  let [depth, found] = [0, ""];
  const count = (line, signs) => [...line].filter((sign) => signs.includes(sign)).length;
  for (const line of text.split("\n")) {
    const lead = depth ? null : new RegExp(`^${REMAINING_DASHES.source}`).exec(line)?.[0];
    if (lead) {
      const columns = [...lead.matchAll(/-/g)].map(({ index }) => index);
      while (blocks.length && blocks.at(-1) > columns[0]) {
        blocks.pop();
        found += "]";
      }
      const isNext = blocks.at(-1) === columns[0];
      found += (isNext ? "," : "") + "[".repeat(columns.length - isNext);
      blocks.push(...columns.slice(Number(isNext)));
    }
    const said = line.slice(lead?.length ?? 0);
    depth += count(said, "[({") - count(said, "])}");
    found += `${said}\n`;
  }
  return found + "]".repeat(blocks.length);
}

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
  const { unread } = lookAt(typed, names, once); // which shows what it is about as it stands there
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
