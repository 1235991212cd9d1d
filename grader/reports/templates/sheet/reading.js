// What a student answers → why the grader cannot read it, if so: the page never says that all is well when
// `grader preview` says otherwise. One reader for each form of an answer, below; each refuses what it cannot read.

const { reading } = data;
const AND_WORDS = new Set(reading.ands);
const CLAIM_WORDS = new Set(reading.claims);
const BETWEEN_WORDS = new Set(reading.between);
const ARROWS = new Set(["->", "-->", "→", "⟶", "➔", "➜", "↦", "⇒", "=>"]);
const MOST_DIGITS = 300;
const [NOUN_WORDS, MOVE_WORDS, STEP_WORDS, VALUE_WORDS, VALUE_SIGNS, IS_WORDS, CUT_WORDS, COUNT_WORDS, OF] = [
  ["the", ...Object.keys(reading.nouns)], reading.moves, reading.steps, reading.values, reading.signs, reading.is,
  reading.cuts, reading.counts, ["of"],
].map((words) => new Set(words));
const [RUN_WORDS, INSTEAD_WORDS, IDLE_WORDS] = ["steps", "instead", "idle"].map((kind) => new Set(reading.corrections[kind]));
const JOINT = /\.{2,3}|…|-/g;
const MOST_DASHES = 50;

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

// The names in a tree as students type them. What lies deeper than `limit` can be named, too. `given` has
// numbers for unknown leaves and, by their names, for blank ones.
class Names {
  constructor(nodes, limit, given) {
    this.nodes = nodes;
    this.given = given;
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
      const [name, , , typed] = nodes[leaf];
      const written = given[typed === "_" ? `?${name}` : typed] ?? typed;
      const worth = worthOf(written ?? "");
      if (written === null || worth !== null) this.byWorth.set(worth, [...(this.byWorth.get(worth) ?? []), leaf]);
    }
    this.unsure = this.byWorth.has(null); // there are numbers that the page does not know
    this.tables = tablesOf(nodes.map(([name], index) => [name, index]));
    this.mostWords = nodes.reduce((most, [name]) => Math.max(most, name.split(/\s+/).length), 1);
    this.moves = new Map();
    this.exact = new Set(nodes.flatMap(([name, , label]) => [name, label]));
    this.isExact = (text) => this.exact.has(text);
  }

  // The names in the same tree when it ends at another depth.
  downTo(limit) {
    this.others ??= new Map();
    if (!this.others.has(limit)) this.others.set(limit, new Names(this.nodes, limit, this.given));
    return this.others.get(limit);
  }

  // Whether a node is called so, or a move just so.
  isCalled(text) {
    return this.anywhere(text) !== null || this.exact.has(text);
  }

  // A list of nodes as it is to be written.
  get example() {
    return `[${this.nodes.filter((_, index) => !this.isBelow(index)).slice(-2).map(([name]) => name).join(", ")}]`;
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

  unknown(words, within = words) {
    const name = shortened(textOf(words));
    if (plainly(name) === "-" && within.length < 2) refuse("dash");
    if (this.anywhere(textOf(words)) !== null) refuse("below", { name });
    const leaves = this.withUtility(textOf(words));
    const called = leaves?.slice(0, 2).map((leaf) => this.nodes[leaf][0]);
    if (leaves && leaves.length !== 1) refuse(leaves.length ? "which-leaf" : "no-leaf", { utility: name, leaves: called });
    if (within.length > 1 || /[\p{L}\p{N}_](?:-|\.\.)[\p{L}\p{N}_]/u.test(plainly(name))) this.notCertain(within);
    return refuse("unknown-node", { name });
  }
}

Names.prototype.notCertain = function notCertain(words) {
  return refuse("words", { text: shortened(textOf(words)), example: this.example });
};

const isArrow = ({ kind, text }) => kind === "sign" && ARROWS.has(plainly(text));
const isAnd = ({ kind, text }, names) => kind === "word" && AND_WORDS.has(text.toLowerCase()) && !names.has(text);

// Whether a word is one of those that are said around names, and no name itself.
const isSaid = ({ kind, text }, said, names) => kind === "word" && said.has(text.toLowerCase()) && !names.isCalled(text);

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
  const why = isLong ? "long-number" : words.length > 1 ? "one-number" : "no-number";
  if (isLong || !isNumeral(text)) refuse(why, { text: shortened(text), number: MOST_DIGITS }, phraseOf(words));
  return String(worthOf(text));
}

