// Windows in order, for each node or for the whole tree: how they are read, and their fields, a row for each window
// and always an empty one behind them.

const JOINT_WORDS = new Set(reading.joints);

// One window or several, each in brackets of its own.
function readWindows(item) {
  const isJoint = ({ words }) => words?.every((word) => isArrow(word) || JOINT_WORDS.has(word.text.toLowerCase()));
  const parts = (isGroup(item) ? item.items : [item]).flatMap((inner) => {
    if (isPair(inner) && inner.value && !Object.hasOwn(reading.ends, lower(inner.key.words))) return [inner.value];
    return isJoint(inner) ? [] : [inner];
  });
  if (!parts.some(isGroup)) return readInterval(item);
  return parts.map((part) => (isGroup(part) ? readInterval(part) : refuse("no-interval", {}, part))).join(" ");
}

function readWindowList(text, names) {
  const answer = readAnswer(text, names.isExact);
  if (!saysNone(answer, names)) readWindows(answer);
}

class Windows {
  constructor(question) {
    this.question = question;
    this.named = question.has("named");
    this.none = question.find("input[data-none]");
    this.template = question.find("template");
    this.lists = [...question.all(".window-list")].map((element) => ({ rows: element.querySelector("ol"), ...element.dataset }));
    this.lists.forEach((list) => this.add(list));
    question.element.addEventListener("input", ({ target }) => this.grow(target));
    this.none?.addEventListener("change", () => { if (this.none.checked) this.empty(); });
  }

  add({ rows, ...labels }, ends = ["", ""]) {
    const row = this.template.content.firstElementChild.cloneNode(true);
    row.querySelectorAll("input").forEach((input, side) => {
      if (labels.alpha) input.setAttribute("aria-label", labels[input.dataset.end]);
      input.value = ends[side];
    });
    rows.append(row);
  }

  // Whoever types into the last row gets another one, and says that there are some.
  grow(target) {
    const list = this.lists.find(({ rows }) => rows.contains(target));
    if (!list) return;
    if (this.none && target.value.trim()) this.none.checked = false;
    if (this.said(list).includes(list.rows.lastElementChild)) this.add(list);
  }

  inputs(row) {
    return [...row.querySelectorAll("input")];
  }

  // The rows in which something stands.
  said({ rows }) {
    return [...rows.children].filter((row) => this.inputs(row).some(({ value }) => value.trim()));
  }

  text() {
    if (this.none?.checked) return this.none.value;
    const parts = this.lists.map((list) => [list.item, this.said(list).map((row) => this.window(row))]).filter(([, said]) => said.length);
    const written = parts.map(([item, windows]) => `${this.named ? `${item}: ` : ""}[${windows.join(", ")}]`);
    return this.named && written.length ? `{${written.join(", ")}}` : written[0] ?? "";
  }

  window(row) {
    const ends = this.inputs(row).map(({ value }) => (value.trim() ? quantityOrQuoted(value.trim(), false) : ""));
    return `[${ends.join(", ")}]`;
  }

  show(text) {
    if (this.none && saysNothing(text)) {
      this.clear();
      this.none.checked = true;
      return true;
    }
    const found = this.named || text.trim().startsWith("{") ? pairs(text) : [[this.lists[0].node, text]];
    const lists = found?.map(([name, value]) => [this.lists.find(({ node }) => node === name), this.windowsOf(value)]);
    if (!lists || lists.some(([list, windows]) => !list || !windows)) return false;
    if (new Set(lists.map(([list]) => list)).size < lists.length) return false;
    this.clear();
    for (const [list, windows] of lists) {
      list.rows.replaceChildren();
      [...windows, ["", ""]].forEach((ends) => this.add(list, ends));
    }
    return true;
  }

  // The ends of windows in a list, or of one that stands alone; null where it is anything else.
  windowsOf(text) {
    const alone = endsOf(text, 2);
    if (alone) return [alone];
    const found = listed(inside(text, "[", "]"))?.map((piece) => endsOf(piece, 2));
    return found?.length && !found.includes(null) ? found : null;
  }

  clear() {
    if (this.none) this.none.checked = false;
    this.empty();
  }

  empty() {
    for (const list of this.lists) {
      list.rows.replaceChildren();
      this.add(list);
    }
  }

  mark(nodes) {
    for (const list of this.lists) {
      const isMeant = this.named ? nodes.has(list.node) : nodes.size > 0;
      const given = this.said(list).flatMap((row) => this.inputs(row));
      const strange = given.filter(({ value }) => !isNumeral(value));
      for (const input of [...list.rows.children].flatMap((row) => this.inputs(row)))
        markInvalid(input, isMeant && given.includes(input) && (!strange.length || strange.includes(input)));
    }
  }

  field(node) {
    const { rows } = this.lists.find((list) => list.node === node) ?? this.lists[0];
    return rows.querySelector("[aria-invalid]") ?? rows.querySelector("input");
  }
}

READERS["windows-per-node"] = byNode(readWindows, Object.keys(reading.ends));
READERS.windows = readWindowList;
WIDGETS.windows = Windows;
