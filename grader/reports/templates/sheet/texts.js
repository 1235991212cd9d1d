// The text of an answer: numbers, names, lists and pairs, as the grader reads them.

const data = JSON.parse(document.getElementById("sheet-data").textContent);

const PLAIN_SIGNS = new Map([...data.reading.typed].map((sign, place) => [sign, data.reading.plain[place]]));
const FRACTION_SIGNS = /[¼-¾⅐-⅞]/g;
const NUMERAL = /^(?!.*\.\.$)[+-]?[ \t]*(?:\.?inf|infinity|∞|(?:\d+[ \t]+)?\d+[ \t]*\/[ \t]*0*[1-9]\d*|(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)\.?$/i;
const BOUND = new RegExp(`^(?:${Object.keys(data.reading.bounds).map(boundPattern).sort((one, other) => other.length - one.length).join("|")})(?=\\S)`, "iu");
const PAIR = /^("(?:[^"\\]|\\.)*"|[^\s:="'[\]{}(),]+(?: [^\s:="'[\]{}(),]+)*)\s*[:=]\s*([^]*)$/;
const NOTHING_WORDS = new Set(data.reading.nothing);
const MOST_EXPONENT = 300;

// A sign may touch the number behind it, a word may not.
function boundPattern(bound) {
  return bound.replace(/ /g, "\\s+") + (/^\p{L}/u.test(bound) ? "\\s+" : "\\s*");
}

// The text in plain signs, as long as before: a full-width comma is a comma, a typographic minus a minus.
function plainly(text) {
  return text.replace(/[^\0-\x7f]/g, (sign) => PLAIN_SIGNS.get(sign) ?? sign);
}

