// The sheet as a whole: its questions, what is said of them, and the file to which they are saved and from which
// they are loaded again.

// What belongs to the set beside the sheet.
const alsoProgram = () => (data.programs.length ? [say("also-program", { number: data.programs.length, files: data.programs })] : []);

class AnswerSheet {
  constructor() {
    this.student = document.getElementById("student");
    this.ready = false;
    this.kept = new KeptAnswers();
    this.questions = data.problems.flatMap((problem) => {
      const section = document.querySelector(`section[data-problem="${CSS.escape(problem.id)}"]`);
      const tree = new ProblemTree(section, problem.nodes.map(([name]) => name));
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
    this.kept.listen(() => this.merge());
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
    const isKept = this.kept.keep(this.state);
    document.getElementById("keeping").textContent = say(isKept ? "kept" : "not-kept");
  }

  restore() {
    const before = this.kept.restore();
    if (!before) return false;
    this.state = before;
    return before.answers.some(([, , text]) => text.trim());
  }

  // Take over what another window has changed.
  merge() {
    const changes = this.kept.changes(this.state)?.filter(({ name }) => this.fieldOf(name));
    if (!changes) return;
    const wasReady = this.ready;
    this.ready = false; // nothing is kept while it is read
    for (const { name, text, survives } of changes) if (survives) this.fieldOf(name).put(text);
    this.ready = wasReady;
    this.report();
    const told = new Set(changes.map(({ survives }) => say(survives ? "elsewhere" : "elsewhere-too")));
    if (told.size) this.tell([...told]);
  }

  // The question of that name, or the field of the student's own name: something in which a text can be put.
  fieldOf(name) {
    const { student } = this;
    if (name !== STUDENT) return this.questions.find(({ problem, id }) => nameOf(problem.id, id) === name);
    return student.readOnly ? undefined : { put: (text) => { student.value = text; } };
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
