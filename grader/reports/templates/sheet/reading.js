// What a student answers → why the grader cannot read it, if so: the page never says that all is well when
// `grader preview` says otherwise. One reader for each form of an answer, below; each refuses what it cannot read.

const { reading } = data;
const AND_WORDS = new Set(reading.ands);
const CLAIM_WORDS = new Set(reading.claims);
const BETWEEN_WORDS = new Set(reading.between);
const ARROWS = new Set(["->", "-->", "→", "⟶", "➔", "➜", "↦", "⇒", "=>"]);
const MOST_DIGITS = 300;

const lower = (words) => textOf(words).toLowerCase();
const withoutStops = (text) => text.replace(/\.+$/, "");
const isNumber = (words) => isNumeral(textOf(words));
const spellings = [String, (text) => plainly(text).normalize("NFKC"), folded];

// Who is called so, for each way to spell, from the exact one to the loosest; null where several are.
const tablesOf = (named) => spellings.map((spell) => {
  const table = new Map();
  named.forEach(([name, index]) => table.set(spell(name), table.has(spell(name)) ? null : index));
  return table;
});

// The names in a tree as students type them. What lies deeper than `limit` can be named, too.
class Names {
  constructor(nodes, limit) {
    this.nodes = nodes;
    this.limit = limit ?? Infinity;
    this.children = nodes.map(() => []);
    this.depths = [];
    nodes.forEach(([, parent], index) => {
      this.depths.push(parent < 0 ? 0 : this.depths[parent] + 1);
      if (parent >= 0 && !this.isBelow(index)) this.children[parent].push(index);
    });
    this.leaves = nodes.map((_, index) => index).filter((index) => this.isLeaf(index));
    this.byWorth = new Map();
    for (const leaf of this.leaves) {
      const worth = worthOf(nodes[leaf][3] ?? "");
      this.byWorth.set(worth, [...(this.byWorth.get(worth) ?? []), leaf]);
    }
    this.unsure = this.byWorth.has(null); // there are numbers that the page does not know
    this.tables = tablesOf(nodes.map(([name], index) => [name, index]));
    this.mostWords = nodes.reduce((most, [name]) => Math.max(most, name.split(/\s+/).length), 1);
    this.moves = new Map();
  }

  isBelow(index) {
    return this.depths[index] > this.limit;
  }

  isLeaf(index) {
    return !this.isBelow(index) && !this.children[index].length;
  }

  anywhere(text) {
    const found = spellings.map((spell, level) => this.tables[level].get(spell(text))).find((index) => index != null);
    const stem = withoutStops(text);
    return found ?? (stem && stem !== text ? this.anywhere(stem) : null);
  }

  find(text) {
    const index = this.anywhere(text);
    return index === null || this.isBelow(index) ? null : index;
  }

  has(text) {
    return this.find(text) !== null;
  }

  node(words) {
    return this.find(textOf(words)) ?? this.unknown(words);
  }

  // A child by its name, its move, or its side where there are two.
  child(parent, text) {
    if (!this.moves.has(parent)) {
      const labelled = this.children[parent].filter((child) => this.nodes[child][2] !== null);
      this.moves.set(parent, tablesOf(labelled.map((child) => [this.nodes[child][2], child])));
    }
    for (const [level, spell] of spellings.entries())
      for (const table of [this.tables, this.moves.get(parent)]) {
        const index = table[level].get(spell(text));
        if (index != null && !this.isBelow(index) && this.nodes[index][1] === parent) return index;
      }
    const stem = withoutStops(text);
    if (stem && stem !== text) return this.child(parent, stem);
    const children = this.children[parent];
    return children.length === 2 ? children[reading.sides[text.toLowerCase()]] ?? null : null;
  }

  // The leaves with that number on them; null where it is none.
  withUtility(text) {
    const number = worthOf(text);
    return number === null ? null : this.byWorth.get(number) ?? [];
  }

  // The one leaf with that number on it, below a node where that is given.
  leaf(text, parent) {
    const all = this.withUtility(text) ?? [];
    const leaves = parent === undefined ? all : all.filter((leaf) => this.nodes[leaf][1] === parent);
    return leaves.length === 1 ? leaves[0] : null;
  }

