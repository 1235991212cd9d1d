// One question of the sheet. Its answer is always a text; the fields are a way to write it.

const UNSAID = { nodes: [], units: [], given: {}, limit: null, blank: "", once: null };

class Question {
  constructor(element, problem, tree, changed) {
    this.element = element;
    this.addTools();
    this.problem = problem;
    this.tree = tree;
    this.id = element.dataset.question;
    this.marks = element.dataset.marks;
    this.answer = "";
    this.box = element.querySelector(".answer-text");
    this.remark = element.querySelector(".remark");
    this.notify = changed;
    this.number = element.querySelector(".question-number").textContent;
    this.asked = { ...UNSAID, ...problem.questions[this.id], options: [...this.all(".author")].map((option) => option.textContent) };
    this.names = namesFor(problem, this.asked);
    this.fields = new WIDGETS[element.dataset.widget](this);
    for (const kind of ["input", "change"])
      element.addEventListener(kind, (event) => (event.target === this.box ? this.typed() : this.changed()));
    element.querySelector(".clear").addEventListener("click", () => {
      this.put("");
      element.querySelector(".fields input, .fields select, .fields button, .answer-text").focus();
    });
  }

  // What every question has beside its fields: where it can be typed as text, what is remarked on, and a button to
  // clear it.
  addTools() {
    const { element } = this, tools = document.getElementById("question-tools").content.cloneNode(true);
    const label = tools.querySelector("label"), remark = tools.querySelector(".remark");
    remark.id = `${element.id}-remark`;
    label.htmlFor = tools.querySelector(".answer-text").id = `${element.id}-text`;
    tools.querySelector(".clear .visually-hidden").append(` ${element.querySelector(".question-number").textContent}`);
    if (element.querySelector(".answer-text")) tools.querySelector(".as-text").remove();
    element.append(tools);
    for (const { dataset } of element.querySelectorAll("[data-node]")) {
      dataset.item ??= dataset.node;
      dataset.shown ??= dataset.node;
    }
    for (const { dataset, value } of element.querySelectorAll(".boxes input:not([data-none])")) dataset.node ??= value;
    for (const part of [element, ...[...element.querySelectorAll("template")].map(({ content }) => content)])
      for (const field of part.querySelectorAll("input:not([type]), select, textarea")) {
        field.setAttribute("aria-describedby", remark.id);
        setPlain(field);
      }
  }

  all(selector) {
    return this.element.querySelectorAll(`.fields ${selector}`);
  }

  find(selector) {
    return this.element.querySelector(`.fields ${selector}`);
  }

  has(name) {
    return name in this.element.dataset;
  }

  // The names of the nodes below a node, and above it.
  below(name) {
    const { nodes } = this.problem;
    const first = nodes.findIndex(([other]) => other === name);
    const found = new Set([first]);
    nodes.forEach(([, parent], index) => { if (found.has(parent)) found.add(index); });
    found.delete(first);
    return [...found].map((index) => nodes[index][0]);
  }

  above(name) {
    const { nodes } = this.problem;
    const found = [];
    let index = nodes.findIndex(([other]) => other === name);
    while (nodes[index][1] >= 0) {
      index = nodes[index][1];
      found.push(nodes[index][0]);
    }
    return found;
  }

  // The fields have changed.
  changed() {
    this.answer = this.fields.text();
    this.box.value = this.answer;
    this.refresh();
  }

  // The text has changed.
  typed() {
    this.answer = this.box.value;
    const shown = this.answer.trim() ? this.fields.show(plainAnswer(this.answer)) : this.fields.clear() ?? true;
    this.element.classList.toggle("in-text", !shown);
    if (!shown) this.element.querySelector(".as-text").open = true;
    this.refresh();
  }

  get inText() {
    return this.element.classList.contains("in-text");
  }

  // Whether nothing is answered; a form that was left as it is says nothing.
  get isBlank() {
    const squeezed = this.answer.replace(/\s+/g, "");
    return squeezed === "" || squeezed === this.asked.blank;
  }

  get state() {
    if (this.isBlank) return "blank";
    return this.unread.length ? "unread" : this.missing.length ? "partly" : "answered";
  }

  // What keeps the answer from being ready, and the field in which to mend it.
  get troubles() {
    const lacking = this.missing.length && !this.isBlank ? [{ node: this.missing[0], said: say("preview.parts-missing", { nodes: this.missing }) }] : [];
    return [...this.unread, ...lacking].map(({ node, said }) =>
      ({ said: `${this.number} ${said}`, key: `${this.number} ${node}`, at: this.element.id, go: () => this.focus(node) }));
  }

  focus(node) {
    (this.inText ? this.box : this.fields.field(node)).focus();
  }

  put(text) {
    this.box.value = text;
    this.typed();
    if (this.answer.trim() && this.fields.text().trim() === "" && !this.inText)
      this.answer = this.box.value = ""; // a form that nobody filled in
    this.refresh();
  }

  refresh() {
    const { unread, missing } = this.isBlank ? { unread: [], missing: [] } : lookAt(this.answer, this.names, this.asked);
    this.unread = unread.map(({ node, why }) => ({ node, said: whyUnread(node, why, this.asked.once) }));
    this.missing = missing;
    this.remark.classList.toggle("complaint", unread.length > 0);
    const said = [this.inText && say("in-text"), ...this.unread.map((part) => part.said)].filter(Boolean).join(" ");
    if (this.remark.textContent !== said) this.remark.textContent = said;
    this.fields.mark(new Set(unread.map(({ node }) => node)));
    markInvalid(this.box, unread.length > 0);
    const line = this.element.querySelector(".answer-line");
    if (line) line.textContent = this.answer;
    this.element.querySelector(".clear").hidden = !this.answer.trim();
    this.notify();
  }
}

// The names in a problem's tree, made once for each depth at which it ends and all numbers that are given.
function namesFor(problem, { limit, given }) {
  problem.names ??= new Map();
  const key = JSON.stringify([limit, given]);
  if (!problem.names.has(key)) problem.names.set(key, new Names(problem.nodes, limit, given));
  return problem.names.get(key);
}

// Why an answer cannot be read, in the grader's own words, with the node or the depth that it is about.
function whyUnread(node, { key, parts }, byDepth) {
  const why = say(key, parts);
  const about = byDepth ? say("depths.unreadable", { depth: node, why }) : say("nodes.unreadable", { node: shortened(node ?? ""), why });
  const said = node === undefined ? say("unread", { why }) : about;
  return key === "unreadable.no-number" ? `${said} ${say("write-number")}` : said;
}