// The one phrase that an item is, also in brackets.
function onePhrase(item, wanted) {
  if (isGroup(item) && item.items.length === 1) return onePhrase(item.items[0], wanted);
  if (isPhrase(item)) return item.words;
  const meant = isGroup(item) && decimalComma(item.items);
  return meant ? refuse("decimal-comma", { meant }) : refuse(wanted, {}, item);
}

function decimalComma(items) {
  if (items.length !== 2 || !items.every(isPhrase) || items[0].end + 1 !== items[1].start) return null;
  const [whole, digits] = items.map(({ words }) => textOf(words).replaceAll(" ", ""));
  return /^[+−-]*\d+$/.test(whole) && /^\d+$/.test(digits) ? `${whole}.${digits}` : null;
}

const readNumber = (item) => readNumeral(onePhrase(item, "one-number"));

function readBound(item) {
  const words = onePhrase(item, "no-bound");
  for (const length of [1, 2]) {
    const sign = reading.bounds[lower(words.slice(0, length))];
    if (sign && words.length > length) return sign + readNumeral(words.slice(length));
  }
  if (words.length > 1 && !isNumber(words)) refuse("no-bound", {}, phraseOf(words));
  return readNumeral(words);
}

function readInterval(item) {
  const ends = {};
  const found = endsIn(item);
  found.forEach(([side, words], place) => { ends[side ?? place] = readNumeral(words); });
  if (found.length !== 2 || Object.keys(ends).length !== 2) refuse("no-interval", {}, item);
  return `[${ends[0]}, ${ends[1]}]`;
}

function readKnown(item) {
  try {
    return readBound(item);
  } catch {
    return readInterval(item);
  }
}

// What something is worth to each of several players: `(8, 3, 1)`, `[8, 3, 1]`, `8 3 1`.
function readPayoffs(item, number) {
  const found = utilitiesIn(item).map((word) => readNumeral([word]));
  return found.length === number ? found.join(" ") : refuse("no-payoffs", { number });
}