  unknown(words) {
    const name = shortened(textOf(words));
    if (plainly(name) === "-") refuse("dash");
    if (this.anywhere(textOf(words)) !== null) refuse("below", { name });
    const leaves = this.withUtility(textOf(words));
    if (leaves && leaves.length !== 1) refuse(leaves.length ? "which-leaf" : "no-leaf", { utility: name });
    return refuse("unknown-node", { name });
  }
}

const isArrow = ({ kind, text }) => kind === "sign" && ARROWS.has(plainly(text));
const isAnd = ({ kind, text }, names) => kind === "word" && AND_WORDS.has(text.toLowerCase()) && !names.has(text);

function saysNone({ items }, names) {
  if (items.length !== 1) return !items.length;
  const [{ words }] = items;
  return Boolean(words) && !names.has(textOf(words)) && NOTHING_WORDS.has(withoutStops(lower(words)));
}

// Numbers, bounds and intervals; what is read is a text, so that two can be compared.

function readNumeral(words) {
  const text = textOf(words);
  const [, whole, digits] = /^([+-]?\d+),(\d+)$/.exec(plainly(text)) ?? [];
  if (whole) refuse("decimal-comma", { meant: shortened(`${whole}.${digits}`) });
  const isLong = (text.match(/\d/g) ?? []).length > MOST_DIGITS;
  if (isLong || !isNumeral(text)) refuse(isLong ? "long-number" : "no-number", { text: shortened(text), number: MOST_DIGITS });
  return String(worthOf(text));
}

// The one phrase that an item is, also in brackets.
function onePhrase(item, wanted) {
  if (isGroup(item) && item.items.length === 1) return onePhrase(item.items[0], wanted);
  if (isPhrase(item)) return item.words;
  const meant = isGroup(item) && decimalComma(item.items);
  return meant ? refuse("decimal-comma", { meant }) : refuse(wanted, { text: "…" });
}

function decimalComma(items) {
  if (items.length !== 2 || !items.every(isPhrase) || items[0].end + 1 !== items[1].start) return null;
  const [whole, digits] = items.map(({ words }) => textOf(words).replaceAll(" ", ""));
  return /^[+−-]*\d+$/.test(whole) && /^\d+$/.test(digits) ? `${whole}.${digits}` : null;
}

const readNumber = (item) => readNumeral(onePhrase(item, "no-number"));

function readBound(item) {
  const words = onePhrase(item, "no-bound");
  for (const length of [1, 2]) {
    const sign = reading.bounds[lower(words.slice(0, length))];
    if (sign && words.length > length) return sign + readNumeral(words.slice(length));
  }
  if (words.length > 1 && !isNumber(words)) refuse("no-bound", { text: shortened(textOf(words)) });
  return readNumeral(words);
}

function readInterval(item) {
  const ends = {};
  const found = endsIn(item);
  found.forEach(([side, words], place) => { ends[side ?? place] = readNumeral(words); });
  if (found.length !== 2 || Object.keys(ends).length !== 2) refuse("no-interval");
  return `[${ends[0]}, ${ends[1]}]`;
}

function readKnown(item) {
  try {
    return readBound(item);
  } catch {
    return readInterval(item);
  }
}

// The numbers of an interval, each with the side that it is said to be.
function endsIn(item, side = null) {
  if (item === null) return [];
  if (isGroup(item))
    return item.items.flatMap((inner) =>
      item.items.length > 1 && isPhrase(inner) && isNumber(inner.words) ? [[null, inner.words]] : endsIn(inner));
  if (isPair(item)) return endsIn(item.value, reading.ends[lower(item.key.words)] ?? null);
  let current = side;
  return joinedSigns(item.words).flatMap((word) => {
    const said = reading.ends[word.text.toLowerCase()];
    if (said !== undefined) current = said;
    if (said !== undefined || BETWEEN_WORDS.has(word.text)) return [];
    return word.text.split("..").map((text) => [current, [{ ...word, text }]]);
  });
}

