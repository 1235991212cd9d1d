// More fields of questions: answers that are typed, names in an order, children in an order, and cutoffs row by row.

class Words {
  constructor(question) {
    this.question = question;
  }

  text() {
    return this.question.answer;
  }

  show() {
    return true;
  }

  clear() {}

  mark() {}

  field() {
    return this.question.box;
  }
}

class Order extends Words {
  constructor(question) {
    super(question);
    this.known = [...question.all("data")];
    this.byNode = new Map(this.known.map((element) => [element.dataset.node, element]));
    question.tree.join(question, { pick: (name) => {
      if (this.byNode.has(name)) question.put(this.withOrWithout(this.byNode.get(name)));
    } });
  }

  // The answer with a node at its end, or without it where it is named already.
  withOrWithout(element) {
    const text = this.question.answer;
    const chosen = text.trim() === "" ? [] : this.chosen() ?? (saysNothing(plainAnswer(text)) ? [] : null);
    if (chosen === null) return `${text.trimEnd()}, ${element.value}`;
    const left = chosen.filter((other) => other !== element);
    const values = (left.length < chosen.length ? left : [...chosen, element]).map(({ value }) => value);
    return values.length ? `[${values.join(", ")}]` : "";
  }

  chosen() {
    return namesIn(plainAnswer(this.question.answer), this.known);
  }

