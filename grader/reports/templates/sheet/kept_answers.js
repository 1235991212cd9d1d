// What this browser keeps of the sheet, and which text survives where the sheet is open in two windows.

const STUDENT = "";
const nameOf = (problem, question) => `${problem}:${question}`;

// What was filled in, by the names of the questions; the student's name stands there too.
const textsOf = ({ student, answers }) =>
  new Map([[STUDENT, student], ...answers.map(([problem, id, text]) => [nameOf(problem, id), text])]);

class KeptAnswers {
  constructor() {
    this.place = `grader-sheet:${data.set}:${data.key}`;
    this.agreed = null; // what this window last kept or read
  }

  // Keep everything that was filled in; whether that is possible.
  keep(state) {
    this.agreed = state;
    try {
      localStorage.setItem(this.place, JSON.stringify(state));
    } catch {
      return false; // no storage here, or it is full
    }
    return true;
  }

  // What this browser keeps; null where that is nothing.
  get stored() {
    try {
      const found = JSON.parse(localStorage.getItem(this.place));
      return found?.answers ? found : null;
    } catch {
      return null;
    }
  }

  restore() {
    return this.agreed = this.stored;
  }

  // What another window has changed since this one last kept or read it, by name. Its text survives, unless this
  // window has changed the same answer in another way meanwhile.
  changes(state) {
    const theirs = this.stored;
    if (!theirs || !this.agreed || JSON.stringify(theirs) === JSON.stringify(this.agreed)) return null;
    const [before, mine] = [textsOf(this.agreed), textsOf(state)];
    this.agreed = theirs;
    return [...textsOf(theirs)]
      .filter(([name, text]) => text !== before.get(name) && text !== mine.get(name))
      .map(([name, text]) => ({ name, text, survives: mine.get(name) === before.get(name) }));
  }

  // Act whenever another window keeps something.
  listen(act) {
    window.addEventListener("storage", ({ key }) => { if (key === this.place) act(); });
  }
}