// The words, of which a sign and the number that it stands apart from are one.
function joinedSigns(words) {
  const found = [];
  for (const word of words) {
    const isSigned = found.length && /^[+-]$/.test(plainly(found.at(-1).text));
    found.push(isSigned ? { ...word, text: found.pop().text + word.text } : word);
  }
  return found;
}

// An answer about nodes → [[name, what is read, why not]].
function readByNode(text, names, asked, read, noNames = []) {
  const said = entriesOf(readAnswer(text).items, names, new Set(noNames));
  const named = said.length && said[0].name === null ? inOrder(said, asked) : said.map((entry) => ownName(entry, names));
  const found = new Map();
  for (const [name, item, why] of named) {
    if (item === null && !why) continue;
    const part = why ? { why } : attempt(() => read(item));
    const before = found.get(name);
    const twice = before && (before.why || part.why || before.value !== part.value);
    found.set(name, twice ? { why: new Unreadable("unreadable.given-twice", { name: shortened(name) }) } : part);
  }
  if (!found.size) refuse("nothing-given");
  return found;
}

function attempt(act) {
  try {
    return { value: act() };
  } catch (why) {
    if (!(why instanceof Unreadable)) throw why;
    return { why };
  }
}

const valueOf = ({ items }) => (items.length < 2 ? items[0] ?? null : { items, brackets: "", start: items[0].start, end: items.at(-1).end });

// What stands behind each name, up to the next one.
function entriesOf(items, names, noNames) {
  const isNamed = (item) => isPair(item) && !noNames.has(lower(item.key.words));
  const opened = items.flatMap((item) => (isGroup(item) && item.items.every(isNamed) ? item.items : [item]));
  const entries = [];
  for (const item of opened)
    for (const [name, value] of splitAt(item, names, noNames)) {
      if (!entries.length || name) entries.push({ name, items: [] });
      if (value) entries.at(-1).items.push(value);
    }
  return entries;
}

function splitAt(item, names, noNames) {
  if (isPhrase(item)) return splitPhrase(item.words, names, noNames);
  if (!isPair(item) || (noNames.has(lower(item.key.words)) && !names.has(textOf(item.key.words)))) return [[null, item]];
  return [[item.key.words, item.value]];
}

// The names in a phrase and the words behind each: `B 3 C 2` is about two nodes.
function splitPhrase(words, names, noNames) {
  const found = [];
  const startsAnew = (place) => !noNames.has(words[place].text.toLowerCase()) && !isNumber([words[place]])
    && isNumber([words[place - 1]]) && nameAt(words, place, names) !== null;
  for (let place = 0; place < words.length;) {
    const name = nameAt(words, place, names);
    const begin = place + (name?.length ?? 0);
    let end = begin;
    while (end < words.length && !(end > begin && startsAnew(end))) end += 1;
    const behind = words.slice(begin, end);
    const isDash = behind.length && plainly(behind[0].text) === "-";
    if (name === null || (!behind.length && isNumber(name))) found.push([null, phraseOf(words.slice(place, end))]);
    else found.push([name, behind.length ? phraseOf(isDash ? words.slice(place, end) : behind) : null]);
    place = end;
  }
  return found;
}

function nameAt(words, place, names) {
  for (let length = Math.min(names.mostWords, words.length - place); length > 0; length -= 1)
    if (names.has(textOf(words.slice(place, place + length)))) return words.slice(place, place + length);
  return null;
}

// What an answer without names says: about the one node, or about all of them in their order.
function inOrder(entries, asked) {
  let { items } = entries[0];
  if (entries.length > 1) refuse("no-name");
  if (asked.length === 1) return [[asked[0], valueOf(entries[0])]];
  if (items.length === 1 && isPhrase(items[0])) items = joinedSigns(items[0].words).map((word) => phraseOf([word]));
  if (items.length !== asked.length) refuse("which-node", { number: asked.length });
  return asked.map((name, place) => [name, items[place]]);
}

function ownName(entry, names) {
  const index = names.find(textOf(entry.name));
  if (index !== null) return [names.nodes[index][0], valueOf(entry)];
  return [textOf(entry.name), null, attempt(() => names.unknown(entry.name)).why];
}

