// Numbers, bounds, intervals and counts; what is read is a text, so that two can be compared.

const MOST_DIGITS = 300;
const BETWEEN_WORDS = new Set(reading.between);
const COUNT_WORDS = new Set(reading.counts);

const isNumber = (words) => isNumeral(textOf(words));

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