function utilitiesIn(item) {
  if (item === null) return [];
  if (isGroup(item)) return item.items.flatMap(utilitiesIn);
  if (isPair(item)) return utilitiesIn(item.value);
  return joinedSigns(item.words).filter(({ kind, text }) => kind === "quoted" || !BETWEEN_WORDS.has(text)).flatMap((word) =>
    (word.kind === "quoted" ? (word.text.match(/[^\s,;()[\]{}]+/g) ?? []).map((text) => ({ ...word, text, kind: "word" })) : [word]));
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
  const answer = readAnswer(withoutFunction(text, names), names.isExact, true);
  const said = entriesOf(answer.items, names, new Set(noNames));
  const named = said.length && said[0].name === null ? inOrder(said, asked, noNames.length ? null : names) : said.map((entry) => ownName(entry, names));
  const found = new Map();
  for (const [name, item, why] of named) {
    if (item === null && !why) continue;
    const part = why ? { why } : attempt(() => read(isPhrase(item) ? phraseOf(valueWords(item.words, names)) : item));
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
  if (isPhrase(item)) return splitPhrase(valueWords(item.words, names), names, noNames);
  if (!isPair(item)) return [[null, item]];
  const isLoose = !names.has(textOf(item.key.words));
  if (isLoose && VALUE_SIGNS.has(lower(item.key.words))) return [[null, item.value]];
  if (isLoose && noNames.has(lower(item.key.words))) return [[null, item]];
  return [[valueWords(item.key.words, names), item.value]];
}

// The text, as long as before, where `v(D)` is `D`.
function withoutFunction(text, names) {
  return text.replace(/(?<![\p{L}\p{N}_'])(v|val|value)([ \t]?\()([^()]*)\)/giu, (found, word, opening, name) => {
    if (names.isCalled(word) || !names.has(name.replace(/^[ "']+|[ "']+$/g, ""))) return found;
    return `${" ".repeat(word.length + opening.length)}${name} `;
  });
}

// Words about values without those that only make a sentence: `the value of D is 5` is `D 5`.
function valueWords(words, names) {
  const found = [];
  let after = "";
  for (let place = 0; place < words.length;) {
    const name = nameAt(words, place, names);
    if (name) {
      found.push(...name);
      place += name.length;
      after = "name";
      continue;
    }
    const [word, following] = [words[place], words[place + 1]];
    place += 1;
    const joins = !found.length || (isNumber([found.at(-1)]) && !(following && isNumber([following])));
    if (isSaid(word, VALUE_WORDS, names)) {
      after = "value";
    } else if (isSaid(word, IS_WORDS, names) && ["name", "value"].includes(after)) {
      after = "is";
    } else if (isAnd(word, names) && joins) {
      after = "and";
    } else if (!(after === "value" && isSaid(word, OF, names))) {
      found.push(word);
      after = "";
    }
  }
  return found.length ? found : words;
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

// That nobody can tell which node something is about.
const nameless = (key, items, asked) =>
  refuse(key, { number: asked.length, node: asked[0] }, { start: items[0].start, end: items.at(-1).end });

// What an answer without names says: about the one node, or about all of them in their order.
function inOrder(entries, asked, names) {
  let { items } = entries[0];
  if (entries.length > 1) nameless("no-name", items.slice(0, 1), asked);
  if (asked.length === 1) return [[asked[0], valueOf(entries[0])]];
  if (items.length === 1 && isPhrase(items[0])) {
    const words = items[0].words.filter((word) => !names || !isAnd(word, names));
    items = joinedSigns(words).map((word) => phraseOf([word]));
  }
  if (items.length !== asked.length) nameless("which-node", entries[0].items, asked);
  return asked.map((name, place) => [name, items[place]]);
}

function ownName(entry, names) {
  const index = names.find(textOf(entry.name));
  if (index !== null) return [names.nodes[index][0], valueOf(entry)];
  return [textOf(entry.name), null, attempt(() => names.unknown(entry.name)).why];
}

// The nodes that an answer lists, by their indexes. `walk` says what arrows mean, `pairs` that `(C, C2)` is an edge.
function mentions(text, names, walk, pairs = false) {
  const answer = readAnswer(text, names.isExact);
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
  const found = runs(all, names).flatMap((run) => inRun(run, all, names, walk));
  return found.length ? found : names.notCertain(all);
}

// The words between `and` and `/`, without what only says what they are; a noun goes on until the next one.
function runs(all, names) {
  const found = [];
  let noun = null;
  let words = [];
  const close = () => {
    if (words.length) found.push({ words, noun });
    words = [];
  };
  const parts = all.flatMap((word) => slashed(word, names));
  parts.forEach((word, place) => {
    if (isAnd(word, names) || (word.kind === "word" && word.text === "/")) close();
    else if (!words.length && isSaid(word, NOUN_WORDS, names) && !nameAt(parts, place, names)) noun = reading.nouns[word.text.toLowerCase()] ?? noun;
    else words.push(word);
  });
  close();
  return found;
}

// The two names in `E3/G2`, or the word as it is.
function slashed(word, names) {
  const middle = word.text.indexOf("/");
  const ends = [word.text.slice(0, middle), word.text.slice(middle + 1)];
  if (middle < 0 || word.kind !== "word" || names.anywhere(word.text) !== null || ends.some((end) => names.anywhere(end) === null)) return [word];
  return [ends[0], "/", ends[1]].map((text) => ({ ...word, text }));
}

function inRun({ words: all, noun }, phrase, names, walk) {
  const whole = all.length > 1 ? names.anywhere(textOf(all)) : null;
  let words = all;
  if (words.length > 1 && plainly(words[0].text) === "-") {
    const signed = { ...words[1], text: `-${words[1].text}` };
    words = [names.leaf(signed.text) === null ? words[1] : signed, ...words.slice(2)];
  }
  const edgesFound = new Set();
  const found = whole === null ? walk(words, names, phrase, edgesFound) : [whole];
  const fits = (index, place) => {
    if (noun === "leaf" && index !== UNSURE && !names.isBelow(index)) return names.isLeaf(index);
    return noun !== "edge" || edgesFound.has(place);
  };
  return found.every(fits) ? found : names.notCertain(phrase);
}

// Nodes, edges by the nodes to which they lead, and rows of siblings; `isEdge` gets the places of edges.
function edges(words, names, phrase, isEdge) {
  const found = [];
  const put = (indexes) => found.push(...indexes);
  for (let place = 0; place < words.length;) {
    const ends = apart(words, place, names);
    if (words.length > place + 2 && isArrow(words[place + 1])) {
      isEdge.add(found.length);
      put([edge(words[place], words[place + 2], names)]);
      place += 3;
    } else if (ends) {
      put(between(...ends, phrase, names, () => isEdge.add(found.length)));
      place += 3;
    } else {
      put(mentionsIn(words[place], phrase, names, () => isEdge.add(found.length)));
      place += 1;
    }
  }
  return found;
}

// The two names around a dash or dots with blanks: `b1 - b3`, `b1 .. b3`.
function apart(words, place, names) {
  if (words.length < place + 3 || !/^(?:-|\.{2,3}|…)$/.test(plainly(words[place + 1].text))) return null;
  const ends = [words[place], words[place + 2]];
  return ends.every(({ text }) => names.anywhere(text) !== null) ? ends : null;
}

// Nodes one after the other; behind an arrow a move says where it leads.
function visits(words, names, phrase) {
  const found = [];
  let afterArrow = false;
  for (const word of walked(words, names)) {
    const last = found.at(-1);
    if (isArrow(word) && last !== undefined) {
      afterArrow = true;
    } else {
      const child = afterArrow && last >= 0 && !names.isBelow(last) ? names.child(last, word.text) : null;
      found.push(...(child === null ? mentionsIn(word, phrase, names) : [child]));
      afterArrow = false;
    }
  }
  return found;
}

const ARROW = { kind: "sign", text: "->" };

// The words of a walk: dashes and `>` between names are arrows, but two siblings are a row.
function walked(words, names) {
  const ends = apart(words, 0, names);
  if (ends && words.length === 3 && rowOf(...ends, names)) return [{ ...ends[0], text: `${ends[0].text}..${ends[1].text}` }];
  return words.flatMap((word, place) => {
    const isInside = place > 0 && place < words.length - 1;
    const isDash = plainly(word.text) === "-" && isInside && [words[place - 1], words[place + 1]].every(({ text }) => names.isCalled(text));
    if (isDash || (isInside && word.kind === "sign" && word.text === ">")) return [ARROW];
    const parts = chained(word, names);
    if (parts.length < 2 || (parts.length === 2 && rowOf(...parts, names))) return [word];
    return parts.flatMap((part) => [part, ARROW]);
  });
}

// The names in `C-G-N-Z`, where dashes stand between names or moves alone; else the word as it is.
function chained(word, names) {
  const parts = plainly(word.text).split("-");
  if (word.kind !== "word" || parts.length < 2 || parts.length > MOST_DASHES + 1 || names.isCalled(word.text)) return [word];
  return parts.every((part) => names.isCalled(part)) ? parts.map((text) => ({ ...word, text })) : [word];
}

const UNSURE = -1; // a leaf, but the page does not know which

// The node that a word names, or those of an edge or a row: `C-C2`, `b1..b3`.
function mentionsIn(word, phrase, names, isEdge = () => {}) {
  const index = names.anywhere(word.text) ?? names.leaf(word.text);
  if (index !== null) return [index];
  if (names.unsure && isNumber([word])) return [UNSURE];
  const ends = isNumber([word]) ? null : rowEnds(word, names);
  return ends ? between(...ends, phrase, names, isEdge) : names.unknown([word], phrase);
}

// The first and the last name in `b1-b3` or `b1..b3`; null where a word is nothing like it.
function rowEnds(word, names) {
  if (word.kind === "quoted") return null;
  let found = null;
  for (const joint of [...plainly(word.text).matchAll(JOINT)].slice(0, MOST_DASHES)) {
    const [start, end] = [joint.index, joint.index + joint[0].length];
    if (!start || end === word.text.length) continue;
    const ends = [word.text.slice(0, start), word.text.slice(end)].map((text) => ({ ...word, text }));
    if (ends.every(({ text }) => names.anywhere(text) !== null)) return ends;
    found ??= ends;
  }
  return found;
}

// An edge where there is one, else a row of siblings.
function between(first, last, phrase, names, isEdge) {
  const siblings = rowOf(first, last, names);
  if (siblings) return siblings;
  if (plainly(last.text).split(JOINT).length > 1 && !names.isCalled(last.text)) names.notCertain(phrase);
  isEdge();
  return [edge(first, last, names, phrase)];
}

// The siblings from one to the other, from left to right; null where they are no row.
function rowOf(first, last, names) {
  const [from, to] = [first, last].map(({ text }) => names.anywhere(text));
  if (from === null || to === null || names.isBelow(from) || names.isBelow(to) || from >= to) return null;
  const [parent, other] = [from, to].map((index) => names.nodes[index][1]);
  if (parent < 0 || parent !== other) return null;
  return names.children[parent].filter((child) => from <= child && child <= to);
}

function edge(upper, lowerEnd, names, phrase) {
  const below = names.anywhere(lowerEnd.text);
  if (below !== null && names.isBelow(below)) return below;
  const parent = names.node([upper]);
  const child = childOf(parent, lowerEnd.text, names);
  if (child !== null) return child;
  if (names.unsure && isNumber([lowerEnd])) return UNSURE;
  if (names.leaf(lowerEnd.text) === null) names.node([lowerEnd]);
  if (phrase && names.has(lowerEnd.text)) refuse("no-row", { text: shortened(textOf(phrase)), example: names.example });
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
    return stepsIn(item.words, names).map((word) => [word]);
  });
}

// The steps of a line, without what stands between them: arrows, dashes, `>`, `to`, `and`.
function stepsIn(words, names) {
  return words.flatMap((word, place) => {
    if (isArrow(word) || isAnd(word, names) || (words.length > 1 && isSaid(word, STEP_WORDS, names))) return [];
    const following = words[place + 1];
    if (place > 0 && following) {
      const isDash = plainly(word.text) === "-" && (names.isCalled(following.text) || !isNumber([following]));
      if (isDash || (word.kind === "sign" && word.text === ">")) return [];
    }
    return chained(word, names);
  });
}

function readLine(text, names) {
  const words = steps(readAnswer(text, names.isExact).items, names);
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
  if (names.child(0, text.trim()) !== null) return;
  const { items } = readAnswer(text, names.isExact);
  movesIn(items.filter((item, place) => !(place && isPhrase(items[place - 1]) && isWorth(item, names))), names);
}

// Whether an item is a number in brackets behind a move, such as what it is worth: `C (7)`.
function isWorth(item, names) {
  if (!isGroup(item) || item.brackets !== "(" || item.items.length !== 1 || !isPhrase(item.items[0])) return false;
  const { words } = item.items[0];
  return isNumber(words) && names.child(0, textOf(words)) === null;
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
  const words = moveWords(all, names).filter((word) => !isArrow(word));
  if (all.some(isArrow) && words.length > 1 && names.find(words[0].text) === 0) words.shift();
  if (words.length && names.child(0, textOf(words)) !== null) return;
  if (words.length && words.every((word) => names.child(0, word.text) !== null)) return;
  const moves = names.children[0].slice(0, 12).map((child) => names.nodes[child][2] ?? names.nodes[child][0]);
  refuse("no-move", { name: shortened(textOf(all)), root: names.nodes[0][0], moves });
}

// The words of an answer that names moves, without `to`, `move` and the like before each of them.
function moveWords(words, names) {
  const found = [];
  let begins = true;
  for (const word of words) {
    const isJoint = isAnd(word, names);
    if (!isJoint && !(begins && isSaid(word, MOVE_WORDS, names))) {
      found.push(word);
      begins = false;
    }
    begins ||= isJoint || isArrow(word);
  }
  return found;
}

const BETWEEN_CHILDREN = new Set([">", "then"]);

// The order of the children of each node: `{A: [D, B, C]}`, `A = D B C` → [[name, what is read, why not]].
function readOrders(text, names, { nodes: asked }) {
  const answer = readAnswer(text, names.isExact, true);
  const found = new Map();
  for (const { name: said, items } of listsInOrder(answer, asked) ?? ordersIn(answer.items)) {
    if (said === null && asked.length > 1) nameless("which-node", items, asked);
    const typed = said ?? asked[0];
    const index = names.find(typed);
    const name = index === null ? typed : names.nodes[index][0];
    const part = attempt(() => orderOf(phrasesIn(items), index, names, asked.includes(name) ? null : typed));
    if (part.value === "") continue;
    const isTwice = found.has(name) && found.get(name).value !== part.value;
    found.set(name, isTwice ? { why: new Unreadable("unreadable.given-twice", { name: shortened(name) }) } : part);
  }
  if (!found.size) refuse("nothing-given");
  return found;
}

// A list for each node without its name; null where the answer is no such list.
function listsInOrder({ items }, asked) {
  const isList = (item) => isGroup(item) && !item.items.some(isPair);
  if (asked.length === 1 || items.length !== asked.length || !items.every(isList)) return null;
  return asked.map((name, place) => ({ name, items: [items[place]] }));
}

// What stands behind each name, up to the next one.
function ordersIn(items) {
  const opened = (all) => all.flatMap((item) => (isGroup(item) && item.items.some(isPair) ? opened(item.items) : [item]));
  const entries = [];
  for (const item of opened(items)) {
    if (isPair(item)) entries.push({ name: textOf(item.key.words), items: item.value ? [item.value] : [] });
    else if (entries.length) entries.at(-1).items.push(item);
    else entries.push({ name: null, items: [item] });
  }
  return entries;
}

const phrasesIn = (items) => items.flatMap((item) =>
  (isPhrase(item) ? [item] : isGroup(item) ? phrasesIn(item.items) : refuse("pair-in-list")));

// All of the children of a node, each once; `other` is what a node is called that was not asked about.
function orderOf(phrases, parent, names, other) {
  if (!phrases.length) return "";
  if (other !== null && parent === null) names.unknown([{ text: other, kind: "word" }]);
  if (other !== null) refuse("order-not-asked", { name: shortened(other) });
  const nameOf = (child) => names.nodes[child][0];
  const found = phrases.flatMap(({ words }) => childrenIn(words, parent, names));
  if (found.includes(UNSURE)) return null;
  const twice = found.find((child, place) => found.indexOf(child) < place);
  if (twice !== undefined) refuse("child-twice", { name: nameOf(twice) });
  const missing = names.children[parent].filter((child) => !found.includes(child)).map(nameOf);
  if (missing.length) refuse("child-missing", { parent: nameOf(parent), children: missing, number: missing.length });
  return found.join(" ");
}

function childrenIn(words, parent, names) {
  const whole = childOf(parent, textOf(words), names);
  if (whole !== null) return [whole];
  return words.flatMap((word) => {
    const child = childOf(parent, word.text, names);
    if (child !== null) return [child];
    if (isArrow(word) || isAnd(word, names) || BETWEEN_CHILDREN.has(word.text.toLowerCase())) return [];
    if (names.unsure && isNumber([word])) return [UNSURE];
    const children = names.children[parent].slice(0, 12).map((each) => names.nodes[each][0]);
    return refuse("no-child", { name: shortened(word.text), parent: names.nodes[parent][0], children });
  });
}

// The number without what is counted, without a name for the count, and without names in brackets:
// `7 leaves`, `count = 11`, `2 (C2, C3)`.
function readCount(text, names, { units }) {
  const answer = readAnswer(text, names.isExact);
  const [first = answer, ...rest] = answer.items;
  const isCounted = rest.length === 1 && isGroup(rest[0])
    && rest[0].items.some((item) => isPhrase(item) && names.has(textOf(item.words)));
  if (rest.length && !isCounted) return readNumber(answer);
  const isNamed = !rest.length && isPair(first) && first.value && COUNT_WORDS.has(lower(first.key.words)) && !names.has(textOf(first.key.words));
  return readNumber(withoutUnit(isNamed ? first.value : first, new Set(units)));
}

function withoutUnit(item, units) {
  if (!isPhrase(item)) return item;
  const [head, ...others] = item.words;
  const [, digits, touching] = /^([0-9]+)(\D+)$/u.exec(head.text) ?? [];
  const number = digits ? { ...head, text: digits } : head;
  const said = [...(digits ? [touching] : []), ...others.map(({ text }) => text)].join(" ").toLowerCase();
  return isNumber([number]) && units.has(withoutStops(said)) ? phraseOf([number]) : item;
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
      if (isSaid(word, CUT_WORDS, this.names)) continue;
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
  const answer = readAnswer(text, names.isExact);
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
  for (const item of flat(readAnswer(text.replace(/(?<![\p{L}\p{N}_(])([A-Za-z])\)/gu, "$1 "), (said) => known.has(wordsAlone(said))).items)) {
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

// All words in their order, whatever groups them.
function wordsIn(item) {
  if (item === null) return [];
  if (isGroup(item)) return item.items.flatMap(wordsIn);
  return isPair(item) ? [...item.key.words, ...wordsIn(item.value)] : item.words;
}

const numberOf = (text) => /^(?:第|步驟|深度)?([0-9]+)[步層]?$/.exec(plainly(text))?.[1] ?? text; // `第3步`, `深度2`
const wholeIn = ({ text }) => /^[0-9]{1,6}$/.test(plainly(numberOf(text)).replace(/^#+/, "").replace(/\.+$/, ""));

// The words about a step, and those about what should stand there, whichever comes first.
function partedCorrection(words) {
  const places = words.flatMap(({ text }, place) => (INSTEAD_WORDS.has(text.toLowerCase()) ? [place] : []));
  if (!places.length) {
    const first = words.findIndex(wholeIn);
    return first < 0 ? [words, []] : [words.slice(0, first + 1), words.slice(first + 1)];
  }
  const before = words.slice(0, places[0]);
  const behind = words.slice(places.at(-1) + 1);
  if (before.length) return [before, behind];
  const begin = behind.findIndex(({ text }) => text.toLowerCase() === "step");
  return begin < 0 ? [[], behind] : [behind.slice(begin), behind.slice(0, begin)];
}

// The number of a step, and what should stand there: a node and numbers, among words that mean nothing.
function readCorrection(text, names) {
  const words = wordsIn(readAnswer(text, names.isExact));
  if (words.length > reading.corrections.most) refuse("too-long", { number: reading.corrections.most });
  const [numbered, rest] = partedCorrection(words);
  const said = numbered.filter(({ text: word }) => !RUN_WORDS.has(word.toLowerCase()));
  if (said.length !== 1 || !wholeIn(said[0])) throw new Unreadable("first-error.no-step", { text: shortened(text.trim()) });
  let named = false;
  for (const { text: word } of joinedSigns(rest)) {
    const isNamed = names.find(word) !== null || (names.nodes.length > 0 && names.child(0, word) !== null);
    if (reading.ends[word.toLowerCase()] !== undefined && names.find(word) === null) continue;
    if (isNumeral(word) && !names.isExact(word)) continue;
    if (isNamed && !named) named = true;
    else if (!IDLE_WORDS.has(word.toLowerCase())) throw new Unreadable("first-error.strange", { text: shortened(word) });
  }
}

const byNode = (read, noNames) => (text, names, { nodes }) => readByNode(text, names, nodes, read, noNames);

const READERS = {
  number: (text) => { readNumber(readAnswer(text)); },
  count: (text, names, asked) => { readCount(text, names, asked); },
  "number-per-node": byNode(readNumber),
  "bound-per-node": byNode(readBound),
  "interval-per-node": byNode(readInterval, Object.keys(reading.ends)),
  "known-per-node": byNode(readKnown, Object.keys(reading.ends)),
  "payoffs-per-node": (text, names, { nodes, players }) => readByNode(text, names, nodes, (item) => readPayoffs(item, players)),
  "order-per-node": readOrders,
  "number-set": (text, names, { unknown }) => { readNumberSet(text, unknown); },
  "unknown-number": (text, names, { unknown }) => { readUnknown(text, unknown); },
  nodes: (text, names) => { mentions(text, names, edges); },
  edges: (text, names) => { mentions(text, names, edges, true); },
  visits: (text, names) => { mentions(text, names, visits); },
  "visited-leaves": (text, names) => { refuseInner(mentions(text, names, visits), names); },
  inner: (text, names) => { refuseLeaves(mentions(text, names, edges), names); },
  "windows-per-node": byNode(readWindows, Object.keys(reading.ends)),
  windows: readWindowList,
  "remaining-tree": readRemaining,
  "once-per-depth": readByDepth,
  path: readLine,
  cuts: readCuts,
  correction: readCorrection,
  tree: (text) => { readTree(text); },
  moves: readMoves,
  options: readChoice,
  claim: readClaim,
  any: () => {},
};

// What is wrong with the form of an answer: `unread` has the reasons, each with the node that it is about if
// there is one; `missing` has the nodes that nothing is said of.
function lookAt(text, names, asked) {
  const found = attempt(() => READERS[asked.reader](text, names, asked));
  if (found.why) return { unread: [{ why: found.why.quoting(text) }], missing: [] };
  if (!found.value) return { unread: [], missing: [] };
  const unread = [...found.value].filter(([, { why }]) => why).map(([node, { why }]) => ({ node, why: why.quoting(text) }));
  return { unread, missing: asked.nodes.filter((name) => !found.value.has(name)) };
}
