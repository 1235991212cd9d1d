// What is chosen: moves of the root, options with letters, or whether a claim is true.

const MOVE_WORDS = new Set(reading.moves);
const CLAIM_WORDS = new Set(reading.claims);

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

Object.assign(READERS, { moves: readMoves, options: readChoice, claim: readClaim });