// The nodes that an answer lists, by their indexes. `walk` says what arrows mean, `pairs` that `(C, C2)` is an edge.
function mentions(text, names, walk, pairs = false) {
  const answer = readAnswer(text);
  if (saysNone(answer, names)) return [];
  return mentioned(["", "[", "{"].includes(answer.brackets) ? answer.items : [answer], names, walk, pairs);
}

function mentioned(items, names, walk, pairs) {
  return items.flatMap((item) => {
    if (isPair(item)) refuse("pair-in-list");
    if (isPhrase(item)) return inPhrase(item.words, names, walk);
    return (pairs && bracketed(item.items, names)) || mentioned(item.items, names, walk, pairs);
  });
}

function bracketed(items, names) {
  if (items.length !== 2 || !items.every(isPhrase)) return null;
  const [parent, text] = [names.find(textOf(items[0].words)), textOf(items[1].words)];
  const child = parent === null ? null : childOf(parent, text, names);
  return child === null ? null : [child];
}

function inPhrase(all, names, walk) {
  const whole = names.anywhere(textOf(all));
  if (whole !== null) return [whole];
  const words = all.filter((word) => !isAnd(word, names));
  if (words.length > 1 && plainly(words[0].text) === "-") {
    const signed = { ...words[1], text: `-${words[1].text}` };
    words.splice(0, 2, names.leaf(signed.text) === null ? words[1] : signed);
  }
  return walk(words, names);
}

// Nodes, and edges by the nodes to which they lead.
function edges(words, names) {
  const found = [];
  for (let place = 0; place < words.length; place += 1) {
    const isEdge = words.length > place + 2 && isArrow(words[place + 1]);
    found.push(isEdge ? edge(words[place], words[place + 2], names) : mention(words[place], names));
    if (isEdge) place += 2;
  }
  return found;
}

// Nodes one after the other; behind an arrow a move says where it leads.
function visits(words, names) {
  const found = [];
  let afterArrow = false;
  for (const word of words) {
    const last = found.at(-1);
    if (isArrow(word) && last !== undefined) {
      afterArrow = true;
    } else {
      const child = afterArrow && last >= 0 && !names.isBelow(last) ? names.child(last, word.text) : null;
      found.push(child ?? mention(word, names));
      afterArrow = false;
    }
  }
  return found;
}

const UNSURE = -1; // a leaf, but the page does not know which

function mention(word, names) {
  const index = names.anywhere(word.text) ?? names.leaf(word.text);
  if (index !== null) return index;
  if (names.unsure && isNumber([word])) return UNSURE;
  const [, upper, lowerEnd] = /^([^-]+)-([^]+)$/.exec(plainly(word.text)) ?? [];
  return lowerEnd ? edge({ text: upper }, { text: lowerEnd }, names) : names.unknown([word]);
}

function edge(upper, lowerEnd, names) {
  const below = names.anywhere(lowerEnd.text);
  if (below !== null && names.isBelow(below)) return below;
  const parent = names.node([upper]);
  const child = childOf(parent, lowerEnd.text, names);
  if (child !== null) return child;
  if (names.unsure && isNumber([lowerEnd])) return UNSURE;
  if (names.leaf(lowerEnd.text) === null) names.node([lowerEnd]);
  return refuse("no-edge", { parent: shortened(upper.text), child: shortened(lowerEnd.text) });
}

const childOf = (parent, text, names) => names.child(parent, text) ?? names.leaf(text, parent);

// An inner node is no visited leaf, unless a leaf below it is named too: then the whole order was given.
function refuseInner(named, names) {
  const covered = new Set();
  for (const index of named)
    if (index !== UNSURE && names.isLeaf(index))
      for (let above = index; above >= 0; above = names.nodes[above][1]) covered.add(above);
  const inner = named.find((index) => index !== UNSURE && !names.isBelow(index) && !covered.has(index));
  if (inner !== undefined) throw new Unreadable("visited.not-a-leaf", { name: names.nodes[inner][0] });
}

