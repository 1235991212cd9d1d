// Nodes one after the other: those that a search visits, and a line of moves from the root.

const STEP_WORDS = new Set(reading.steps);

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

READERS.visits = (text, names) => { mentions(text, names, visits); };
READERS["visited-leaves"] = (text, names) => { refuseInner(mentions(text, names, visits), names); };
READERS.path = readLine;
