// The text of an answer → its phrases, pairs and groups, as the grader's own grammar has them: commas separate,
// brackets and lines group, a colon says something about a name.

// Why an answer cannot be read, and the span of text that this is about where its sentence shows that.
class Unreadable extends Error {
  constructor(key, parts = {}, span = null) {
    super(key);
    this.key = key;
    this.parts = parts;
    this.span = span;
  }

  // The same, which shows what it is about as it stands in the answer.
  quoting(text) {
    const { start, end } = this.span ?? {};
    return this.span ? new Unreadable(this.key, { ...this.parts, text: shortened(text.slice(start, end)) }) : this;
  }
}

const refuse = (key, parts, span) => { throw new Unreadable(`unreadable.${key}`, parts, span); };

const MOST_CHARACTERS = 100_000;
const MOST_DEPTH = 12;
const LONGEST = 40; // as much of a text as stands in a sentence
const shortened = (text) => (text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text);

const SKIPPED = /(?:[^\S\n]|[,;]|=(?![<>](?!=)))*/y;
const BLANKS = /[^\S\n]*/y;
const COLONS = /(?:[^\S\n]*(?::|=(?![<>](?!=))))+/y;
const NOTHING_BEHIND = /\s*(?:[,;\])}]|$)/y;
const LINE = /(?:[^\S\n]*\n)+[^\S\n]*(?:[-*•][^\S\n]+)*/y;
// A dash on the first line begins a list, unless it is the minus of a number that stands there alone.
const FIRST_LINE = /(?:(?!-[^\S\n]+(?:[0-9.]*[0-9¼-¾⅐-⅞](?:e[+-]?[0-9]+)?|∞|\.?[Ii][Nn][Ff](?:[Ii][Nn][Ii][Tt][Yy])?)(?![\p{L}\p{N}_])[^\n]*(?:\n\s*)?$)[-*•][^\S\n]+)+/uy;
const UNIT = /(?<sign>[-−]{1,2}>|[<>]=?|=[<>](?!=)|[≤≥⩽⩾≦≧→⟶➔➜↦⇒])|(?<quote>"(?:[^"\\\n]|\\(?:.|\n))*"|'[^'\n]*(?:\n[ \t][^'\n]*)*')|[+−-]?[0-9]+[ \t]*\/[ \t]*[0-9]+(?:\.(?![\p{L}\p{N}_]))?(?![\p{L}\p{N}_./])|(?!')(?:(?![-−]{1,2}>)[^\s,;:=<>≤≥⩽⩾≦≧→⟶➔➜↦⇒[\](){}"])+/uy;

const isPhrase = (item) => "words" in item;
const isPair = (item) => "key" in item;
const isGroup = (item) => "items" in item;
const phraseOf = (words) => ({ words, start: words[0].start, end: words.at(-1).end });
const textOf = (words) => words.map(({ text }) => text).join(" ");

// What stands in an answer, without brackets around the whole. Where it is known what is a name of the
// problem, quotes around anything else count for nothing; `apart` says that what stands in quotes behind a
// name is about that name alone.
function readAnswer(typed, isName, apart = false) {
  if (typed.length > MOST_CHARACTERS) refuse("too-long", { number: MOST_CHARACTERS });
  const text = isName ? withoutNull(withoutIdleQuotes(typed, isName, apart), isName) : typed;
  const items = toldApart(itemsOf(laidOut(cut(plainButMinus(withoutQuotes(text))))));
  const last = items.at(-1);
  if (items.length > 1 && isPhrase(last) && textOf(last.words) === ".") items.pop();
  let answer = { items, brackets: "", start: 0, end: text.length };
  while (answer.items.length === 1 && isGroup(answer.items[0]))
    answer = { ...answer.items[0], brackets: answer.brackets + answer.items[0].brackets };
  return answer;
}

// A typographic minus is never but a minus.
const plainButMinus = (text) => text.replace(/[^\0-\x7f−]/g, (sign) => PLAIN_SIGNS.get(sign) ?? sign);

