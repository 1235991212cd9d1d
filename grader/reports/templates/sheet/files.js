// answers.yaml: what the fields say → the file's text, and back.

const WORD = String.raw`(?:"(?:[^"\\]|\\.)*"|[-+]?[\p{L}\p{N}_∞.](?:[\p{L}\p{N}_.'/∞+]|->?(?=[\p{L}\p{N}_])| (?=[\p{L}\p{N}_]))*)`;
const BARE = new RegExp(`^${WORD}$`, "u");
const IN_GROUP = new RegExp(`${WORD}:? ?|[[{](?![ ,])|[\\]}]|, (?!,)`, "uy");
const OTHER_MEANING = /^(?:~|null|y|n|yes|no|on|off|true|false|[\d.].*)$/i;
const MOST_LINES = 500; // that an answer in brackets or quotes goes on over
const NOTHING = /^(?:~|null|Null|NULL)?$/;

// The file for a student's answers, each [problem, question, text].
function writeSheet(set, student, answers, version) {
  const lines = [data.mark, `set: ${set}`, `student: ${student.trim() ? nameScalar(student) : ""}`.trimEnd()];
  lines.push(...(version ? [`version: ${nameScalar(version)}`] : []), "answers:");
  let before = null;
  for (const [problem, question, text] of answers) {
    if (problem !== before) lines.push(`  ${problem}:`);
    before = problem;
    lines.push(`    ${question}: ${text ? scalar(text) : ""}`.trimEnd());
  }
  return `${lines.join("\n")}\n`;
}

// An answer as the file has it: as typed where that is safe, else in quotes.
function scalar(text) {
  const bare = (BARE.test(text) && !text.startsWith('"') && !NOTHING.test(text)) || isBareGroup(text);
  return bare ? text : quoted(text);
}

// Whether a text is a list or a group of pairs that YAML reads as it stands. It is read part by part, and no
// part is looked at twice: one pattern for the whole would try all ways to divide it.
function isBareGroup(text) {
  if (!/^[[{]/.test(text) || !/[\]}]$/.test(text) || pieces(text) === null) return false;
  IN_GROUP.lastIndex = 0;
  while (IN_GROUP.lastIndex < text.length) if (!IN_GROUP.test(text)) return false;
  return true;
}

const nameScalar = (text) =>
  /^\p{L}[\p{L}\p{N}_.@-]*$/u.test(text) && !OTHER_MEANING.test(text) ? text : quoted(text);

// What a file says: {set, student, answers: [[problem, question, text]], strange: [lines]}.
function readSheet(text) {
  const plain = text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
  return readJson(plain) ?? new SheetReader(plain.split("\n")).read();
}

function readJson(text) {
  let whole;
  try {
    whole = JSON.parse(text);
  } catch {
    return null;
  }
  if (whole === null || typeof whole !== "object") return null;
  const answers = [];
  for (const [problem, questions] of Object.entries(whole.answers ?? {}))
    for (const [question, answer] of Object.entries(questions ?? {}))
      answers.push([problem, question, jsonText(answer)]);
  return { set: jsonText(whole.set), student: jsonText(whole.student), answers, strange: [] };
}

