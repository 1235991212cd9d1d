// The text of an answer: numbers, names, lists and pairs, as the grader reads them.

const FRACTION_SIGNS = /[¼-¾⅐-⅞]/g;
const DASHES = /[‐‑‒–—―−﹣]/g;
const INVISIBLE = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;
const FULL_WIDTH = /[！-～]/g;
const NUMERAL = /^[+-]?[ \t]*(?:\.?inf|infinity|∞|(?:\d+[ \t]+)?\d+[ \t]*\/[ \t]*0*[1-9]\d*|(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\.?$/i;
const BOUND = /^(?:<=|=<|>=|=>|[≤⩽≦≥⩾≧<>]|at most|at least|less than|more than)\s*(?=\S)/i;
const PAIR = /^("(?:[^"\\]|\\.)*"|[^\s:="'[\]{}(),]+(?: [^\s:="'[\]{}(),]+)*)\s*[:=]\s*([^]*)$/;

// The text in plain signs: a typographic minus is a minus, ½ is 1/2.
function plainSigns(text) {
  return text
    .replace(FULL_WIDTH, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(DASHES, "-")
    .replace(INVISIBLE, " ")
    .replace(FRACTION_SIGNS, (sign, place) =>
      (place ? " " : "") + sign.normalize("NFKC").replace("\u2044", "/"))
    .trim();
}

const isNumeral = (text) => NUMERAL.test(plainSigns(text));

const isQuantity = (text, bounds) => isNumeral(bounds ? plainSigns(text).replace(BOUND, "") : text);

// The decimal that is meant by one with a comma, or nothing.
function meantDecimal(text) {
  const found = /^([+-]?\d+),(\d+)$/.exec(plainSigns(text));
  return found ? `${found[1]}.${found[2]}` : null;
}

// What stands between commas and line ends, outside of brackets and quotes; null where one is left open.
function pieces(text) {
  const found = [""];
  const open = [];
  const closers = { "[": "]", "{": "}", "(": ")" };
  for (let place = 0; place < text.length; place += 1) {
    const sign = text[place];
    if (sign === '"') {
      const quoted = /^"(?:[^"\\\n]|\\.)*"/.exec(text.slice(place));
      if (!quoted) return null;
      found[found.length - 1] += quoted[0];
      place += quoted[0].length - 1;
    } else if (!open.length && (sign === "," || sign === "\n")) {
      found.push("");
    } else {
      if (sign in closers) open.push(closers[sign]);
      else if (Object.values(closers).includes(sign) && open.pop() !== sign) return null;
      found[found.length - 1] += sign;
    }
  }
  return open.length ? null : found.map((piece) => piece.trim());
}

// What stands inside the brackets around the whole text; the text itself where there are none.
function inside(text, opener, closer) {
  const trimmed = text.trim();
  if (!trimmed.startsWith(opener) || !trimmed.endsWith(closer)) return trimmed;
  const inner = trimmed.slice(1, -1);
  return pieces(inner) === null ? trimmed : inner.trim();
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
    const code = sign.codePointAt(0);
    const digits = code.toString(16);
    return code > 0xffff ? `\\U${digits.padStart(8, "0")}` : `\\u${digits.padStart(4, "0")}`;
  });
  return `"${escaped}"`;
}
