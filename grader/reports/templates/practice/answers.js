// What somebody answers to a task: the fields that take it, and whether it is right.

const KEYS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0", "−", "/", "∞", ".", "⌫"];
const FEW_KEYS = ["−", "/", "∞"];
const BOUND_KEYS = ["≤", "≥"];
const RANGE_KEYS = ["<", "≤", ">", "≥"];
const KEY_NAMES = {
  "−": "minus", "/": "over", "∞": "infinity", ".": "point", "⌫": "back", "<": "less", "≤": "most", ">": "more", "≥": "least",
};
const isTouched = matchMedia("(pointer: coarse)").matches;

function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

const button = (text, attributes = {}) => element("button", { type: "button", ...attributes }, text);

class Answer {
  // `done` is called when the answer is given; `stage` shows what is chosen in the tree.
  constructor(task, tree, stage, done) {
    Object.assign(this, { task, tree, stage, done, chosen: [], inputs: [] });
    this.box = element("div", { class: `answer answer-${task.widget}` });
    this[task.widget]();
  }

  number() {
    const signs = this.task.case === "reported" ? BOUND_KEYS : [];
    this.fields([this.task.label || say("number")], "", [...signs, ...(isTouched ? KEYS : FEW_KEYS)]);
  }

  window() {
    const sides = this.task.case.startsWith("bounds") ? [say("at-least"), say("at-most")] : ["α", "β"];
    this.part();
    this.fields(sides, this.task.label);
  }

  // What is asked about, where the question is about several things.
  part() {
    if (this.task.label) this.box.append(element("p", { class: "part" }, this.task.label));
  }

  // All numbers for an unknown, with keys for the signs between them.
  range() {
    const { unknown } = this.task.parts;
    this.box.append(element("p", { class: "how" }, say("how-range", { unknown })));
    this.fields([unknown], "", [unknown, ...RANGE_KEYS, say("or"), ...(isTouched ? KEYS : FEW_KEYS)]);
    const words = element("div", { class: "actions" });
    for (const word of [say("always"), say("never")]) {
      const made = button(word, { class: "secondary" });
      made.addEventListener("click", () => { this.inputs[0].value = word; this.done(); });
      words.append(made);
    }
    this.box.append(words);
  }

  fields(labels, about = "", keys = isTouched ? KEYS : FEW_KEYS) {
    const row = element("div", { class: "fields" });
    for (const label of labels) {
      const input = element("input", {
        type: "text", autocomplete: "off", spellcheck: "false", enterkeyhint: "done", size: "6",
        inputmode: isTouched ? "none" : "text", "aria-label": [this.task.prompt, about, label].filter(Boolean).join(" "),
      });
      this.inputs.push(input);
      row.append(element("label", {}, element("span", {}, label), input));
    }
    this.box.append(row, this.keys(keys));
    this.box.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.target.tagName !== "INPUT") return;
      event.preventDefault();
      const empty = this.inputs.find((input) => !input.value.trim());
      if (empty && empty !== event.target) empty.focus();
      else this.done();
    });
  }

  // Keys for what a phone's keyboard does not have; on a phone for all, so that no keyboard hides the tree.
  keys(keys) {
    const pad = element("div", { class: isTouched ? "keys keys-all" : "keys", role: "group", "aria-label": say("keys") });
    let last = this.inputs[0];
    for (const input of this.inputs) input.addEventListener("focus", () => { last = input; });
    for (const key of keys) {
      const made = button(key, { "aria-label": say(`key-${KEY_NAMES[key] ?? "digit"}`, { digit: key }) });
      made.addEventListener("pointerdown", (event) => event.preventDefault()); // the field keeps the focus
      made.addEventListener("click", () => press(last, key === say("or") ? ` ${key} ` : key));
      pad.append(made);
    }
    return pad;
  }

  node() {
    this.named(say("tap-one"));
  }

  nodes() {
    this.named(say("tap-several"));
    const none = button(say("none-of-them"), { class: "quiet" });
    none.addEventListener("click", () => { this.chosen = []; this.update(); this.isNone = true; this.done(); });
    this.box.append(none);
  }

  order() {
    this.named(say("tap-order"));
    const back = button(say("take-back"), { class: "quiet" });
    back.addEventListener("click", () => { this.chosen.pop(); this.update(); });
    this.box.append(back);
  }

  // A field for names, beside the tree in which they can be tapped.
  named(how) {
    this.part();
    const input = element("input", {
      type: "text", autocomplete: "off", autocapitalize: "characters", spellcheck: "false", enterkeyhint: "done", class: "names",
      "aria-label": [this.task.prompt, this.task.label, say("names")].filter(Boolean).join(" "), placeholder: say("names"),
    });
    this.inputs.push(input);
    this.box.append(element("p", { class: "how" }, how), input);
    input.addEventListener("input", () => this.stage.choose(this.readNames() ?? [], this.task.widget === "order"));
    input.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      this.done();
    });
  }

  choice() {
    const row = element("div", { class: "choices", role: "group", "aria-label": this.task.prompt });
    (this.task.choice === "bound" ? [["alpha", "α"], ["beta", "β"]] : [["cut", say("cut")], ["go", say("go-on")]])
      .forEach(([value, text], place) => {
        const made = button(text, { value, class: "choice", "aria-keyshortcuts": place + 1 });
        if (!isTouched) made.append(element("kbd", { "aria-hidden": "true" }, String(place + 1)));
        made.addEventListener("click", () => { this.value = value; this.done(); });
        row.append(made);
      });
    this.box.append(row);
  }

  // One of several lines, each of which is a button.
  line() {
    const list = element("ol", { class: "lines" });
    this.task.lines.forEach((text, place) => {
      const made = button(text, { value: place });
      made.addEventListener("click", () => { this.value = String(place); this.done(); });
      list.append(element("li", {}, made));
    });
    this.box.append(list);
  }

  // A node was tapped in the tree.
  pick(index) {
    const { widget, of } = this.task;
    if (!["node", "nodes", "order"].includes(widget) || (of && !of.includes(index))) return;
    if (widget === "node") this.chosen = [index];
    else if (this.chosen.includes(index)) this.chosen = this.chosen.filter((other) => other !== index);
    else this.chosen = [...this.chosen, index];
    this.update();
    if (widget === "node") this.done();
  }

  update() {
    this.isNone = false;
    this.stage.choose(this.chosen, this.task.widget === "order");
    this.inputs[0].value = this.chosen.map((index) => this.tree.names[index]).join(", ");
  }

  readNames() {
    return namesIn(this.inputs[0].value, this.tree.names, this.tree.ends);
  }

  // What is given, as the data of the page writes it: the text, or why there is none.
  read() {
    if (["choice", "line"].includes(this.task.widget)) return { text: this.value };
    if (this.task.widget === "range") return readRange(this.inputs[0].value, this.task.parts);
    if (["number", "window"].includes(this.task.widget)) {
      const texts = this.inputs.map((input) => input.value.trim());
      if (texts.includes("")) return { why: say("empty") };
      const numbers = texts.map(this.task.case === "reported" ? readBound : readNumber);
      const place = numbers.indexOf(null);
      return place < 0 ? { text: texts.join(";"), numbers } : { why: say("no-number", { text: texts[place].slice(0, 24) }) };
    }
    const found = this.isNone ? [] : this.readNames();
    if (found === null) return { why: say("no-node") };
    if (!found.length && !this.isNone) return { why: say(this.task.widget === "nodes" ? "empty-set" : "empty-node") };
    const indexes = this.task.widget === "nodes" ? inTreeOrder(found) : found;
    return { text: indexes.join(" "), indexes };
  }

  focus() {
    if (!this.inputs.length || (isTouched && !["number", "window", "range"].includes(this.task.widget))) return false;
    (this.inputs.find((input) => !input.value) ?? this.inputs[0]).focus({ preventScroll: true });
    return true;
  }
}