function jsonText(value) {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

const ENTRY = /^(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|([\p{L}\p{M}\p{N}_][\p{L}\p{M}\p{N}_.-]*))[ \t]*(?::(?=\s|$|[[{"'(])|：)[ \t]*/u;
const indentOf = (line) => line.length - line.trimStart().length;

// Reads lines, told apart by how far they are indented; a slip costs the line in which it stands.
class SheetReader {
  constructor(lines) {
    this.lines = lines;
    this.next = 0;
    this.found = { set: "", student: "", answers: [], strange: [] };
  }

  read() {
    let field = null;
    let problem = null;
    let problemIndent = 0;
    while (this.next < this.lines.length) {
      const line = this.lines[this.next];
      this.next += 1;
      const said = line.trim();
      if (!said || said.startsWith("#") || said === "---" || said === "...") continue;
      const indent = indentOf(line);
      const entry = ENTRY.exec(said);
      if (!entry) {
        this.found.strange.push(said);
        continue;
      }
      const name = entry[1] ?? entry[2] ?? entry[3];
      const rest = said.slice(entry[0].length);
      if (indent === 0) {
        field = name.toLowerCase();
        problem = null;
        if (field === "answers") this.takeBraces(rest, (inner, value) => this.takeProblem(inner, value));
        else this.takeField(field, this.answer(rest, indent));
      } else if (field !== "answers") {
        this.found.strange.push(said);
      } else if (problem === null || indent <= problemIndent) {
        problem = name;
        problemIndent = indent;
        this.takeProblem(name, rest);
      } else {
        this.found.answers.push([problem, name, this.answer(rest, indent)]);
      }
    }
    return this.found;
  }

  takeField(name, text) {
    if (name === "set" || name === "student") this.found[name] = text;
    else if (text) this.found.strange.push(`${name}: ${text}`);
  }

  takeProblem(name, rest) {
    this.takeBraces(rest, (question, value) => {
      this.found.answers.push([name, question, NOTHING.test(value) ? "" : unquoted(value)]);
    });
  }

  // What stands in braces beside the name of a group; they may go on over several lines.
  takeBraces(rest, take) {
    const said = withoutComment(rest);
    if (!said) return;
    const whole = said.startsWith("{") ? this.closed(said) : said;
    const entries = whole.startsWith("{") ? pairs(whole) : null;
    if (entries) entries.forEach(([name, value]) => take(name, value));
    else this.found.strange.push(whole);
  }

  // The answer that starts with `rest` and may go on in the lines below.
  answer(rest, indent) {
    const said = withoutComment(rest);
    if (/^[|>](?:[1-9][+-]?|[+-][1-9]?)?$/.test(said)) return this.block(indent).join("\n").trimEnd();
    if (/^["']/.test(said) && unquoted(said) === said && !/^(""|'')$/.test(said)) {
      const whole = this.quotedOver(rest);
      if (whole !== null) return whole;
    }
    if (/^[[{]/.test(said)) return this.closed(said);
    const lines = [said, ...this.block(indent).map(withoutComment)].filter((line) => line.trim());
    const text = lines.length > 1 ? lines.join("\n") : (lines[0] ?? "").trim();
    return NOTHING.test(text) ? "" : unquoted(text);
  }

  // The lines below that are indented further, without the indentation that all of them have.
  block(indent) {
    const lines = [];
    while (this.next < this.lines.length) {
      const line = this.lines[this.next];
      const dashed = indentOf(line) === indent && /^\s*-(\s|$)/.test(line) && indent > 0;
      if (line.trim() && indentOf(line) <= indent && !dashed) break;
      lines.push(line.trimEnd());
      this.next += 1;
    }
    const common = Math.min(...lines.filter(Boolean).map(indentOf));
    while (lines.length && !lines[0]) lines.shift();
    return lines.map((line) => line.slice(common));
  }

  // A bracket, with the lines below up to the one in which it is closed.
  closed(said) {
    const start = this.next;
    const end = Math.min(start + MOST_LINES, this.lines.length);
    let whole = said;
    while (pieces(whole) === null && this.next < end) {
      whole += ` ${withoutComment(this.lines[this.next].trim())}`;
      this.next += 1;
    }
    if (pieces(whole) !== null) return whole;
    this.next = start;
    return said;
  }

  // A quoted text that goes on below: a line end is a blank.
  quotedOver(rest) {
    const end = Math.min(this.next + MOST_LINES, this.lines.length);
    let whole = rest;
    for (let place = this.next; place < end; place += 1) {
      whole = `${whole.trimEnd()} ${this.lines[place].trim()}`;
      if (unquoted(whole) !== whole) {
        this.next = place + 1;
        return unquoted(whole);
      }
    }
    return null;
  }
}

// A line without the comment at its end.
function withoutComment(line) {
  const found = /^(?:[^"'#]|"(?:[^"\\]|\\.)*"|'[^']*'|["']|(?<=\S)#)*/.exec(line);
  return found[0].trimEnd();
}
