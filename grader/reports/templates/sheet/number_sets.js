// An answer about an unknown → why the grader cannot read it, if so: `x >= 7`, `[5, 9)`, `x < 2 or x > 9`, `never`.
// The words are the grader's own. A set is kept as which cells of the line are in it: the cells are the numbers
// in the answer, and the gaps around them.

const { sets } = reading;
const MOST_IN_SET = 2_000;
const FLIPPED = { "<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "=", "!=": "!=" };
const TESTS = {
  "<": (cell, place) => cell < place, "<=": (cell, place) => cell <= place, "=": (cell, place) => cell === place,
  ">": (cell, place) => cell > place, ">=": (cell, place) => cell >= place, "!=": (cell, place) => cell !== place,
};
const WORD_ENDS = "(?![\\p{L}\\p{N}_'])";
const escapedPattern = (text) => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&").replace(/ /g, "\\s+");

// A pattern for any of these, the longest first; what is a word ends where it ends.
const anyWord = (words) => [...words].sort((one, other) => other.length - one.length).map((word) =>
  (/[a-z]$/i.test(word) ? `(?<![\\p{L}\\p{Nl}\\p{No}])${escapedPattern(word)}${WORD_ENDS}` : escapedPattern(word))).join("|");

function setPattern(unknown) {
  const name = escapedPattern(unknown);
  const pieces = {
    unknown: `\\?${name}${WORD_ENDS}|(?<![\\p{L}\\p{N}_?])${name}${WORD_ENDS}`,
    beyond: `(?:or|and)\\s+(?:${Object.values(sets.beyond).flat().join("|")})(?!\\s+than|\\s*[-+.0-9∞])${WORD_ENDS}|或以上|以上|或以下|以下`,
    ...Object.fromEntries(sets.words.map(([kind, words]) => [kind, anyWord(words)])),
    number: "(?:[+-]\\s*)?(?:[0-9]+\\s+[0-9]+\\s*/\\s*[0-9]+|[0-9]+\\s*/\\s*[0-9]+|[0-9]*[¼-¾⅐-⅞]"
      + "|(?:[0-9]+(?:\\.[0-9]+)?|\\.[0-9]+)(?:e[+-]?[0-9]+)?(?![\\p{L}\\p{N}_]|\\.[0-9])|\\.?inf(?:inity)?(?![\\p{L}\\p{N}_])|∞)",
    comma: "[,;]", open: "[[({]", close: "[\\])}]", such: "[|:]", space: "[\\s\"'$]+|\\.(?=\\s*$)",
  };
  return new RegExp(Object.entries(pieces).map(([kind, piece]) => `(?<${kind}>${piece})`).join("|"), "iuy");
}

function setTokens(text, unknown) {
  const plain = plainly(text);
  const pattern = setPattern(unknown);
  const found = [];
  for (let place = 0; place < plain.length; place = pattern.lastIndex) {
    pattern.lastIndex = place;
    const piece = pattern.exec(plain);
    if (!piece) throw new Unreadable("number-set.strange", { text: shortened(/^\s?\S*/.exec(text.slice(place))[0]), unknown });
    const [kind, typed] = Object.entries(piece.groups).find(([, matched]) => matched !== undefined);
    if (kind !== "space" && kind !== "filler") found.push({ kind, text: meantBy(kind, typed), start: place, end: pattern.lastIndex });
  }
  return withoutBuilder(found);
}

function meantBy(kind, typed) {
  const said = typed.toLowerCase().trim().replace(/\s+/g, " ");
  if (kind === "sign") return sets.signs[said];
  if (kind === "beyond") return [...sets.beyond[">="], "以上"].some((more) => said.endsWith(more)) ? ">=" : "<=";
  return typed;
}

const kindsOf = (tokens) => tokens.map(({ kind }) => kind).join(" ");

// The condition alone in `{x | x > 5}`, and what is said behind `x:`.
function withoutBuilder(tokens) {
  const kinds = kindsOf(tokens);
  if (/^open unknown such\b.* close$/.test(kinds)) return tokens.slice(3, -1);
  return kinds.startsWith("unknown such") ? tokens.slice(2) : tokens;
}

// What stands in round brackets around the whole, unless they are an interval's.
function unwrapped(tokens) {
  if (tokens.length < 3 || tokens[0].text !== "(" || tokens.at(-1).text !== ")") return tokens;
  const inner = tokens.slice(1, -1);
  let depth = 0;
  for (const { kind } of inner) {
    depth += (kind === "open") - (kind === "close");
    if (depth < 0) return tokens;
  }
  return ["number comma number", "number"].includes(kindsOf(inner)) ? tokens : inner;
}

// The parts between pieces of a kind that stand in no brackets; in `]5, 9[` each stands for the other.
function splitTokens(tokens, kind) {
  const parts = [[]];
  let depth = 0;
  tokens.forEach((token, place) => {
    if (token.kind === kind && !depth) {
      parts.push([]);
      return;
    }
    const opens = token.kind === "open" || (token.text === "]" && !depth);
    const closes = token.kind === "close" || (token.text === "[" && depth > 0 && tokens[place - 1]?.kind === "number");
    if (opens && !(closes && depth)) depth += 1;
    else if (closes) depth = Math.max(depth - 1, 0);
    parts.at(-1).push(token);
  });
  return parts;
}

// Whether something is to hold besides, as in `> 3 but < 9`, and not to be left out, as in `all but 5`.
function areBounds(before, after) {
  if (after.some(({ kind, text }) => kind === "sign" && text === "!=")) return true;
  const isBound = after.some(({ kind }) => kind === "sign" || kind === "beyond");
  return isBound && !before.some(({ kind }) => kind === "all");
}

class SetReader {
  constructor(text, unknown, tokens) {
    this.text = text;
    this.unknown = unknown;
    const numbers = tokens.filter(({ kind }) => kind === "number").map(({ text: typed }) => worthOf(typed));
    this.numbers = [...new Set(numbers.filter(Number.isFinite))].sort((one, other) => one - other);
  }

  refuse(key, tokens, parts = {}) {
    const typed = tokens.length ? this.text.slice(tokens[0].start, tokens.at(-1).end) : this.text;
    throw new Unreadable(key, { text: shortened(typed.trim()), unknown: this.unknown, ...parts });
  }

  unclear(tokens) {
    return this.refuse("number-set.unclear", tokens);
  }

  // The set of cells of which something is true: gaps have even numbers, numbers odd ones.
  where(isIn) {
    return Array.from({ length: 2 * this.numbers.length + 1 }, (_, cell) => isIn(cell));
  }

  bound(sign, number) {
    if (!Number.isFinite(number) && (sign === "=" || sign === "!=")) this.unclear([]); // it is never infinite
    const place = Number.isFinite(number) ? 2 * this.numbers.indexOf(number) + 1 : number;
    return this.where((cell) => TESTS[sign](cell, place));
  }

  anyOf(found) {
    return this.where((cell) => found.some((set) => set[cell]));
  }

  allOf(found) {
    return this.where((cell) => found.every((set) => set[cell]));
  }

  number({ text }) {
    return Number(readNumeral([{ text, kind: "word" }]));
  }

  union(all) {
    let tokens = all;
    for (let inner = unwrapped(tokens); inner !== tokens; inner = unwrapped(tokens)) tokens = inner;
    const parts = splitTokens(tokens, "or");
    if (parts.length > 1) return this.anyOf(parts.map((part) => this.union(part.length ? part : this.unclear(tokens))));
    const listedParts = splitTokens(tokens, "comma");
    return listedParts.length > 1 ? this.listed(listedParts, tokens) : this.both(tokens);
  }

  // Numbers or intervals one after the other; of bounds a comma does not say how they go together.
  listed(all, tokens) {
    const parts = all.at(-1).length ? all : all.slice(0, -1);
    if (tokens.some(({ kind, text }) => kind === "sign" && text !== "=")) this.refuse("number-set.comma", tokens);
    if (parts.length === 2 && tokens[1].kind === "comma" && tokens[1].end === tokens.at(-1).start)
      this.refuse("unreadable.decimal-comma", tokens, { meant: `${tokens[0].text}.${tokens.at(-1).text}` });
    return this.anyOf(parts.map((part) => this.both(part.length ? part : this.unclear(tokens))));
  }

  // Parts that all have to be so; of numbers alone, each of them.
  both(tokens) {
    const parts = splitTokens(tokens, "and");
    if (parts.some((part) => !part.length)) this.unclear(tokens);
    if (parts.length === 1) return this.part(parts[0]);
    const found = parts.map((part) => this.union(part));
    if (parts.every((part) => kindsOf(part) === "number")) return this.anyOf(found);
    const together = this.allOf(found);
    if (!together.includes(true) && found.every((set) => set.includes(true))) this.refuse("number-set.no-number-is-both", tokens);
    return together;
  }

  part(all) {
    if (unwrapped(all) !== all) return this.union(unwrapped(all));
    const but = all.findIndex(({ kind }) => kind === "but");
    if (but >= 0) return this.rest(all, but);
    const kinds = kindsOf(all);
    if (/^(?:(?:unknown|in) )*all(?: (?:unknown|in))*$/.test(kinds)) return this.where(() => true);
    if (/^(?:unknown )*none(?: unknown)*$/.test(kinds)) return this.where(() => false);
    const tokens = all.filter(({ kind }) => kind !== "all");
    const isMember = /^unknown (?:in|sign open)\b/.test(kindsOf(tokens)) && (tokens[1].kind === "in" || tokens[1].text === "=");
    if (isMember) return this.collection(tokens.slice(2));
    return /^(?:open|close)\b/.test(kindsOf(tokens)) ? this.collection(tokens) : this.chain(tokens);
  }

  // All numbers but some; between two bounds, `but` joins them.
  rest(tokens, place) {
    const [before, after] = [tokens.slice(0, place), tokens.slice(place + 1)];
    if (!before.length || !after.length) this.unclear(tokens);
    if (tokens[place].text.toLowerCase() === "but" && areBounds(before, after)) {
      return this.both([...before, { ...tokens[place], kind: "and" }, ...after]);
    }
    const [all, others] = [this.union(before), this.union(after)];
    return this.where((cell) => all[cell] && !others[cell]);
  }

  // An interval, or numbers in curly brackets.
  collection(tokens) {
    const [first, last, inner] = [tokens[0]?.text, tokens.at(-1)?.text, tokens.slice(1, -1)];
    const kinds = kindsOf(inner);
    if (first === "{" && last === "}" && tokens.length > 1) {
      if (inner.some(({ kind }) => !["number", "comma", "and"].includes(kind))) this.unclear(tokens);
      const numbers = inner.filter(({ kind }) => kind === "number").map((token) => this.number(token));
      return this.anyOf(numbers.filter(Number.isFinite).map((number) => this.bound("=", number)));
    }
    if (kinds === "number" && ["[]", "()"].includes(first + last)) return this.bound("=", this.number(inner[0]));
    if (kinds !== "number comma number" || first === "{" || last === "}") this.unclear(tokens);
    const [low, high] = [inner[0], inner[2]].map((token) => this.number(token));
    if (low > high) this.refuse("number-set.turned-round", tokens);
    const found = this.allOf([this.bound(first === "[" ? ">=" : ">", low), this.bound(last === "]" ? "<=" : "<", high)]);
    return found.includes(true) ? found : this.unclear(tokens);
  }

  // `x > 5`, `5 < x <= 9`, `>= 7`, `7 or more`, or a number.
  chain(tokens) {
    const at = (place) => this.number(tokens.at(place));
    const sign = (place) => tokens.at(place).text;
    switch (kindsOf(tokens)) {
      case "number beyond":
      case "unknown sign number beyond":
        return this.bound(sign(-1), at(-2));
      case "number":
        return this.bound("=", at(0));
      case "sign number":
      case "unknown sign number":
        return this.bound(sign(-2), at(-1));
      case "number sign unknown":
        return this.bound(FLIPPED[sign(1)], at(0));
      case "number sign unknown sign number": {
        const ends = [this.bound(FLIPPED[sign(1)], at(0)), this.bound(sign(3), at(-1))];
        const ways = new Set([sign(1)[0], sign(3)[0]].filter((way) => "<>".includes(way)));
        const found = this.allOf(ends);
        return ways.size === 1 && found.includes(true) ? found : this.unclear(tokens);
      }
      default:
        return this.unclear(tokens);
    }
  }
}

function readNumberSet(text, unknown) {
  if (text.length > MOST_IN_SET) refuse("too-long", { number: MOST_IN_SET });
  const tokens = setTokens(text, unknown);
  if (!tokens.length) throw new Unreadable("number-set.nothing", { unknown });
  let depth = 0;
  for (const { kind, text: typed } of tokens) {
    depth += (typed === "(" || kind === "but") - (typed === ")");
    if (depth > MOST_DEPTH) refuse("too-deep");
  }
  return new SetReader(text, unknown, tokens).union(tokens);
}

// The one number for an unknown, which alone is in the set.
function readUnknown(text, unknown) {
  const cells = readNumberSet(text, unknown).flatMap((isIn, cell) => (isIn ? [cell] : []));
  if (cells.length !== 1 || cells[0] % 2 === 0) throw new Unreadable("for-which.one-number", { text: shortened(text.trim()), unknown });
}

READERS["number-set"] = (text, names, { unknown }) => { readNumberSet(text, unknown); };
READERS["unknown-number"] = (text, names, { unknown }) => { readUnknown(text, unknown); };
