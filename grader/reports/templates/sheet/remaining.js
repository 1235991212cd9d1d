// What remains of a tree: how it is read, and its field.

const REMAINING_TOKEN = /(?<said>"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|(?:(?!-{1,2}>|→)[^\s,;:=[\](){}"'#])(?:(?!-{1,2}>|→)[^\s,;:=[\](){}"#])*)|(?<open>[[({])|(?<close>[\])}])|(?<about>-{1,2}>|→|[:=])|(?<comma>[,;])|(?<idle>#[^\n]*|\s)/uy;
const REMAINING_FEATURES = /\{[^{}[\]()]*\}/uy;
const REMAINING_DASHES = /[^\S\n]*(?:-[^\S\n]+)+/;
const withoutQuoteSigns = (word) => word.replace(/^["']+|["']+$/g, "");

// What remains of a tree: nested lists, or the language of trees.
function readRemaining(typed, names) {
  if (typed.length > MOST_CHARACTERS) refuse("too-long", { number: MOST_CHARACTERS });
  const text = remainingInBrackets(plainly(typed));
  const found = { leaves: 0, depth: 0, said: [] };
  for (let place = 0; place < text.length;) {
    REMAINING_TOKEN.lastIndex = place;
    const token = REMAINING_TOKEN.exec(text);
    if (!token) refuse("open-quote", { sign: text[place] });
    REMAINING_FEATURES.lastIndex = place;
    const features = token.groups.open && found.said.length ? REMAINING_FEATURES.exec(text) : null;
    place += (features ?? token)[0].length;
    if (!features) takeToken(token, found, names);
  }
  endLeaf(found, names);
  if (found.depth) refuse("open-bracket", { sign: "[" });
  if (!found.leaves) refuse("nothing-given");
}

function takeToken({ 0: text, groups }, found, names) {
  if (groups.said) found.said.push(text);
  if (groups.about || groups.open) found.said = [];
  if (groups.close || groups.comma) endLeaf(found, names);
  if (groups.close && !found.depth) refuse("stray-sign", { sign: text });
  found.depth += Boolean(groups.open) - Boolean(groups.close);
}

// Takes what was said for a leaf, or for several.
function endLeaf(found, names) {
  const words = found.said;
  const isOne = words.length > 1 && isNumeral(withoutQuoteSigns(words.join(" ")));
  for (const word of isOne ? [] : words) {
    const name = withoutQuoteSigns(word);
    const index = isNumeral(name) ? null : names.find(name);
    if (!isNumeral(name) && (index === null || !names.isLeaf(index)))
      throw new Unreadable("remaining.no-leaf", { text: shortened(word) });
  }
  found.leaves += isOne ? 1 : words.length;
  found.said = [];
}

// The text with brackets instead of the dashes that begin the lines of a list.
function remainingInBrackets(text) {
  if (!REMAINING_DASHES.test(text)) return text;
  const blocks = [];
  let [depth, found] = [0, ""];
  const count = (line, signs) => [...line].filter((sign) => signs.includes(sign)).length;
  for (const line of text.split("\n")) {
    const lead = depth ? null : new RegExp(`^${REMAINING_DASHES.source}`).exec(line)?.[0];
    if (lead) {
      const columns = [...lead.matchAll(/-/g)].map(({ index }) => index);
      while (blocks.length && blocks.at(-1) > columns[0]) {
        blocks.pop();
        found += "]";
      }
      const isNext = blocks.at(-1) === columns[0];
      found += (isNext ? "," : "") + "[".repeat(columns.length - isNext);
      blocks.push(...columns.slice(Number(isNext)));
    }
    const said = line.slice(lead?.length ?? 0);
    depth += count(said, "[({") - count(said, "])}");
    found += `${said}\n`;
  }
  return found + "]".repeat(blocks.length);
}

// What remains of the tree: a click takes a subtree away, or puts it back, and the text is kept in step.
class Remaining extends Words {
  constructor(question) {
    super(question);
    this.leaves = [...question.all("data")];
    this.byNode = new Map(this.leaves.map((leaf) => [leaf.dataset.node, leaf]));
    question.tree.join(question, { pick: (name) => this.toggle(name) });
  }

  // The leaves that are there, all of them before anything is written; null where the text does not name them.
  get kept() {
    const text = plainAnswer(this.question.answer).replace(/[[\]]/g, "").trim();
    const named = text ? namesIn(text, this.leaves) : this.question.answer.trim() ? null : this.leaves;
    return named && new Set(named);
  }

  toggle(name) {
    const { kept } = this;
    if (!kept) return;
    const below = this.under(name), isGone = below.every((leaf) => !kept.has(leaf));
    below.forEach((leaf) => { if (isGone) kept.add(leaf); else kept.delete(leaf); });
    this.question.put(this.written(this.question.problem.nodes[0][0], kept));
  }

  under(name) {
    return [name, ...this.question.below(name)].map((node) => this.byNode.get(node)).filter(Boolean);
  }

  // The tree as nested lists of the leaves that are left; nothing where none is.
  written(name, kept) {
    if (this.byNode.has(name)) return kept.has(this.byNode.get(name)) ? this.byNode.get(name).value : "";
    const { nodes } = this.question.problem, index = nodes.findIndex(([other]) => other === name);
    const children = nodes.filter(([, parent]) => parent === index).map(([child]) => this.written(child, kept));
    return children.some(Boolean) ? `[${children.filter(Boolean).join(", ")}]` : "";
  }

  mark() {
    const { kept } = this;
    const gone = kept ? this.question.problem.nodes.filter(([name]) => this.under(name).length && !this.under(name).some((leaf) => kept.has(leaf))) : [];
    this.question.tree.show(this.question, new Map(gone.map(([name]) => [name, ""])));
  }
}

READERS["remaining-tree"] = readRemaining;
WIDGETS.remaining = Remaining;
