// A tree that a student wrote, in the tree language or as nested lists → why the grader cannot read it, if so.
// The tokens are those of the grader's grammar.

const MOST_IN_TREE = 10_000;
const MOST_LEVELS = 200;
const NAME_TOKEN = "(?![\\u00b2\\u00b3\\u00b9\\u00bc-\\u00be\\u2000-\\u2bff])[\\p{L}\\p{Nl}\\p{No}](?:[\\p{L}\\p{N}_']|[^\\u0000-\\u02ff\\u060c\\u061b\\u061f\\u06d4\\u0964\\u0965\\u2000-\\u2bff\\u2e00-\\u2e7f\\u3000-\\u303f\\ud800-\\uf8ff\\ufe10-\\ufe6f\\ufeff-\\uffff])*";
const IN_WORD = "[\\p{L}\\p{N}_']";
const DECIMAL_TOKEN = "(?:[0-9]+(?:\\.[0-9]*)?|\\.[0-9]+)";
const TREE_TOKEN = new RegExp([
  "(?<skipped>\\s+|#[^\\r\\n]*)",
  `(?<kind>(?:[Mm][Aa][Xx]|[Mm][Ii][Nn]|[Cc][Hh][Aa][Nn][Cc][Ee])(?!${IN_WORD})|[▲△▼▽●○])`,
  "(?<player>p[1-9](?=\\())",
  `(?<percent>[+-]?${DECIMAL_TOKEN}[ \\t]*%)`,
  `(?<number>[+-]?(?:[0-9]+[ \\t]*/[ \\t]*[0-9]+|${DECIMAL_TOKEN}(?:[Ee][+-]?[0-9]+)?|[Ii][Nn][Ff](?:[Ii][Nn][Ii][Tt][Yy])?|∞)(?![\\p{L}\\p{N}_.'/]|[ \\t]*%))`,
  `(?<blank>_(?!${IN_WORD})|\\?${NAME_TOKEN})`,
  `(?<name>${NAME_TOKEN}|"(?:[^"\\\\\\r\\n]|\\\\.)*")`,
  "(?<arrow>->)",
  "(?<sign>[=~(){}[\\],])",
].join("|"), "uy");

const strangeTree = (text) => { throw new Unreadable("written-tree.strange", { text: shortened(text.trim()) }); };

// The tokens of a tree, without what means nothing.
function treeTokens(text) {
  const found = [];
  for (let place = 0; place < text.length; place = TREE_TOKEN.lastIndex) {
    TREE_TOKEN.lastIndex = place;
    const token = TREE_TOKEN.exec(text);
    if (!token) strangeTree(text);
    const [kind, typed] = Object.entries(token.groups).find(([, matched]) => matched !== undefined);
    if (kind !== "skipped") found.push({ kind: kind === "sign" ? typed : kind, text: typed });
  }
  return found;
}

// A number as a fraction of whole numbers; null where it is infinite.
function fractionOf(text) {
  if (/inf|∞/i.test(text)) return null;
  const percent = text.includes("%") ? 100n : 1n;
  const [top, bottom = "1"] = text.replace(/[\s%]/g, "").split("/");
  const [, sign, whole, digits = "", power = "0"] = /^([+-]?)([0-9]*)\.?([0-9]*)(?:e([+-]?[0-9]+))?$/i.exec(top);
  const shift = BigInt(Math.abs(Number(power)));
  const number = BigInt(`${sign === "-" ? "-" : ""}${whole}${digits}` || "0") * (power < 0 ? 1n : 10n ** shift);
  return [number, BigInt(bottom) * 10n ** BigInt(digits.length) * percent * (power < 0 ? 10n ** shift : 1n)];
}

class TreeReader {
  constructor(text) {
    this.text = text;
    this.tokens = treeTokens(text);
    this.place = 0;
    this.names = new Set();
  }

  fail() {
    return strangeTree(this.text);
  }

  is(kind, ahead = 0) {
    return this.tokens[this.place + ahead]?.kind === kind;
  }

  take(kind) {
    if (!this.is(kind)) this.fail();
    return this.tokens[this.place++].text;
  }

