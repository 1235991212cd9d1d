// The fields of a question. Each widget says what its fields answer, as text (`text`), puts a text into its
// fields if they can show it (`show`), empties them (`clear`), marks those of nodes whose answers cannot be
// read (`mark`), and finds the one for a node (`field`).

const WIDE = /[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]/;

// A sentence, with its parts filled in; a list is written as the language does. A blank sets Latin words off
// from wide ones, but not wide ones.
function say(key, parts = {}) {
  const entry = data.say[key];
  const sentence = typeof entry === "string" ? entry : entry[parts.number === 1 ? "one" : "many"];
  return sentence.replace(/( ?)\{(\w+)\}( ?)/g, (place, before, name, after, start) => {
    const part = Array.isArray(parts[name]) ? inList(parts[name]) : String(parts[name]);
    const isWide = (one, other) => WIDE.test(one ?? "") && WIDE.test(other ?? "");
    return (isWide(sentence[start - 1], part[0]) ? "" : before) + part
      + (isWide(part.at(-1), sentence[start + place.length]) ? "" : after);
  });
}

function inList(items) {
  const before = items.slice(0, -1).join(data.say["list.comma"]);
  return before ? say("list.last", { before, last: items.at(-1) }) : items[0] ?? "";
}

function markInvalid(element, isInvalid) {
  if (isInvalid) element.setAttribute("aria-invalid", "true");
  else element.removeAttribute("aria-invalid");
}

// A field for names and numbers, which no browser should correct.
function setPlain(field) {
  if (field.getAttribute("spellcheck") === "true") return; // words are typed there
  field.autocapitalize = "off";
  field.spellcheck = false;
}

class Numbers {
  constructor(question) {
    this.question = question;
    this.inputs = [...question.all("input")];
    this.named = question.has("named");
    this.bounds = question.has("bounds");
    if (question.has("named") && !question.asked.once) question.tree.join(question, { inputs: this.inputs });
  }

  text() {
    if (!this.named) return this.inputs[0].value;
    const said = this.inputs.filter((input) => input.value.trim());
    const parts = said.map((input) => `${input.dataset.item}: ${this.part(input.value.trim())}`);
    return parts.length ? `{${parts.join(", ")}}` : "";
  }

  part(value) {
    return quantityOrQuoted(value, this.bounds);
  }

