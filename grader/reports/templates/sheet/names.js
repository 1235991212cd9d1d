// The names of a tree's nodes as students type them, and the words that stand around them.

const { reading } = data;
const AND_WORDS = new Set(reading.ands);
const ARROWS = new Set(["->", "-->", "→", "⟶", "➔", "➜", "↦", "⇒", "=>"]);

const lower = (words) => textOf(words).toLowerCase();
const withoutStops = (text) => text.replace(/\.+$/, "");
const spellings = [String, (text) => plainly(text).normalize("NFKC"), folded];

// Who is called so, for each way to spell, from the exact one to the loosest; null where several are.
const tablesOf = (named) => spellings.map((spell) => {
  const table = new Map();
  named.forEach(([name, index]) => table.set(spell(name), table.has(spell(name)) ? null : index));
  return table;
});

// The names in a tree as students type them. What lies deeper than `limit` can be named, too. `given` has
// numbers for unknown leaves and, by their names, for blank ones.
class Names {
  constructor(nodes, limit, given) {
    this.nodes = nodes;
    this.given = given;
    this.limit = limit ?? Infinity;
    this.children = nodes.map(() => []);
    this.depths = [];
    nodes.forEach(([, parent], index) => {
      this.depths.push(parent < 0 ? 0 : this.depths[parent] + 1);
      if (parent >= 0 && !this.isBelow(index)) this.children[parent].push(index);
    });
    this.leaves = nodes.map((_, index) => index).filter((index) => this.isLeaf(index));
    this.byWorth = new Map();
    for (const leaf of this.leaves) {
      const [name, , , typed] = nodes[leaf];
      const written = given[typed === "_" ? `?${name}` : typed] ?? typed;
      const worth = worthOf(written ?? "");
      if (written === null || worth !== null) this.byWorth.set(worth, [...(this.byWorth.get(worth) ?? []), leaf]);
    }
    this.unsure = this.byWorth.has(null); // there are numbers that the page does not know
    this.tables = tablesOf(nodes.map(([name], index) => [name, index]));
    this.mostWords = nodes.reduce((most, [name]) => Math.max(most, name.split(/\s+/).length), 1);
    this.moves = new Map();
    this.exact = new Set(nodes.flatMap(([name, , label]) => [name, label]));
    this.isExact = (text) => this.exact.has(text);
  }

  // The names in the same tree when it ends at another depth.
  downTo(limit) {
    this.others ??= new Map();
    if (!this.others.has(limit)) this.others.set(limit, new Names(this.nodes, limit, this.given));
    return this.others.get(limit);
  }

  // Whether a node is called so, or a move just so.
  isCalled(text) {
    return this.anywhere(text) !== null || this.exact.has(text);
  }

  // A list of nodes as it is to be written.
  get example() {
    return `[${this.nodes.filter((_, index) => !this.isBelow(index)).slice(-2).map(([name]) => name).join(", ")}]`;
  }

  isBelow(index) {
    return this.depths[index] > this.limit;
  }

  isLeaf(index) {
    return !this.isBelow(index) && !this.children[index].length;
  }

  anywhere(text) {
    const found = spellings.map((spell, level) => this.tables[level].get(spell(text))).find((index) => index != null);
    const stem = withoutStops(text);
    return found ?? (stem && stem !== text ? this.anywhere(stem) : null);
  }

  find(text) {
    const index = this.anywhere(text);
    return index === null || this.isBelow(index) ? null : index;
  }

  has(text) {
    return this.find(text) !== null;
  }

  node(words) {
    return this.find(textOf(words)) ?? this.unknown(words);
  }

  // A child by its name, its move, or its side where there are two.
  child(parent, text) {
    if (!this.moves.has(parent)) {
      const labelled = this.children[parent].filter((child) => this.nodes[child][2] !== null);
      this.moves.set(parent, tablesOf(labelled.map((child) => [this.nodes[child][2], child])));
    }
    for (const [level, spell] of spellings.entries())
      for (const table of [this.tables, this.moves.get(parent)]) {
        const index = table[level].get(spell(text));
        if (index != null && !this.isBelow(index) && this.nodes[index][1] === parent) return index;
      }
    const stem = withoutStops(text);
    if (stem && stem !== text) return this.child(parent, stem);
    const children = this.children[parent];
    return children.length === 2 ? children[reading.sides[text.toLowerCase()]] ?? null : null;
  }

  // The leaves with that number on them; null where it is none.
  withUtility(text) {
    const number = worthOf(text);
    return number === null ? null : this.byWorth.get(number) ?? [];
  }

  // The one leaf with that number on it, below a node where that is given.
  leaf(text, parent) {
    const all = this.withUtility(text) ?? [];
    const leaves = parent === undefined ? all : all.filter((leaf) => this.nodes[leaf][1] === parent);
    return leaves.length === 1 ? leaves[0] : null;
  }

  unknown(words, within = words) {
    const name = shortened(textOf(words));
    if (plainly(name) === "-" && within.length < 2) refuse("dash");
    if (this.anywhere(textOf(words)) !== null) refuse("below", { name });
    const leaves = this.withUtility(textOf(words));
    const called = leaves?.slice(0, 2).map((leaf) => this.nodes[leaf][0]);
    if (leaves && leaves.length !== 1) refuse(leaves.length ? "which-leaf" : "no-leaf", { utility: name, leaves: called });
    if (within.length > 1 || /[\p{L}\p{N}_](?:-|\.\.)[\p{L}\p{N}_]/u.test(plainly(name))) this.notCertain(within);
    return refuse("unknown-node", { name });
  }
}

Names.prototype.notCertain = function notCertain(words) {
  return refuse("words", { text: shortened(textOf(words)), example: this.example });
};

const isArrow = ({ kind, text }) => kind === "sign" && ARROWS.has(plainly(text));
const isAnd = ({ kind, text }, names) => kind === "word" && AND_WORDS.has(text.toLowerCase()) && !names.has(text);

// Whether a word is one of those that are said around names, and no name itself.
const isSaid = ({ kind, text }, said, names) => kind === "word" && said.has(text.toLowerCase()) && !names.isCalled(text);

function saysNone({ items }, names) {
  if (items.length !== 1) return !items.length;
  const [{ words }] = items;
  return Boolean(words) && !names.has(textOf(words)) && NOTHING_WORDS.has(withoutStops(lower(words)));
}

const numberOf = (text) => /^(?:第|步驟|深度)?([0-9]+)[步層]?$/.exec(plainly(text))?.[1] ?? text; // `第3步`, `深度2`