function steps(items, names) {
  return items.flatMap((item) => {
    if (isGroup(item)) return steps(item.items, names);
    if (isPair(item)) return refuse("pair-in-list");
    if (item.words.length > 1 && names.has(textOf(item.words))) return [item.words];
    return item.words.filter((word) => !isArrow(word) && !isAnd(word, names)).map((word) => [word]);
  });
}

function readLine(text, names) {
  const words = steps(readAnswer(text).items, names);
  if (!words.length) refuse("nothing-given");
  let at = 0;
  words.forEach((step, place) => {
    const said = textOf(step);
    const isRoot = !place && (said === names.nodes[0][0] || (names.find(said) === 0 && names.child(0, said) === null));
    if (isRoot || at === UNSURE) return;
    at = (names.isBelow(at) ? null : names.child(at, said)) ?? names.anywhere(said) ?? names.leaf(said, at)
      ?? names.leaf(said) ?? (names.unsure && isNumber(step) ? UNSURE : names.unknown(step));
  });
}

function readMoves(text, names) {
  if (names.child(0, text.trim()) === null) movesIn(readAnswer(text).items, names);
}

function movesIn(items, names) {
  if (!items.length) refuse("nothing-given");
  for (const item of items) {
    if (isGroup(item)) movesIn(item.items, names);
    else if (isPair(item)) refuse("pair-in-list");
    else if (names.child(0, textOf(item.words)) === null) movesInWords(item.words, names);
  }
}

function movesInWords(all, names) {
  const words = all.filter((word) => !isArrow(word) && !isAnd(word, names));
  if (all.some(isArrow) && words.length > 1 && names.find(words[0].text) === 0) words.shift();
  const strange = words.find((word) => names.child(0, word.text) === null);
  if (!strange) return;
  const moves = names.children[0].slice(0, 12).map((child) => names.nodes[child][2] ?? names.nodes[child][0]);
  refuse("no-move", { name: shortened(strange.text), root: names.nodes[0][0], moves });
}

// The number alone, where the names of what was counted stand behind it in brackets: `2 (C2, C3)`.
function readCount(text, names) {
  const answer = readAnswer(text);
  const [first, ...rest] = answer.items;
  const isCounted = rest.length === 1 && isGroup(rest[0])
    && rest[0].items.some((item) => isPhrase(item) && names.has(textOf(item.words)));
  readNumber(isCounted ? first : answer);
}

const SLOT_WORDS = { at: "at", after: "after", bound: "bound", by: "bound" };
const BOUND_WORDS = new Set(["alpha", "α", "beta", "β"]);
const isSlotWord = ({ kind, text }) => kind === "word" && Object.hasOwn(SLOT_WORDS, text.toLowerCase());

// The cutoffs that an answer claims. A word such as `after` says what comes next, else a node is followed by
// its child and then by the bound.
class CutReader {
  constructor(names) {
    this.names = names;
    this.draft = {};
    this.slot = null;
  }

  read(items) {
    for (const item of items) {
      const isBound = isGroup(item) && item.items.length === 1 && isPhrase(item.items[0])
        && BOUND_WORDS.has(folded(item.items[0].words.at(-1).text));
      if (isGroup(item) && !isBound) this.finish();
      this.tell(item);
    }
  }

  tell(item) {
    if (isPhrase(item)) {
      this.say(item.words);
    } else if (isPair(item)) {
      this.say(item.key.words);
      if (item.value) this.tell(item.value);
    } else {
      this.read(item.items);
      this.finish();
    }
  }

  say(words) {
    let run = [];
    for (const word of words) {
      if (isSlotWord(word)) {
        this.putAll(run);
        run = [];
        this.slot = SLOT_WORDS[word.text.toLowerCase()];
      } else if (!isAnd(word, this.names)) {
        run.push(word);
      }
    }
    this.putAll(run);
  }

  putAll(words) {
    if (words.length > 1 && this.names.has(textOf(words))) this.put(words);
    else words.forEach((word) => this.put([word]));
  }

  put(words) {
    const slot = this.slot ?? this.nextSlot(textOf(words));
    if (slot in this.draft) this.finish();
    this.draft[slot] = words;
    this.slot = null;
  }