  mark() {
    const chosen = this.question.answer.trim() ? this.chosen() : [];
    const signs = (chosen ?? []).map((element, place) =>
      [element.dataset.node, this.question.marks === "order" ? String(place + 1) : ""]);
    this.question.tree.show(this.question, new Map(signs));
  }
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

// Whether a text is but names with commas between them, some of them in quotes.
function isPlainList(text) {
  return listed(text)?.every((name) => unquoted(name) !== name || !/[[\]{}():="\n]|^'|\s'/.test(name)) ?? false;
}

// An answer for each depth: one of several, a number for each node, or a text.
class Depths {
  constructor(question) {
    this.question = question;
    this.rows = [...question.all(".depth-row")].map((element) => ({ controls: [...element.querySelectorAll("input, select")], ...element.dataset }));
  }

  text() {
    const parts = this.rows.map((row) => [row.item, this.said(row)]).filter(([, said]) => said);
    return parts.length ? `{${parts.map((part) => part.join(": ")).join(", ")}}` : "";
  }

  said({ controls }) {
    const [first] = controls, value = first.value.trim();
    if (first.dataset.cell) {
      const given = controls.filter((input) => input.value.trim());
      const numbers = given.map((input) => `${input.dataset.cell}: ${quantityOrQuoted(input.value.trim(), true)}`);
      return numbers.length ? `{${numbers.join(", ")}}` : "";
    }
    const isOne = listed(value)?.length === 1 && !/[:="\n]|^'|\s'/.test(value);
    return !value || first.localName === "select" || isOne ? value : isPlainList(value) ? `[${value}]` : quoted(value);
  }

  show(text) {
    const found = pairs(text)?.map(([depth, value]) => [this.rows.find(({ node }) => node === depth), value]);
    if (!found?.length || found.some(([row]) => !row) || new Set(found.map(([row]) => row)).size < found.length) return false;
    const filled = found.map(([row, value]) => this.values(row, value));
    if (filled.includes(null)) return false;
    this.clear();
    filled.flat().forEach(([control, value]) => { control.value = value; });
    return true;
  }

  // What each of a row's fields has to say for a text; null where they cannot show it.
  values({ controls }, text) {
    const [first] = controls;
    if (first.dataset.cell) {
      const said = pairs(text)?.map(([name, value]) => [controls.find(({ dataset }) => dataset.name === name), unquoted(value)]);
      return said?.every(([control]) => control) ? said : null;
    }
    if (first.localName !== "select") return [[first, isPlainList(insideList(text)) ? insideList(text) : unquoted(text)]];
    const option = [...first.options].find(({ value }) => value && unquoted(value) === unquoted(text));
    return option ? [[first, option.value]] : null;
  }

  clear() {
    this.rows.forEach(({ controls }) => controls.forEach((control) => { control.value = ""; }));
  }

  mark(depths) {
    this.rows.forEach(({ controls, node }) => controls.forEach((control) => markInvalid(control, depths.has(node) && control.value.trim() !== "")));
  }

  field(depth) {
    return (this.rows.find(({ node }) => node === depth) ?? this.rows[0]).controls[0];
  }
}

const SLOTS = ["at", "after", "bound"];

class Cuts {
  constructor(question) {
    this.question = question;
    this.list = question.find(".cut-rows");
    this.template = question.find("template");
    this.none = question.find("input[data-none]");
    question.find(".add").addEventListener("click", () => {
      this.add().querySelector("select").focus();
      this.none.checked = false;
      question.changed();
    });
    this.list.addEventListener("click", (event) => this.remove(event.target));
    this.none.addEventListener("change", () => { if (this.none.checked) this.list.replaceChildren(); });
  }

  get rows() {
    return [...this.list.children];
  }

  add(cut = {}) {
    const row = this.template.content.firstElementChild.cloneNode(true);
    const [at, after] = row.querySelectorAll("select");
    const children = [...after.options];
    const offer = () => {
      const chosen = after.value;
      after.replaceChildren(...children.filter((option) => option.value === "" || option.dataset.at === at.value));
      after.value = [...after.options].some((option) => option.value === chosen) ? chosen : "";
    };
    at.addEventListener("change", offer);
    this.list.append(row);
    this.slots(row).forEach(([slot, select]) => {
      select.value = cut[slot] ?? "";
      if (slot === "at") offer();
    });
    return row;
  }

  remove(target) {
    if (!target.closest(".remove")) return;
    target.closest(".cut").remove();
    this.question.find(".add").focus();
    this.question.changed();
  }

  slots(row) {
    return SLOTS.map((slot) => [slot, row.querySelector(`[data-slot="${slot}"]`)]);
  }

  text() {
    if (this.none.checked) return this.none.value;
    const cuts = this.rows.map((row) => this.slots(row).filter(([, select]) => select.value));
    const written = cuts.filter((cut) => cut.length)
      .map((cut) => `{${cut.map(([slot, select]) => `${slot}: ${select.value}`).join(", ")}}`);
    return written.length ? `[${written.join(", ")}]` : "";
  }

  show(text) {
    if (saysNothing(text)) {
      this.clear();
      this.none.checked = true;
      return true;
    }
    const found = listed(inside(text, "[", "]"))?.map((piece) => piece.startsWith("{") ? this.cut(piece) : null);
    if (!found?.length || found.includes(null)) return false;
    this.clear();
    found.forEach((cut) => this.add(cut));
    return true;
  }

  // The values of the fields for `{at: C, after: C1, bound: alpha}`; null where they cannot show it.
  cut(text) {
    const said = pairs(text);
    if (!said || new Set(said.map(([slot]) => slot)).size < said.length) return null;
    const cut = {};
    for (const [slot, value] of said) {
      const options = [...(this.template.content.querySelector(`[data-slot="${CSS.escape(slot)}"]`)?.options ?? [])];
      const option = options.find((one) => one.value && unquoted(one.value) === unquoted(value)
        && (slot !== "after" || one.dataset.at === cut.at));
      if (!option) return null;
      cut[slot] = option.value;
    }
    return cut;
  }

  clear() {
    this.none.checked = false;
    this.list.replaceChildren();
  }

  // Of a row that says something, what it has to say yet.
  mark() {
    this.rows.forEach((row) => {
      const slots = this.slots(row);
      const isEmpty = slots.every(([, select]) => !select.value);
      slots.forEach(([slot, select]) => markInvalid(select, !isEmpty && slot !== "bound" && !select.value));
    });
  }

  field() {
    return this.list.querySelector("[aria-invalid]") ?? this.question.find(".add");
  }
}

const WIDGETS = { numbers: Numbers, intervals: Intervals, options: Options, nodes: Nodes, order: Order, orders: Orders, remaining: Remaining, cuts: Cuts, depths: Depths, set: Words, words: Words, text: Words };
