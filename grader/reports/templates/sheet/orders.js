// The order of the children of each node: how it is read, and its fields.

const BETWEEN_CHILDREN = new Set([">", "then"]);

// The order of the children of each node: `{A: [D, B, C]}`, `A = D B C` → [[name, what is read, why not]].
function readOrders(text, names, { nodes: asked }) {
  const answer = readAnswer(text, names.isExact, true);
  const found = new Map();
  for (const { name: said, items } of listsInOrder(answer, asked) ?? ordersIn(answer.items)) {
    if (said === null && asked.length > 1) nameless("which-node", items, asked);
    const typed = said ?? asked[0];
    const index = names.find(typed);
    const name = index === null ? typed : names.nodes[index][0];
    const part = attempt(() => orderOf(phrasesIn(items), index, names, asked.includes(name) ? null : typed));
    if (part.value === "") continue;
    const isTwice = found.has(name) && found.get(name).value !== part.value;
    found.set(name, isTwice ? { why: new Unreadable("unreadable.given-twice", { name: shortened(name) }) } : part);
  }
  if (!found.size) refuse("nothing-given");
  return found;
}

// A list for each node without its name; null where the answer is no such list.
function listsInOrder({ items }, asked) {
  const isList = (item) => isGroup(item) && !item.items.some(isPair);
  if (asked.length === 1 || items.length !== asked.length || !items.every(isList)) return null;
  return asked.map((name, place) => ({ name, items: [items[place]] }));
}

// What stands behind each name, up to the next one.
function ordersIn(items) {
  const opened = (all) => all.flatMap((item) => (isGroup(item) && item.items.some(isPair) ? opened(item.items) : [item]));
  const entries = [];
  for (const item of opened(items)) {
    if (isPair(item)) entries.push({ name: textOf(item.key.words), items: item.value ? [item.value] : [] });
    else if (entries.length) entries.at(-1).items.push(item);
    else entries.push({ name: null, items: [item] });
  }
  return entries;
}

const phrasesIn = (items) => items.flatMap((item) =>
  (isPhrase(item) ? [item] : isGroup(item) ? phrasesIn(item.items) : refuse("pair-in-list")));

// All of the children of a node, each once; `other` is what a node is called that was not asked about.
function orderOf(phrases, parent, names, other) {
  if (!phrases.length) return "";
  if (other !== null && parent === null) names.unknown([{ text: other, kind: "word" }]);
  if (other !== null) refuse("order-not-asked", { name: shortened(other) });
  const nameOf = (child) => names.nodes[child][0];
  const found = phrases.flatMap(({ words }) => childrenIn(words, parent, names));
  if (found.includes(UNSURE)) return null;
  const twice = found.find((child, place) => found.indexOf(child) < place);
  if (twice !== undefined) refuse("child-twice", { name: nameOf(twice) });
  const missing = names.children[parent].filter((child) => !found.includes(child)).map(nameOf);
  if (missing.length) refuse("child-missing", { parent: nameOf(parent), children: missing, number: missing.length });
  return found.join(" ");
}

function childrenIn(words, parent, names) {
  const whole = childOf(parent, textOf(words), names);
  if (whole !== null) return [whole];
  return words.flatMap((word) => {
    const child = childOf(parent, word.text, names);
    if (child !== null) return [child];
    if (isArrow(word) || isAnd(word, names) || BETWEEN_CHILDREN.has(word.text.toLowerCase())) return [];
    if (names.unsure && isNumber([word])) return [UNSURE];
    const children = names.children[parent].slice(0, 12).map((each) => names.nodes[each][0]);
    return refuse("no-child", { name: shortened(word.text), parent: names.nodes[parent][0], children });
  });
}

// The children of each node, typed or clicked one after the other.
class Orders extends Numbers {
  constructor(question) {
    super(question);
    this.rows = this.inputs.map((input) => ({ input, buttons: [...input.closest(".child-order").querySelectorAll("button")] }));
    for (const { input, buttons } of this.rows)
      buttons.forEach((button) => button.addEventListener("click", () => {
        input.value = this.withOrWithout(button, input.value, buttons);
        question.changed();
      }));
  }

  // What is typed, with a child at its end, or without it where it is named already.
  withOrWithout(button, typed, buttons) {
    const chosen = typed.trim() === "" ? [] : namesIn(plainAnswer(typed), buttons);
    if (chosen === null) return `${typed.trimEnd()}, ${button.value}`;
    const left = chosen.filter((other) => other !== button);
    return (left.length < chosen.length ? left : [...chosen, button]).map(({ value }) => value).join(", ");
  }

  text() {
    return this.named ? super.text() : this.inputs[0].value.trim() && this.part(this.inputs[0].value.trim());
  }

  // Names alone, or a text in quotes, so that it says nothing about other nodes.
  part(value) {
    return isPlainList(plainly(value)) ? `[${value}]` : quoted(value);
  }

  show(text) {
    const found = this.named || text.startsWith("{") ? pairs(text) : [[this.inputs[0].dataset.node, text]];
    const lists = found?.map(([name, value]) => [name, unquoted(insideList(value))]);
    return Boolean(lists?.every(([, list]) => isPlainList(list))) && this.fill(lists);
  }

  mark(nodes) {
    super.mark(nodes);
    for (const { input, buttons } of this.rows) {
      const chosen = namesIn(plainAnswer(input.value), buttons) ?? [];
      buttons.forEach((button) => button.setAttribute("aria-pressed", chosen.includes(button)));
    }
  }
}

READERS["order-per-node"] = readOrders;
WIDGETS.orders = Orders;