// A whole answer in plain signs, without typographic quotes around it.
function plainAnswer(text) {
  const typed = text.trim();
  const plain = plainly(typed);
  const isQuoted = /^["']/.test(plain) && plain[0] !== typed[0] && plain.indexOf(plain[0], 1) === plain.length - 1;
  return (isQuoted ? plain.slice(1, -1) : plain).trim();
}

// What two spellings of the same name have in common.
const folded = (text) => plainly(text).normalize("NFKC").toUpperCase().toLowerCase().trim();

// A number in plain signs: ½ is 1/2.
function plainNumeral(text) {
  return plainly(text)
    .replace(FRACTION_SIGNS, (sign, place) => (place ? " " : "") + sign.normalize("NFKC").replace("\u2044", "/"))
    .trim();
}

const isNumeral = (text) => worthOf(text) !== null;

// The number that a text writes, near enough to tell it from another; null where it is none.
function worthOf(text) {
  const plain = plainNumeral(text);
  if (!NUMERAL.test(plain)) return null;
  const [, sign, rest] = /^([+-]?)[ \t]*([^]*?)\.?$/.exec(plain);
  const [, whole, above, below] = /^(?:(\d+)[ \t]+)?(\d+)[ \t]*\/[ \t]*(\d+)$/.exec(rest) ?? [];
  const [, exponent] = /e([+-]?\d+)$/i.exec(rest) ?? [];
  if (Math.abs(exponent ?? 0) > MOST_EXPONENT) return null;
  const size = /inf|∞/i.test(rest) ? Infinity : below ? Number(whole ?? 0) + above / below : Number(rest);
  return sign === "-" ? -size : size;
}

const isQuantity = (text, bounds) => isNumeral(bounds ? plainNumeral(text).replace(BOUND, "") : text);

// A number as it was typed, or a text in quotes, so that it says nothing about other parts of its answer.
function quantityOrQuoted(text, bounds) {
  const plain = plainAnswer(text);
  if (isQuantity(plain, bounds)) return isQuantity(text, bounds) ? text : plain;
  // A typographic quote inside of quotes would end them.
  return quoted(text).replace(/[^\0-\x7f]/g, (sign) => (PLAIN_SIGNS.get(sign) === '"' ? escapeOf(sign) : sign));
}

const QUOTED = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\n]|'')*'/y;
const BEFORE_QUOTE = /[\s,;:=<>[\](){}"]/;

// What stands in quotes at a place, where a quote may begin: nothing where there is none, null where it
// never closes. An apostrophe inside a word, or one that nothing closes, is a letter.
function quotedAt(text, place) {
  const sign = text[place];
  if (sign !== '"' && (sign !== "'" || (place > 0 && !BEFORE_QUOTE.test(text[place - 1])))) return "";
  QUOTED.lastIndex = place;
  return QUOTED.exec(text)?.[0] ?? (sign === '"' ? null : "");
}

// What stands between commas and line ends, outside of brackets and quotes; null where one is left open.
// As in the grader, brackets need not be of one kind: `[3, inf)`.
function pieces(text) {
  const found = [];
  let depth = 0;
  let start = 0;
  for (let place = 0; place < text.length; place += 1) {
    const sign = text[place];
    const quote = quotedAt(text, place);
    if (quote === null) return null;
    if (quote) {
      place += quote.length - 1;
    } else if (!depth && (sign === "," || sign === "\n")) {
      found.push(text.slice(start, place));
      start = place + 1;
    } else if ("[{(".includes(sign)) {
      depth += 1;
    } else if (")}]".includes(sign)) {
      depth -= 1;
      if (depth < 0) return null;
    }
  }
  return depth ? null : [...found, text.slice(start)].map((piece) => piece.trim());
}

// What stands inside the brackets around the whole text; the text itself where there are none.
function inside(text, opener, closer) {
  const trimmed = text.trim();
  if (trimmed.length < 2 || !trimmed.startsWith(opener) || !trimmed.endsWith(closer)) return trimmed;
  const inner = trimmed.slice(1, -1);
  return pieces(inner) === null ? trimmed : inner.trim();
}

// The same for a list, which may stand in either kind of brackets.
const insideList = (text) => inside(inside(text, "[", "]"), "{", "}");

// Whether an answer is an empty list, or a word for it.
function saysNothing(text) {
  const said = insideList(text);
  return said === "" ? text.trim() !== "" : NOTHING_WORDS.has(unquoted(said).toLowerCase().replace(/\.+$/, ""));
}

// The pieces that say something.
const listed = (text) => pieces(text)?.filter((piece) => piece !== "") ?? null;

// Names and what stands behind each: [["B", "3"], …]; null where it is anything else.
function pairs(text) {
  const found = listed(inside(text, "{", "}"))?.map((piece) => PAIR.exec(piece));
  if (!found || found.includes(null)) return null;
  return found.map(([, name, value]) => [unquoted(name), value.trim()]);
}

const ESCAPES = { 0: "\0", a: "\x07", b: "\b", t: "\t", n: "\n", v: "\v", f: "\f", r: "\r", e: "\x1b",
  N: "\x85", _: "\xa0", L: "\u2028", P: "\u2029" };
const ESCAPE = /\\(?:x([\da-f]{2})|u([\da-f]{4})|U([\da-f]{8})|(\n\s*)|([^]))/gi;

// What a text in quotes says; any other text as it is.
function unquoted(text) {
  if (/^'(?:[^']|'')*'$/.test(text)) return text.slice(1, -1).replaceAll("''", "'");
  if (!/^"(?:[^"\\]|\\[^])*"$/.test(text)) return text;
  return text.slice(1, -1).replace(ESCAPE, (whole, two, four, eight, joined, letter) => {
    if (joined !== undefined) return "";
    if (letter !== undefined) return ESCAPES[letter] ?? letter;
    const code = parseInt(two ?? four ?? eight, 16);
    return code > 0x10ffff ? "\ufffd" : String.fromCodePoint(code);
  });
}

// A text in quotes, which YAML, JSON and the grader all read as just this text.
function quoted(text) {
  const escaped = text.replace(/["\\\p{C}\p{Zl}\p{Zp}]/gu, (sign) => {
    if (sign === '"' || sign === "\\") return `\\${sign}`;
    if (sign === "\n") return "\\n";
    if (sign === "\t") return "\\t";
    return escapeOf(sign);
  });
  return `"${escaped}"`;
}

function escapeOf(sign) {
  const code = sign.codePointAt(0);
  const digits = code.toString(16);
  return code > 0xffff ? `\\U${digits.padStart(8, "0")}` : `\\u${digits.padStart(4, "0")}`;
}