// Blanks for typographic quotes around the whole answer.
function withoutQuotes(text) {
  const typed = text.trim();
  const plain = plainly(typed);
  if (!/^["']/.test(plain) || plain[0] === typed[0] || plain.indexOf(plain[0], 1) !== plain.length - 1) return text;
  const start = text.indexOf(typed);
  return `${text.slice(0, start)} ${typed.slice(1, -1)} ${text.slice(start + typed.length)}`;
}

const ANY_UNIT = new RegExp(`${UNIT.source}|(?<stray>")`, "gu");

// The text, as long as before, without the quotes around what is no name. They stay where they keep in what
// would reach beyond them.
function withoutIdleQuotes(text, isName, apart) {
  const plain = plainButMinus(text);
  if (!/["']/.test(plain)) return text;
  const parts = [];
  let place = 0;
  for (const { 0: unit, index, groups } of plain.matchAll(ANY_UNIT)) {
    if (groups.stray) break; // which is never closed
    if (!groups.quote) continue;
    const said = unquoted(unit).replace(/\s/g, " ");
    if (isName(unquoted(unit)) || reachesOut(said)) continue;
    const isBehindName = /(?::|(?<![<>])=)\s*$/.test(plain.slice(place, index));
    parts.push(text.slice(place, index), (apart && isBehindName ? `[${said}]` : ` ${said}`).padEnd(unit.length));
    place = index + unit.length;
  }
  return parts.join("") + text.slice(place);
}

// Whether a text has a quote, or a bracket without its other half.
function reachesOut(said) {
  let depth = 0;
  for (const sign of plainButMinus(said)) {
    depth += "[{(".includes(sign) - ")}]".includes(sign);
    if (depth < 0 || sign === '"' || sign === "'") return true;
  }
  return depth > 0;
}

// Blanks for `: null`, by which programs write that nothing stands behind a name.
function withoutNull(text, isName) {
  return isName("null") ? text : text.replace(/:[ \t]+null(?=\s*(?:[,\]}]|$|\n))/g, (found) => " ".repeat(found.length));
}

// Takes one thing after the other from a text.
class Scanner {
  constructor(text) {
    this.text = text;
    this.place = 0;
  }

  take(pattern) {
    pattern.lastIndex = this.place;
    const found = pattern.exec(this.text);
    if (found) this.place = pattern.lastIndex;
    return found;
  }

  // Words with nothing but blanks between them, and whether a colon makes them a name.
  phrase() {
    const words = [];
    for (let found = this.take(UNIT); found; this.take(BLANKS), found = this.take(UNIT)) {
      const { sign, quote } = found.groups;
      const kind = sign ? "sign" : quote ? "quoted" : "word";
      const said = quote ? unquoted(quote) : found[0];
      words.push({ text: said, kind, start: found.index, end: found.index + found[0].length });
    }
    if (!words.length) this.refuse();
    const phrase = { type: "phrase", ...phraseOf(words) };
    if (!this.take(COLONS)) return phrase;
    NOTHING_BEHIND.lastIndex = this.place;
    return { ...phrase, type: NOTHING_BEHIND.test(this.text) ? "bare" : "key" };
  }

  refuse() {
    const sign = this.text[this.place];
    refuse(sign === ":" ? "stray-sign" : "open-quote", { sign });
  }
}

// The text in pieces: brackets, starts of lines, phrases, and names that something is said about.
function cut(text) {
  const scanner = new Scanner(text);
  const found = [];
  const lead = scanner.take(FIRST_LINE);
  if (lead) found.push({ type: "line", lead: lead[0], end: scanner.place });
  for (scanner.take(SKIPPED); scanner.place < text.length; scanner.take(SKIPPED)) {
    const line = scanner.take(LINE);
    const sign = text[scanner.place];
    if (line) found.push({ type: "line", lead: line[0].slice(line[0].lastIndexOf("\n") + 1), end: scanner.place });
    else if ("[{(".includes(sign)) found.push({ type: "open", sign, start: scanner.place++ });
    else if ("]})".includes(sign)) found.push({ type: "close", sign, end: ++scanner.place });
    else found.push(scanner.phrase());
  }
  return found;
}

// The pieces with brackets instead of lines, which group as they do in YAML; inside of brackets they do not.
function laidOut(pieces) {
  const found = [];
  const blocks = [[0, false]]; // those that are open: the column of each, and whether it has dashes
  let depth = 0;
  let place = 0; // where the last line begins
  let afterKey = false;
  const put = (type) => {
    afterKey = false;
    found.push({ type, sign: "", start: place, end: place });
  };
  const start = (column, dashed) => {
    blocks.push([column, dashed]);
    put("open");
  };
  const isPast = ([column, dashed], other, otherDashed) => column > other || (column === other && dashed > otherDashed);
  const close = (column, dashed) => {
    if (afterKey) put("nothing");
    while (blocks.length > 1 && isPast(blocks.at(-1), column, dashed)) {
      blocks.pop();
      put("close");
    }
  };
  const beginLine = (lead) => {
    const dashes = [...lead.matchAll(/\S/g)].map(({ index }) => index);
    if (!dashes.length && afterKey && lead.length > blocks.at(-1)[0]) start(lead.length, false);
    else if (!dashes.length) close(lead.length, false);
    dashes.forEach((column, nth) => {
      if (isPast(blocks.at(-1), column, true)) close(column, true);
      if (blocks.at(-1)[0] !== column || !blocks.at(-1)[1]) start(column, true);
      start(dashes[nth + 1] ?? lead.length, false);
    });
  };
  for (const piece of pieces) {
    if (piece.type === "line") {
      place = depth ? place : piece.end;
      if (!depth) beginLine(piece.lead);
      continue;
    }
    if (piece.type === "open") depth += 1;
    if (piece.type === "close") depth -= 1;
    if (depth < 0) refuse("stray-sign", { sign: piece.sign });
    if (depth + blocks.length > MOST_DEPTH) refuse("too-deep");
    afterKey = piece.type === "key";
    found.push(piece);
  }
  if (depth) refuse("open-bracket", { sign: pieces.filter(({ type }) => type === "open").at(-1).sign });
  close(-1, false);
  return found;
}

// The items that pieces make; names that follow one another (`C: α = 3`) are still a chain.
function itemsOf(pieces) {
  const groups = [{ items: [], keys: [] }];
  const add = (value) => {
    const group = groups.at(-1);
    if (group.keys.length || value) group.items.push({ keys: group.keys, value });
    group.keys = [];
  };
  for (const piece of pieces) {
    if (piece.type === "key" || piece.type === "bare") groups.at(-1).keys.push(phraseOf(piece.words));
    if (piece.type === "phrase") add(phraseOf(piece.words));
    else if (piece.type === "bare" || piece.type === "nothing") add(null);
    else if (piece.type === "open") groups.push({ items: [], keys: [], brackets: piece.sign, start: piece.start });
    else if (piece.type === "close") add(groupOf(groups.pop(), piece.end));
  }
  return groups[0].items;
}

function groupOf({ items: chains, brackets, start }, end) {
  const items = toldApart(chains);
  return !brackets && items.length === 1 && !isPair(items[0]) ? items[0] : { items, brackets, start, end };
}

// The items, where `B = 3 C = 2` is two pairs although no comma stands between them.
function toldApart(chains) {
  return chains.flatMap(({ keys, value }) => {
    const found = [];
    let outer = [];
    for (const key of keys) {
      const [name, words] = [key.words.at(-1), key.words.slice(0, -1)];
      if (outer.length && words.length) {
        found.push(pairOf(outer, phraseOf(words)));
        outer = [phraseOf([name])];
      } else {
        outer.push(key);
      }
    }
    return outer.length ? [...found, pairOf(outer, value)] : [value];
  });
}

function pairOf(keys, value) {
  if (keys.length > MOST_DEPTH) refuse("too-deep");
  return keys.reduceRight((inner, key) => ({ key, value: inner, start: key.start, end: (inner ?? key).end }), value);
}
