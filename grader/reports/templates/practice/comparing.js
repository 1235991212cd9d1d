// An answer as it was typed → the answer of the page's data that it is, if any.

// What two spellings of a name have in common.
const folded = (name) => name.normalize("NFKC").trim().toLowerCase();

// The indexes of the nodes that a text names; null where one of them is not in the tree.
function namesIn(text, names) {
  const known = new Map(names.map((name, index) => [folded(name), index]));
  if (text.trim() === "") return [];
  if (known.has(folded(text))) return [known.get(folded(text))];
  const found = text.trim().split(/[,;，、\s]+/).filter(Boolean).map((name) => known.get(folded(name)));
  return found.includes(undefined) ? null : found;
}

const inTreeOrder = (indexes) => [...new Set(indexes)].sort((one, other) => one - other);

// Which of some answers is given: one text of them, or nothing.
function knownAs(given, answers, rounding) {
  return answers.find((answer) => {
    if (given.segments) return isSameSet(given.segments, readSegments(answer), given.whole);
    if (!given.numbers) return answer === given.text;
    const parts = answer.split(";").map(readNumber);
    return parts.length === given.numbers.length && parts.every((part, place) => part && isNumber(given.numbers[place], part, rounding));
  });
}