function press(input, key) {
  const [start, end] = [input.selectionStart ?? input.value.length, input.selectionEnd ?? input.value.length];
  if (key === "⌫") input.setRangeText("", start === end ? Math.max(0, start - 1) : start, end, "end");
  else input.setRangeText(key, start, end, "end");
  input.focus({ preventScroll: true });
}

// What becomes of an answer: right, right elsewhere, or wrong, with all that is known about why.
function judged(task, given) {
  if (knownAs(given, task.is, task.r ?? 0) !== undefined) return { verdict: "right" };
  const other = knownAs(given, Object.keys(task.conventions), 0);
  if (other !== undefined) return { verdict: "elsewhere", words: say(`convention.${task.conventions[other]}`, data.bounds) };
  const behind = knownAs(given, Object.keys(task.ideas), 0) ?? given.text;
  return { verdict: "wrong", answer: behind, proof: proofAgainst(task, given) };
}

function proofAgainst(task, given) {
  if (given.segments) {
    const right = readSegments(task.is[0]);
    const number = Object.keys(task.proofs).find((text) => isIn(readNumber(text), right) !== isIn(readNumber(text), given.segments));
    return number === undefined ? "" : textOf(task.proofs[number]);
  }
  if (given.text in task.proofs) return textOf(task.proofs[given.text]);
  const item = (given.indexes ?? []).find((index) => String(index) in task.proofs);
  return item === undefined ? "" : textOf(task.proofs[item]);
}

// Of several nodes, those that belong there and those that do not, in words.
function itemByItem(task, tree, given) {
  if (task.widget === "line") return say(Number(given.text) < Number(task.is[0]) ? "line-early" : "line-late", { given: Number(given.text) + 1 });
  if ((task.widget !== "nodes" && task.widget !== "order") || given.text in task.proofs) return "";
  const right = task.is[0].split(" ").filter(Boolean).map(Number);
  const names = (indexes) => listed(indexes.map((index) => tree.names[index]));
  if (task.widget === "order") {
    const place = given.indexes.findIndex((index, at) => index !== right[at]);
    const good = given.indexes.slice(0, place < 0 ? given.indexes.length : place);
    return good.length ? say("order-so-far", { nodes: names(good) }) : say("order-first");
  }
  const wrong = given.indexes.filter((index) => !right.includes(index));
  const missing = right.filter((index) => !given.indexes.includes(index));
  const parts = [
    wrong.length ? say("set-wrong", { nodes: names(wrong), number: wrong.length }) : "",
    missing.length ? say("set-missing", { number: missing.length }) : "",
  ];
  return parts.filter(Boolean).join(" ");
}
