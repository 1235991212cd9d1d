// The nodes and edges that an answer lists, one by one or in rows of siblings.

const NOUN_WORDS = new Set(["the", ...Object.keys(reading.nouns)]);
const JOINT = /\.{2,3}|…|-/g;
const MOST_DASHES = 50;
const UNSURE = -1; // a leaf, but the page does not know which

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

function refuseLeaves(named, names) {
  const leaf = named.find((index) => index === UNSURE || names.isLeaf(index));
  if (leaf !== undefined) throw new Unreadable("completed.a-leaf", { name: names.nodes[leaf]?.[0] ?? "…" });
}
