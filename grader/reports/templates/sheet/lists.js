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
    this.tree = new ClickableTree(question.find(".tree-slot"), question.drawing, question.marks, (name) => {
      if (this.byNode.has(name)) question.put(this.withOrWithout(this.byNode.get(name)));
    });
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
    this.tree.show(new Map(signs));
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

const WIDGETS = { numbers: Numbers, intervals: Intervals, options: Options, nodes: Nodes, order: Order, orders: Orders, cuts: Cuts, set: Words, words: Words, text: Words };
