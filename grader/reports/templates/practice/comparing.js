// An answer as it was typed → the answer of the page's data that it is, if any.

// What two spellings of a name have in common.
const folded = (name) => name.normalize("NFKC").trim().toLowerCase();

// The indexes of the nodes that a text names; null where one of them is not in the tree. With the ends of the
// subtrees, `parent->child` names the child.
function namesIn(text, names, ends = []) {
  const known = new Map(names.map((name, index) => [folded(name), index]));
  if (text.trim() === "") return [];
  if (known.has(folded(text))) return [known.get(folded(text))];
  const typed = text.trim().replace(/\s*(?:[-−–—]+>|→)\s*/g, "→").split(/[,;，、\s]+/).filter(Boolean);
  const found = typed.map((name) => known.get(folded(name)) ?? childIn(name, known, ends));
  return found.includes(undefined) ? null : found;
}

// The child that `parent→child` names; nothing where these are not parent and child.
function childIn(edge, known, ends) {
  const [parent, child] = edge.split("→").map((name) => known.get(folded(name)));
  return parent === ends.findLastIndex((end, index) => index < child && end > child) ? child : undefined;
}

const inTreeOrder = (indexes) => [...new Set(indexes)].sort((one, other) => one - other);

// Which of some answers is given: one text of them, or nothing.
function knownAs(given, answers, rounding) {
  return answers.find((answer) => {
    if (given.segments) return isSameSet(given.segments, readSegments(answer), given.whole);
    if (!given.numbers) return answer === given.text;
    const parts = answer.split(";").map(readBound);
    return parts.length === given.numbers.length && parts.every((part, place) => part && isNumber(given.numbers[place], part, rounding));
  });
}
