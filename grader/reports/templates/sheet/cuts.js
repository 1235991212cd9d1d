// Cutoffs: how they are read, and their fields, row by row.

const CUT_WORDS = new Set(reading.cuts);

const SLOT_WORDS = { at: "at", after: "after", bound: "bound", by: "bound" };
const BOUND_WORDS = new Set(["alpha", "α", "beta", "β"]);
const isSlotWord = ({ kind, text }) => kind === "word" && Object.hasOwn(SLOT_WORDS, text.toLowerCase());

// The cutoffs that an answer claims. A word such as `after` says what comes next, else a node is followed by
// its child and then by the bound.
class CutReader {
  constructor(names) {
    this.names = names;
    this.draft = {};
    this.slot = null;
  }

  read(items) {
    for (const item of items) {
      const isBound = isGroup(item) && item.items.length === 1 && isPhrase(item.items[0])
        && BOUND_WORDS.has(folded(item.items[0].words.at(-1).text));
      if (isGroup(item) && !isBound) this.finish();
      this.tell(item);
    }
  }

  tell(item) {
    if (isPhrase(item)) {
      this.say(item.words);
    } else if (isPair(item)) {
      this.say(item.key.words);
      if (item.value) this.tell(item.value);
    } else {
      this.read(item.items);
      this.finish();
    }
  }

  say(words) {
    let run = [];
    for (const word of words) {
      if (isSaid(word, CUT_WORDS, this.names)) continue;
      if (isSlotWord(word)) {
        this.putAll(run);
        run = [];
        this.slot = SLOT_WORDS[word.text.toLowerCase()];
      } else if (!isAnd(word, this.names)) {
        run.push(word);
      }
    }
    this.putAll(run);
  }

  putAll(words) {
    if (words.length > 1 && this.names.has(textOf(words))) this.put(words);
    else words.forEach((word) => this.put([word]));
  }

  put(words) {
    const slot = this.slot ?? this.nextSlot(textOf(words));
    if (slot in this.draft) this.finish();
    this.draft[slot] = words;
    this.slot = null;
  }

  nextSlot(text) {
    const missing = ["at", "after"].filter((slot) => !(slot in this.draft));
    if (BOUND_WORDS.has(folded(text)) && !(missing.length && this.names.has(text))) return "bound";
    return missing[0] ?? "at";
  }

  finish() {
    const { at, after, bound } = this.draft;
    if (!at && !after && !bound) return;
    if (!at || !after) throw new Unreadable("cutoffs.incomplete");
    const node = this.names.node(at);
    const said = textOf(after);
    const isKnown = childOf(node, said, this.names) !== null || this.names.has(said) || (this.names.unsure && isNumber(after));
    if (!isKnown) this.names.unknown(after);
    if (bound && !BOUND_WORDS.has(folded(textOf(bound)))) throw new Unreadable("cutoffs.no-bound", { text: shortened(textOf(bound)) });
    this.draft = {};
  }
}

function readCuts(text, names) {
  const answer = readAnswer(text, names.isExact);
  if (saysNone(answer, names)) return;
  const cuts = new CutReader(names);
  cuts.read(answer.items);
  cuts.finish();
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

READERS.cuts = readCuts;
WIDGETS.cuts = Cuts;