  show(text) {
    if (!this.named && !/[\n:=[\]{}]/.test(text)) return this.fill([[this.inputs[0].dataset.node, text]]);
    const found = pairs(text);
    const simple = found?.every(([, value]) => value === unquoted(value) ? !/[[\]{}(),"']/.test(value) : true);
    return Boolean(simple) && this.fill(found.map(([name, value]) => [name, unquoted(value)]));
  }

  fill(found) {
    const inputs = new Map(this.inputs.map((input) => [input.dataset.node, input]));
    const names = found.map(([name]) => name);
    if (new Set(names).size < names.length || names.some((name) => !inputs.has(name))) return false;
    this.clear();
    found.forEach(([name, value]) => { inputs.get(name).value = value; });
    return true;
  }

  clear() {
    this.inputs.forEach((input) => { input.value = ""; });
  }

  // An answer without names may be about any node, but there is only one field for it.
  mark(nodes) {
    this.inputs.forEach((input) => {
      const isMeant = this.named ? nodes.has(input.dataset.node) : nodes.size > 0;
      markInvalid(input, isMeant && input.value.trim() !== "");
    });
    this.question.tree.values(this.question, this.inputs);
  }

  field(node) {
    return this.inputs.find((input) => input.dataset.node === node) ?? this.inputs[0];
  }
}

class Intervals {
  constructor(question) {
    this.question = question;
    this.named = question.has("named");
    this.parts = question.element.dataset.parts?.split(" ");
    this.rows = [...question.all(".interval")].map((element) => ({
      element, inputs: [...element.querySelectorAll("input")], ...element.dataset,
    }));
  }

  text() {
    if (this.parts) return this.partsText();
    const said = this.rows.filter(({ inputs }) => inputs.some((input) => input.value.trim()));
    const parts = said.map(({ item, inputs }) => {
      const numbers = inputs.map(({ value }) => (value.trim() ? quantityOrQuoted(value.trim(), false) : ""));
      return `${this.named ? `${item}: ` : ""}[${numbers.join(", ")}]`;
    });
    if (!parts.length) return "";
    return this.named ? `{${parts.join(", ")}}` : parts[0];
  }

  // The one row as parts with names: `{step: 5, instead: C = 2}`.
  partsText() {
    const values = this.rows[0].inputs.map(({ value }) => value.trim());
    const isPlain = (value) => !/[{}:#\n]/.test(value) && pieces(value)?.length === 1;
    const said = this.parts.map((part, place) => [part, values[place]]).filter(([, value]) => value);
    return said.length ? `{${said.map(([part, value]) => `${part}: ${isPlain(value) ? value : quoted(value)}`).join(", ")}}` : "";
  }

  showParts(found) {
    const names = found.map(([name]) => name);
    if (new Set(names).size < names.length || names.some((name) => !this.parts.includes(name))) return false;
    this.clear();
    found.forEach(([name, value]) => { this.rows[0].inputs[this.parts.indexOf(name)].value = unquoted(value); });
    return true;
  }

  show(text) {
    const parts = this.parts && pairs(text);
    if (parts && this.showParts(parts)) return true;
    const found = this.named || text.trim().startsWith("{") ? pairs(text) : [[this.rows[0].node, text]];
    const rows = new Map(this.rows.map((row) => [row.node, row]));
    const ends = found?.map(([name, value]) => [rows.get(name), endsOf(value, this.rows[0].inputs.length)]);
    if (!ends || ends.some(([row, end]) => !row || !end)) return false;
    if (new Set(ends.map(([row]) => row)).size < ends.length) return false;
    this.clear();
    ends.forEach(([row, end]) => row.inputs.forEach((input, side) => { input.value = end[side]; }));
    return true;
  }

  clear() {
    this.rows.forEach(({ inputs }) => inputs.forEach((input) => { input.value = ""; }));
  }

  mark(nodes) {
    this.rows.forEach(({ inputs, node }) => {
      const isMeant = this.named ? nodes.has(node) : nodes.size > 0;
      const strange = inputs.filter(({ value }) => !isNumeral(value));
      inputs.forEach((input) => markInvalid(input, isMeant && (!strange.length || strange.includes(input))));
    });
  }

  field(node) {
    const { inputs } = this.rows.find((row) => row.node === node) ?? this.rows[0];
    return inputs.find((input) => input.hasAttribute("aria-invalid")) ?? inputs[0];
  }
}

// So many numbers in brackets, `[3, inf]`; null where it is anything else.
function endsOf(text, number) {
  if (text.trim() === "") return Array(number).fill("");
  if (!/^[[(][^]*[\])]$/.test(text.trim())) return null;
  const found = pieces(text.trim().slice(1, -1));
  const simple = found?.every((end) => unquoted(end) !== end || !/[[\]{}()"':=\n]/.test(end));
  return found?.length === number && simple ? found.map(unquoted) : null;
}

class Options {
  constructor(question) {
    this.question = question;
    this.inputs = [...question.all("input")];
    this.several = question.has("several");
    const byNode = new Map(this.inputs.filter(({ dataset }) => dataset.node).map((input) => [input.dataset.node, input]));
    const pick = (name) => byNode.get([name, ...question.above(name)].find((node) => byNode.has(node)))?.click();
    if (byNode.size) question.tree.join(question, { pick });
  }

  text() {
    const chosen = this.inputs.filter((input) => input.checked).map((input) => input.value);
    return chosen.length > 1 ? `[${chosen.join(", ")}]` : (chosen[0] ?? "");
  }

  show(text) {
    const found = listed(insideList(text))?.map(unquoted);
    const chosen = found?.map((name) => this.inputs.find((input) => unquoted(input.value) === name));
    if (!chosen?.length || chosen.includes(undefined) || (chosen.length > 1 && !this.several)) return false;
    this.clear();
    chosen.forEach((input) => { input.checked = true; });
    return true;
  }

  clear() {
    this.inputs.forEach((input) => { input.checked = false; });
  }

  mark() {
    const chosen = this.inputs.filter((input) => input.checked && input.dataset.node);
    this.question.tree.show(this.question, new Map(chosen.map((input) => [input.dataset.node, ""])));
  }

  field() {
    return this.inputs[0];
  }
}

class Nodes {
  constructor(question) {
    this.question = question;
    this.boxes = [...question.all("input:not([data-none])")];
    this.none = question.find("input[data-none]");
    this.byNode = new Map(this.boxes.map((box) => [box.dataset.node, box]));
    question.tree.join(question, { pick: (name) => {
      this.toggle(name);
      question.changed();
    } });
    this.boxes.forEach((box) => box.addEventListener("change", () => this.spread(box.dataset.node, box.checked)));
    question.element.addEventListener("change", (event) => this.exclude(event.target));
  }

  // A click on a node that has no box of its own stands for those below it that have one.
  toggle(name) {
    const boxes = this.byNode.has(name) ? [this.byNode.get(name)]
      : this.question.below(name).map((node) => this.byNode.get(node)).filter(Boolean);
    const ticked = !boxes.every((box) => box.checked);
    boxes.forEach((box) => {
      box.checked = ticked;
      this.spread(box.dataset.node, ticked);
    });
    if (ticked) this.none.checked = false;
  }

  // Where a node stands for its whole subtree, so do the boxes; one that is cleared clears those above it.
  spread(name, ticked) {
    if (!this.question.has("whole")) return;
    const also = ticked ? this.question.below(name) : [...this.question.below(name), ...this.question.above(name)];
    also.filter((node) => this.byNode.has(node)).forEach((node) => { this.byNode.get(node).checked = ticked; });
  }

  // Either none, or some.
  exclude(box) {
    if (box === this.none && box.checked) this.boxes.forEach((other) => { other.checked = false; });
    else if (this.byNode.has(box.dataset.node) && box.checked) this.none.checked = false;
  }

  text() {
    if (this.none.checked) return this.none.value;
    const ticked = this.boxes.filter((box) => box.checked).map((box) => box.value);
    return ticked.length ? `[${ticked.join(", ")}]` : "";
  }

  show(text) {
    const names = namesIn(text, this.boxes);
    if (!names?.length && saysNothing(text)) {
      this.clear();
      this.none.checked = true;
    } else if (names?.length) {
      this.clear();
      names.forEach((box) => { box.checked = true; });
    } else {
      return false;
    }
    // A node that is named alone stands for all below it.
    if (names) names.forEach((box) => this.spread(box.dataset.node, true));
    return true;
  }

  clear() {
    [...this.boxes, this.none].forEach((box) => { box.checked = false; });
  }

  mark() {
    const ticked = this.boxes.filter((box) => box.checked);
    this.question.tree.show(this.question, new Map(ticked.map((box) => [box.dataset.node, ""])));
  }

  field() {
    return this.boxes[0];
  }
}

// The elements whose names a list has, in its order; null where it has anything else.
function namesIn(text, elements) {
  const spelt = (element) => [element.value, unquoted(element.value)];
  const exactly = new Map(elements.flatMap((element) => spelt(element).map((name) => [name, element])));
  const loosely = new Map();
  for (const element of elements)
    for (const name of new Set(spelt(element).map(folded))) loosely.set(name, loosely.has(name) ? undefined : element);
  const found = listed(insideList(text))?.map((piece) => {
    const name = piece.replace(/\s*(?:--?>|[→⟶➔➜↦⇒])\s*/, "->");
    return exactly.get(name) ?? exactly.get(unquoted(name)) ?? loosely.get(folded(unquoted(name)).replace(/\.+$/, ""));
  });
  return found && !found.includes(undefined) ? found : null;
}

const WIDGETS = { numbers: Numbers, intervals: Intervals, options: Options, nodes: Nodes };