  number(kind = "number") {
    const text = this.take(kind);
    if ((text.match(/[0-9]/g) ?? []).length > MOST_DIGITS || Math.abs(/e([+-]?[0-9]+)/i.exec(text)?.[1] ?? 0) > MOST_DIGITS) this.fail();
    if (/\/[ \t]*0+$/.test(text)) this.fail();
    return text;
  }

  name() {
    return unquoted(this.take("name"));
  }

  whole() {
    const { edge } = this.node();
    if (edge || this.place < this.tokens.length) this.fail();
  }

  edge() {
    const odds = this.is("number") ? "number" : this.is("percent") ? "percent" : "";
    const ahead = odds ? 1 : 0;
    const labelled = this.is("name", ahead) && this.is("arrow", ahead + 1);
    if (!labelled && !(odds && this.is("arrow", 1))) return null;
    const probability = odds ? fractionOf(this.number(odds)) ?? this.fail() : null;
    const label = labelled ? this.name() : null;
    this.take("arrow");
    return { probability, label };
  }

  node() {
    const edge = this.edge();
    if (this.is("name") && this.is("=", 1)) {
      const name = this.name().normalize("NFC");
      if (!name || this.names.has(name)) this.fail();
      this.names.add(name);
      this.take("=");
    }
    this.body();
    return { edge };
  }

  body() {
    if (this.is("number")) this.number();
    else if (this.is("blank")) throw new Unreadable("written-tree.no-number", { node: "?", text: this.take("blank") });
    else if (this.is("player") || this.is("(")) throw new Unreadable("written-tree.players");
    else if (this.is("{")) this.lonelyFeatures();
    else if (this.is("[")) this.children("[", "]", false);
    else this.inner();
  }

  lonelyFeatures() {
    this.features();
    throw new Unreadable("written-tree.features", { node: "?" });
  }

  inner() {
    const chance = /^(?:chance|[●○])$/i.test(this.take("kind"));
    if (this.is("[")) {
      this.children("[", "]", chance);
      return;
    }
    if (this.is("~")) {
      this.take("~");
      this.number();
    } else if (this.is("{")) {
      this.features();
    }
    this.children("(", ")", chance);
  }

  features() {
    const seen = new Set();
    for (this.take("{"); !this.is("}");) {
      const name = this.name();
      if (seen.has(name)) this.fail();
      seen.add(name);
      this.take("=");
      this.number();
      if (!this.is("}")) this.take(",");
    }
    if (!seen.size) this.fail();
    this.take("}");
  }

  children(opening, closing, chance) {
    const edges = [];
    for (this.take(opening); !this.is(closing);) {
      edges.push(this.node().edge);
      if (!this.is(closing)) this.take(",");
    }
    this.take(closing);
    if (!edges.length) this.fail();
    this.check(edges, chance);
  }

  // Moves are told apart by their names; probabilities are all there or none, above 0, and add up to 1.
  check(edges, chance) {
    const labels = edges.map((edge) => edge?.label).filter((label) => label != null);
    const odds = edges.map((edge) => edge?.probability).filter(Boolean);
    if (new Set(labels).size < labels.length || (odds.length && (!chance || odds.length < edges.length))) this.fail();
    if (!odds.length) return;
    const [top, bottom] = odds.reduce(([a, b], [c, d]) => [a * d + c * b, b * d], [0n, 1n]);
    if (odds.some(([number]) => number <= 0n) || top !== bottom) this.fail();
  }
}

// Lists over several lines as they are written on one.
const inBrackets = (item) => (isGroup(item) ? `[${item.items.map(inBrackets).join(", ")}]` : isPhrase(item) ? textOf(item.words) : "?");

function readTree(text) {
  if (text.length > MOST_IN_TREE) throw new Unreadable("written-tree.too-long", { number: MOST_IN_TREE });
  let depth = 0;
  for (const sign of text) {
    depth += "([".includes(sign) - ")]".includes(sign);
    if (depth > MOST_LEVELS) throw new Unreadable("written-tree.too-deep", { number: MOST_LEVELS });
  }
  const plain = /^-\s/.test(text) ? inBrackets(readAnswer(text)) : text.replace(/(["'])([+-]?[0-9][0-9./]*)\1(?=\s*[,\]])/g, " $2 ");
  new TreeReader(plain).whole();
}

READERS.tree = (text) => { readTree(text); };
