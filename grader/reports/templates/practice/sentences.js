// What the page knows and says. A sentence is found by its case: where there is none for `value-max-first`,
// that for `value-max` is said, and else that for `value`.

const data = JSON.parse(document.getElementById("practice-data").textContent);
const WIDE = /[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]/;

const textOf = (text) => (typeof text === "number" ? data.texts[text] : text);

function say(key, parts = {}) {
  let sentence = data.say[key] ?? "";
  if (typeof sentence !== "string") sentence = sentence[Number(parts.number) === 1 ? "one" : "many"];
  const filled = sentence.replace(/\{(\w+)\}/g, (place, name) => parts[name] ?? "");
  return WIDE.test(sentence) ? filled.replace(/([\u3400-\u9fff]) (?=[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef])/g, "$1") : filled;
}

function sayFor(task, what) {
  for (let words = task.case.split("-"); words.length; words = words.slice(0, -1)) {
    const key = `${words.join("-")}-${what}`;
    if (key in data.say) return say(key, task.parts);
  }
  return "";
}

function listed(items) {
  if (items.length < 2) return items.join("");
  return say("list.last", { before: items.slice(0, -1).join(data.say["list.comma"]), last: items.at(-1) });
}

// What follows from a task of itself: the node that it is about, and the right answer in words.
function implied({ names }, widget, at, right) {
  const parts = { node: names[at] };
  if (widget === "number") parts.value = right;
  if (widget === "node") parts.child = names[Number(right)];
  if (widget === "window") [parts.alpha, parts.beta] = right.split(";");
  return parts;
}

// A tree of the page with its tasks, whose shapes and longer texts stand in tables of the page.
function opened(tree, id) {
  const task = (mode) => (packed, place) => {
    const [shape, at, right, words, n = 0, ideas = {}, others = {}, proofs = {}, r = 0, of = [], q = 0, label = "", lines = []] = packed;
    const [widget, name, choice, ...names] = data.shapes[shape];
    const is = [right].flat();
    const own = Object.fromEntries(names.map((part, index) => [part, textOf(words[index])]));
    const parts = { ...implied(tree, widget, at, is[0]), ...own };
    const conventions = Object.fromEntries(Object.entries(others).map(([answer, other]) => [answer, data.conventions[other]]));
    return {
      widget, case: name, choice, parts, place: `${id}/${mode}/${place}`, n, r, q, label, ideas, conventions, proofs,
      at: at < 0 ? undefined : at, is, of: of.length ? of : undefined, lines: lines.map(textOf),
    };
  };
  const questions = tree.questions.map(([words, notes = [], shown = {}]) => ({ words: textOf(words), notes: notes.map(textOf), shown }));
  return { ...tree, id, questions, tasks: { walk: tree.walk.map(task("walk")), solve: tree.solve.map(task("solve")) } };
}

const trees = data.trees.map((tree, place) => opened(tree, `t${place}`));
const smallTrees = data.small.map((tree, place) => opened(tree, `s${place}`));
const treeOf = (id) => (id[0] === "s" ? smallTrees : trees)[Number(id.slice(1))];
