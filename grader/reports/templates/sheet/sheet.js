// The page: questions whose answers are texts, kept in this browser, saved to a file and loaded again.

// One question. Its answer is always a text; the fields are a way to write it.
class Question {
  constructor(element, problem, tree, changed) {
    this.element = element;
    this.problem = problem;
    this.tree = tree;
    this.id = element.dataset.question;
    this.marks = element.dataset.marks;
    this.answer = "";
    this.box = element.querySelector(".answer-text");
    this.remark = element.querySelector(".remark");
    this.notify = changed;
    this.number = element.querySelector(".question-number").textContent;
    this.asked = { ...problem.questions[this.id], options: [...this.all(".author")].map((option) => option.textContent) };
    this.names = namesFor(problem, this.asked);
    this.fields = new WIDGETS[element.dataset.widget](this);
    for (const kind of ["input", "change"])
      element.addEventListener(kind, (event) => (event.target === this.box ? this.typed() : this.changed()));
    element.querySelector(".clear").addEventListener("click", () => {
      this.put("");
      element.querySelector(".fields input, .fields select, .fields button, .answer-text").focus();
    });
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

// What belongs to the set beside the sheet.
const alsoProgram = () => (data.programs.length ? [say("also-program", { number: data.programs.length, files: data.programs })] : []);

const STUDENT = "";
const nameOf = (problem, question) => `${problem}:${question}`;

// What was filled in, by the names of the questions; the student's name stands there too.
const textsOf = ({ student, answers }) =>
  new Map([[STUDENT, student], ...answers.map(([problem, id, text]) => [nameOf(problem, id), text])]);

class AnswerSheet {
  constructor() {
    this.student = document.getElementById("student");
    this.ready = false;
    this.place = `grader-sheet:${data.set}:${data.key}`;
    this.questions = data.problems.flatMap((problem) => {
      const section = document.querySelector(`section[data-problem="${CSS.escape(problem.id)}"]`);
      const tree = new ProblemTree(section);
      return [...section.querySelectorAll(".question")].map(
        (element) => new Question(element, problem, tree, () => this.changed()));
    });
    this.student.addEventListener("input", () => this.changed());
    this.on("save", () => this.save());
    this.on("load", () => document.getElementById("file").click());
    this.on("print", () => window.print());
    this.on("clear-all", () => this.clear());
    this.on("undo", () => this.undo());
    document.getElementById("file").addEventListener("change", (event) => this.load(event.target));
    document.getElementById("actions").hidden = false;
    const restored = this.restore();
    this.ready = true;
    this.questions.forEach((question) => question.refresh());
    window.addEventListener("storage", (event) => { if (event.key === this.place) this.merge(); });
    if (restored) this.tell([say("restored")], this.answerTroubles);
  }

  on(id, act) {
    document.getElementById(id).addEventListener("click", act);
  }

  // Everything that was filled in.
  get state() {
    const answers = this.questions.map(({ problem, id, answer }) => [problem.id, id, answer]);
    return { student: this.student.value, answers };
  }

  set state({ student, answers }) {
    if (!this.student.readOnly) this.student.value = student;
    const texts = textsOf({ student, answers });
    const wasReady = this.ready;
    this.ready = false; // everything is kept at once, rather than the whole sheet for every question
    this.questions.forEach((question) => question.put(texts.get(nameOf(question.problem.id, question.id)) ?? ""));
    this.ready = wasReady;
    this.changed();
  }

  changed() {
    if (!this.ready) return;
    this.merge();
    this.report();
    this.keep();
  }

  report() {
    const { student, answers } = this.state;
    document.getElementById("progress").textContent = this.progress;
    document.getElementById("file-text").value = writeSheet(data.set, student, answers, data.version);
    this.compare();
  }

  // Once the file is saved, say when it is no longer what stands here, and which of the troubles are left.
  compare() {
    if (this.saved === undefined) return;
    const isSame = this.saved.text === document.getElementById("file-text").value;
    const left = isSame ? this.saved.troubles : this.troubles.filter(({ key }) => this.saved.keys.has(key));
    const noted = isSame ? "" : left.map(({ key }) => key).join("\n") || "none";
    if (noted === this.noted) return; // so that nothing is read out again with every letter
    this.noted = noted;
    this.tell([isSame ? this.saved.sentence : say(left.length ? "changed-but" : "changed"), ...alsoProgram()], left);
  }

  get progress() {
    const count = (state) => this.questions.filter((question) => question.state === state).length;
    const more = ["partly", "unread"].map((state) => (count(state) ? say(`answered-${state}`, { number: count(state) }) : ""));
    return say("answered", { answered: count("answered"), number: this.questions.length, more: more.join("") });
  }

  // What is to be mended before the file is handed in.
  get troubles() {
    const nameless = { said: say("no-name"), key: STUDENT, at: "student", go: () => this.student.focus() };
    return [...(this.student.value.trim() ? [] : [nameless]), ...this.answerTroubles];
  }

  get answerTroubles() {
    return this.questions.flatMap((question) => question.troubles);
  }

  keep() {
    let kept = true;
    try {
      localStorage.setItem(this.place, JSON.stringify(this.state));
    } catch {
      kept = false; // no storage here, or it is full
    }
    this.agreed = this.state;
    document.getElementById("keeping").textContent = say(kept ? "kept" : "not-kept");
  }

  // What this browser keeps; null where that is nothing.
  get stored() {
    try {
      return JSON.parse(localStorage.getItem(this.place));
    } catch {
      return null;
    }
  }

  restore() {
    const { stored } = this;
    if (!stored?.answers) return false;
    this.state = stored;
    this.agreed = stored;
    return stored.answers.some(([, , text]) => text.trim());
  }

  // Take over what was changed in another window since this one last kept or read it; what was changed
  // here meanwhile stays.
  merge() {
    const theirs = this.stored;
    if (!theirs?.answers || !this.agreed || JSON.stringify(theirs) === JSON.stringify(this.agreed)) return;
    const before = textsOf(this.agreed);
    const told = new Set();
    const wasReady = this.ready;
    this.ready = false; // nothing is kept while it is read
    for (const [name, text] of textsOf(theirs)) {
      const field = this.fieldOf(name);
      if (!field || text === before.get(name) || text === field.answer) continue;
      const isMine = field.answer !== before.get(name);
      if (!isMine) field.put(text);
      told.add(say(isMine ? "elsewhere-too" : "elsewhere"));
    }
    this.ready = wasReady;
    this.agreed = theirs;
    this.report();
    if (told.size) this.tell([...told]);
  }

  // The question of that name, or the student's own name, as something whose answer can be put.
  fieldOf(name) {
    const { student } = this;
    if (name !== STUDENT) return this.questions.find(({ problem, id }) => nameOf(problem.id, id) === name);
    return student.readOnly ? undefined : { answer: student.value, put: (text) => { student.value = text; } };
  }

  save() {
    const { student, answers } = this.state;
    const text = writeSheet(data.set, student, answers, data.version);
    const address = URL.createObjectURL(new Blob([text], { type: "application/yaml" }));
    const link = document.createElement("a");
    link.href = address;
    link.download = "answers.yaml";
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
    const { troubles, progress } = this;
    const sentence = say(troubles.length ? "saved-but" : "saved", { progress });
    this.saved = { text, sentence, troubles, keys: new Set(troubles.map(({ key }) => key)) };
    this.noted = "";
    this.tell([sentence, ...alsoProgram()], troubles);
  }

  async load(input) {
    const [file] = input.files;
    if (!file) return;
    let text = "";
    try {
      text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
    } catch {
      this.tell([say("unreadable-file", { file: file.name })]);
      return;
    } finally {
      input.value = "";
    }
    this.take(readSheet(text), file.name);
  }

  // Put what a file says into the fields, and tell what has no place here.
  take(found, file) {
    const known = new Set(this.questions.map(({ problem, id }) => nameOf(problem.id, id)));
    const fitting = found.answers.filter(([problem, id]) => known.has(nameOf(problem, id)));
    const others = found.answers.filter(([problem, id, text]) => text && !known.has(nameOf(problem, id)));
    if (!fitting.length) {
      this.tell([say("nothing-in-file", { file })]);
      return;
    }
    this.remember();
    this.state = { student: found.student || this.student.value, answers: fitting };
    const number = fitting.filter(([, , text]) => text.trim()).length;
    const left = [...others.map(([problem, id, text]) => `${problem}.${id}: ${text}`), ...found.strange];
    const told = [say("loaded", { number, file })];
    if (found.set && found.set !== data.set) told.push(say("other-set", { set: found.set }));
    if (this.student.readOnly && found.student && found.student !== this.student.value)
      told.push(say("other-student", { student: found.student }));
    if (left.length) told.push(say("left-out", { items: left.join("; ") }));
    this.tell(told, this.answerTroubles);
  }

  clear() {
    this.remember();
    this.state = { student: this.student.value, answers: [] };
    this.tell([say("cleared")]);
  }

  remember() {
    this.before = this.state;
    document.getElementById("undo").hidden = false;
  }

  undo() {
    this.state = this.before;
    document.getElementById("undo").hidden = true;
    document.getElementById("load").focus();
    this.tell([say("undone")]);
  }

  // Say something, and what is to be mended, each with a link to its field.
  tell(sentences, troubles = []) {
    const lines = sentences.map((sentence) => madeOf("p", sentence));
    const links = troubles.map(({ said, at, go }) => {
      const link = madeOf("a", said);
      link.href = `#${at}`;
      link.addEventListener("click", (event) => {
        event.preventDefault();
        go();
      });
      return madeOf("li", link);
    });
    if (links.length) lines.push(madeOf("ul", ...links));
    if (this.questions.some(({ state }) => state === "unread") && links.length) lines.push(madeOf("p", say("mend")));
    document.getElementById("status").replaceChildren(...lines);
  }
}

function madeOf(name, ...content) {
  const element = document.createElement(name);
  element.append(...content);
  return element;
}

new AnswerSheet();
