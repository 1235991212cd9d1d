// The first mistake in a run: the number of its step, and what should stand there.

const [RUN_WORDS, INSTEAD_WORDS, IDLE_WORDS] = ["steps", "instead", "idle"].map((kind) => new Set(reading.corrections[kind]));

// All words in their order, whatever groups them.
function wordsIn(item) {
  if (item === null) return [];
  if (isGroup(item)) return item.items.flatMap(wordsIn);
  return isPair(item) ? [...item.key.words, ...wordsIn(item.value)] : item.words;
}

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

READERS.correction = readCorrection;