  nextSlot(text) {
    const missing = ["at", "after"].filter((slot) => !(slot in this.draft));
    if (BOUND_WORDS.has(folded(text)) && !(missing.length && this.names.has(text))) return "bound";
    return missing[0] ?? "at";
  }

  finish() {
    const { at, after, bound } = this.draft;
    if (!at && !after && !bound) return;
    if (!at || !after) throw new Unreadable("cutoffs.incomplete");
    const node = this.names.node(at);
    const said = textOf(after);
    const isKnown = childOf(node, said, this.names) !== null || this.names.has(said) || (this.names.unsure && isNumber(after));
    if (!isKnown) this.names.unknown(after);
    if (bound && !BOUND_WORDS.has(folded(textOf(bound)))) throw new Unreadable("cutoffs.no-bound", { text: shortened(textOf(bound)) });
    this.draft = {};
  }
}

function readCuts(text, names) {
  const answer = readAnswer(text);
  if (saysNone(answer, names)) return;
  const cuts = new CutReader(names);
  cuts.read(answer.items);
  cuts.finish();
}

// The words alone, whatever their case, and whatever stands between them.
const wordsAlone = (text) => (folded(text).match(/[\p{L}\p{N}_]+|[^\p{L}\p{N}_\s.,:;()[\]{}"']+/gu) ?? []).join(" ");

function readChoice(text, names, { options }) {
  const both = options.map(wordsAlone); // `a this`
  const known = new Set([...both, ...both.map((words) => words.slice(2)), ...both.map(([letter]) => letter)]);
  if (known.has(wordsAlone(text))) return;
  const flat = (items) => items.flatMap((item) => (isGroup(item) ? flat(item.items) : [item]));
  for (const item of flat(readAnswer(text.replace(/(?<![\p{L}\p{N}_(])([A-Za-z])\)/gu, "$1 ")).items)) {
    const typed = text.slice(item.start, item.end);
    if (known.has(wordsAlone(typed))) continue;
    const words = isPhrase(item) ? item.words.filter(({ text: word }) => word !== "+" && !AND_WORDS.has(word.toLowerCase())) : [];
    if (!words.length || words.some((word) => !known.has(wordsAlone(word.text))))
      throw new Unreadable("choice.unknown", { text: shortened(typed) });
  }
}

function readClaim(text) {
  const word = folded(text).replace(/^[ \n.!()[\]{}"']+|[ \n.!()[\]{}"']+$/g, "");
  if (!CLAIM_WORDS.has(word)) throw new Unreadable("true-false.neither", { text: shortened(text.trim()) });
}

const byNode = (read, noNames) => (text, names, { nodes }) => readByNode(text, names, nodes, read, noNames);

const READERS = {
  number: (text) => { readNumber(readAnswer(text)); },
  count: readCount,
  "number-per-node": byNode(readNumber),
  "bound-per-node": byNode(readBound),
  "interval-per-node": byNode(readInterval, Object.keys(reading.ends)),
  "known-per-node": byNode(readKnown, Object.keys(reading.ends)),
  nodes: (text, names) => { mentions(text, names, edges); },
  edges: (text, names) => { mentions(text, names, edges, true); },
  visits: (text, names) => { mentions(text, names, visits); },
  "visited-leaves": (text, names) => { refuseInner(mentions(text, names, visits), names); },
  path: readLine,
  cuts: readCuts,
  moves: readMoves,
  options: readChoice,
  claim: readClaim,
  any: () => {},
};

// What is wrong with the form of an answer: `unread` has the reasons, each with the node that it is about if
// there is one; `missing` has the nodes that nothing is said of.
function lookAt(text, names, asked) {
  const found = attempt(() => READERS[asked.reader](text, names, asked));
  if (found.why) return { unread: [{ why: found.why }], missing: [] };
  if (!found.value) return { unread: [], missing: [] };
  const unread = [...found.value].filter(([, { why }]) => why).map(([node, { why }]) => ({ node, why }));
  return { unread, missing: asked.nodes.filter((name) => !found.value.has(name)) };
}
