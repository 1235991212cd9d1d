// The page: which tree, which way to use it, the task that is asked, what is said to an answer, and the log.

const $ = (selector) => document.querySelector(selector);
const progress = new Progress(data.key);
const ideas = new Ideas(progress.state.ideas);
const MODES = ["watch", "walk", "solve"];
const LEVELS = 3;
const desk = { task: $("#task"), said: $("#said"), log: $("#log ol"), head: $("#prompt") };
const stage = new Stage($("#stage"), (index) => now.answer?.pick(index));
let now = { tree: null, mode: "walk", step: 0, answer: null };
let before = null; // the tree from which somebody went to a smaller one

function tasksOf(tree, mode) {
  return tree.tasks[mode] ?? [];
}

function open(id, mode) {
  const tree = treeOf(id);
  const possible = MODES.filter((one) => one === "watch" || tasksOf(tree, one).length);
  if (!possible.includes(mode)) mode = possible.at(-1);
  now = { tree, mode, step: 0, answer: null };
  tree.prunes = tree.steps.some(([action]) => action === "c") || tree.tasks.walk.some((task) => task.widget === "window");
  Object.assign(progress.state, id[0] === "t" ? { tree: id, mode } : {});
  progress.keep();
  stage.open(tree);
  $("#about").textContent = tree.about;
  $("#outline").textContent = tree.outline;
  if (id[0] === "t") $("#which").value = id;
  $("#which").parentNode.hidden = id[0] !== "t";
  $("#back").hidden = id[0] === "t";
  $("#rules").replaceChildren(...data.rules[tree.rule].map((words) => element("li", {}, words)));
  for (const one of MODES) {
    const tab = $(`[data-mode=${one}]`);
    tab.hidden = !possible.includes(one);
    tab.setAttribute("aria-pressed", one === mode);
  }
  desk.said.replaceChildren();
  show();
}

function show({ focus = false } = {}) {
  mark();
  if (now.mode === "watch") return watch();
  const run = progress.run(now.tree.id, now.mode);
  const tasks = tasksOf(now.tree, now.mode);
  writeLog(run, tasks);
  if (run.done.length >= tasks.length) return finish(run, tasks, focus);
  ask(tasks[run.done.length], run, tasks.length, focus);
}

function mark() {
  for (const option of $("#which").options) {
    const tree = treeOf(option.value || "t0");
    const done = MODES.slice(1).filter((mode) => tasksOf(tree, mode).length && progress.isDone(tree, mode)).length;
    option.textContent = say("tree", { number: Number(option.value.slice(1)) + 1 }) + (done ? " ✓" : "");
  }
}

// Watch: the search step by step.
function watch() {
  const { steps } = now.tree;
  const place = now.step;
  stage.show(place + 1);
  $("#log").hidden = false;
  desk.head.textContent = textOf(steps[place][5]);
  const slider = element("input", { type: "range", min: 1, max: steps.length, value: place + 1, "aria-label": say("step") });
  const told = say("step-of", { number: place + 1, of: steps.length });
  slider.setAttribute("aria-valuetext", told);
  slider.addEventListener("input", () => go(Number(slider.value) - 1, "input"));
  const back = button("‹", { "aria-label": say("step-back"), class: "big" });
  const on = button("›", { "aria-label": say("step-on"), class: "big" });
  back.disabled = place === 0;
  on.disabled = place === steps.length - 1;
  back.addEventListener("click", () => go(place - 1, "[data-go=back]"));
  on.addEventListener("click", () => go(place + 1, "[data-go=on]"));
  back.dataset.go = "back";
  on.dataset.go = "on";
  desk.task.replaceChildren(element("div", { class: "player" }, back, slider, on), element("p", { class: "soft count" }, told));
  desk.log.replaceChildren(...steps.slice(0, place + 1).map((step) => element("li", {}, textOf(step[5]))));
  desk.log.lastElementChild.setAttribute("aria-current", "step");
  desk.log.parentNode.scrollTop = desk.log.parentNode.scrollHeight;
}

function go(step, focus) {
  now.step = Math.max(0, Math.min(now.tree.steps.length - 1, step));
  watch();
  const target = focus && desk.task.querySelector(focus);
  (target && !target.disabled ? target : desk.task.querySelector("button:not(:disabled)"))?.focus();
}

// Walk and Solve: one task after the other.
function ask(task, run, number, focus) {
  const { tree } = now;
  const asked = now.mode === "solve" ? tree.questions[task.q] : undefined;
  const words = (sayFor(task, "ask") || asked.words).trim();
  const notes = (asked?.notes ?? []).map((note) => element("p", { class: "note" }, note));
  task.prompt = [words, ...(asked?.notes ?? [])].join(" ");
  if (now.mode === "walk") stage.show(task.n, { entry: true, current: task.at, unsaid: task.widget === "window" ? task.at : undefined });
  else stage.showValues(isPlain(asked) ? valuesFound(run, tree) : new Map(), task.at, asked.shown);
  desk.head.textContent = words;
  now.answer = new Answer(task, tree, stage, () => check(task, run));
  const checks = button(say("check"), { class: "primary" });
  checks.addEventListener("click", () => check(task, run));
  const hint = button(say("hint"), { class: "quiet", id: "hint" });
  hint.addEventListener("click", () => help(task, run));
  const actions = element("div", { class: "actions" }, ...(needsCheck(task) ? [checks] : []), hint);
  const done = element("progress", { max: number, value: run.done.length, "aria-label": say("done-so-far") });
  desk.task.replaceChildren(...notes, done, now.answer.box, actions);
  if (run.level && !desk.said.childElementCount) tell("wrong", levels(task, run.level));
  if (focus && !now.answer.focus()) desk.head.focus({ preventScroll: true });
}

const needsCheck = (task) => !["choice", "line"].includes(task.widget);

// Whether a question is about the tree as it is drawn: with its own numbers, and by its own rule.
const isPlain = (asked) => !asked?.notes.length;

// The values of nodes that were answered rightly, which the tree shows from then on.
function valuesFound(run, tree) {
  const found = new Map();
  tasksOf(tree, "solve").slice(0, run.done.length).forEach((task) => {
    if (task.case.startsWith("of-") && isPlain(tree.questions[task.q])) found.set(task.at, task.is[0]);
  });
  return found;
}

function levels(task, level) {
  return Array.from({ length: level }, (_, place) => sayFor(task, place + 1)).slice(-1);
}

function check(task, run) {
  const given = now.answer.read();
  if (given.why) return tell("note", [given.why]);
  const found = judged(task, given);
  if (found.verdict === "elsewhere") return tell("elsewhere", [say("elsewhere"), found.words]);
  if (found.verdict === "right") {
    ideas.fit(task, null, true);
    return settle(task, run, run.wrong || run.level ? "later" : "right");
  }
  run.wrong += 1;
  run.given.push(given.text);
  run.level = Math.min(LEVELS, run.level + 1);
  const idea = ideas.fit(task, found.answer, false);
  const words = [itemByItem(task, now.tree, given), found.proof, ...levels(task, run.level)].filter(Boolean);
  if (run.level === LEVELS) settle(task, run, "shown", words);
  else tell("wrong", words);
  progress.keep();
  if (idea !== undefined) nameIdea(idea);
}

function help(task, run) {
  run.hints += 1;
  run.level = Math.min(LEVELS, run.level + 1);
  if (run.level === LEVELS) settle(task, run, "shown", levels(task, LEVELS));
  else tell("hint", levels(task, run.level));
  progress.keep();
}

// A task is done: what was right is said, and the next one is asked.
function settle(task, run, how, words) {
  run.done.push([how, run.wrong, run.hints]);
  Object.assign(run, { level: 0, wrong: 0, hints: 0, given: [] });
  progress.keep();
  tell(how === "shown" ? "shown" : "right", words ?? [say("right-so", { why: rightAnswer(task) })]);
  show({ focus: true });
}

// What is right, in words.
const rightAnswer = (task) => sayFor(task, "right") || sayFor(task, 3);

function tell(kind, words) {
  const heads = { wrong: say("not-yet"), shown: say("shown"), hint: say("hint"), elsewhere: "", note: "", right: "" };
  const box = element("div", { class: `told told-${kind}` }, ...(heads[kind] ? [element("strong", {}, heads[kind])] : []));
  box.append(...words.map((text) => element("p", {}, text)));
  desk.said.replaceChildren(box);
}

// Two answers fit one idea: its name, why it is not so, and a smallest tree on which it shows.
function nameIdea(place) {
  const idea = data.ideas[place];
  const box = element("div", { class: "told told-idea" }, element("strong", {}, idea.name), element("p", {}, idea.looks));
  box.append(...[...idea.wrong, ...idea.instead].map((text) => element("p", {}, text)));
  const smaller = button(say("smallest-tree"), { class: "secondary" });
  smaller.addEventListener("click", () => openSmall(place));
  box.append(smaller);
  desk.said.append(box);
}

function openSmall(place) {
  before = before ?? { id: now.tree.id, mode: now.mode };
  progress.restart(`s${place}`, "walk");
  progress.restart(`s${place}`, "solve");
  open(`s${place}`, "walk");
  tell("note", data.ideas[place].instead);
  scrollTo(0, 0); // the way back stands on top
}

function writeLog(run, tasks) {
  const lines = run.done.map(([how, wrong, hints], place) => {
    const task = tasks[place];
    const words = how === "shown" ? sayFor(task, 3) : rightAnswer(task);
    const verdict = how === "shown" ? [] : [element("span", { class: "visually-hidden" }, say("right-so", { why: "" }))];
    const sign = { right: "✓", later: "✓", shown: "→" }[how];
    const more = how === "later" ? ` (${say("after-tries", { number: wrong + hints })})` : "";
    return element("li", { class: how }, element("span", { "aria-hidden": "true" }, sign), ...verdict, ` ${words}${more}`);
  });
  desk.log.replaceChildren(...lines);
  $("#log").hidden = lines.length === 0;
  const list = desk.log.parentNode;
  list.scrollTop = list.scrollHeight;
}

// The end: what went well, which ideas came up, and what to do next.
function finish(run, tasks, focus) {
  const { tree, mode } = now;
  now.answer = null;
  if (mode === "walk") stage.show(tree.steps.length);
  else stage.showValues(valuesFound(run, tree));
  const first = run.done.filter(([how]) => how === "right").length;
  const hints = run.done.reduce((sum, [, , used]) => sum + used, 0);
  desk.head.textContent = say(first === tasks.length ? "all-right" : "finished");
  const box = element("div", { class: "summary" });
  box.append(element("p", {}, say("first-try", { number: first, of: tasks.length })));
  const good = wentWell(run, tasks);
  if (good.length) box.append(element("p", {}, say("went-well", { what: listed(good) })));
  const weak = wentBadly(run, tasks);
  if (weak.length) box.append(element("p", {}, say("to-practise", { what: listed(weak) })));
  if (hints) box.append(element("p", { class: "soft" }, say("hints-used", { number: hints })));
  if (ideas.named.length) {
    box.append(element("p", {}, say("ideas-came-up")));
    const list = element("ul", { class: "ideas" });
    for (const place of ideas.named) {
      const link = button(data.ideas[place].name, { class: "link" });
      link.addEventListener("click", () => openSmall(place));
      list.append(element("li", {}, link));
    }
    box.append(list);
  }
  const ways = element("div", { class: "actions" });
  const offer = (words, act, style = "secondary") => {
    const made = button(words, { class: style });
    made.addEventListener("click", act);
    ways.append(made);
  };
  if (before) {
    offer(say("back-to-tree"), leaveSmall, "primary");
  } else {
    const like = nextTree((other) => other.family === tree.family);
    const harder = nextTree((other) => other.level > tree.level);
    if (like) offer(say("another-like-this"), () => open(like.id, mode), "primary");
    if (harder && harder !== like) offer(say("harder-one"), () => open(harder.id, mode));
    if (!like && !harder) offer(say("next-tree"), () => open(trees[(trees.indexOf(tree) + 1) % trees.length].id, mode));
    if (mode === "walk" && tasksOf(tree, "solve").length) offer(say("solve-this"), () => open(tree.id, "solve"));
    if (mode === "solve" && tasksOf(tree, "walk").length) offer(say("walk-this"), () => open(tree.id, "walk"));
  }
  desk.task.replaceChildren(box, ways);
  if (focus) desk.head.focus({ preventScroll: true });
}

const familyOf = (task) => say(`about-${task.case.split("-")[0]}`);

function byFamily(run, tasks, wanted) {
  const found = new Map();
  run.done.forEach(([how], place) => {
    const name = familyOf(tasks[place]);
    const [right, all] = found.get(name) ?? [0, 0];
    found.set(name, [right + (how === "right"), all + 1]);
  });
  return [...found].filter(([name, [right, all]]) => name && wanted(right / all)).map(([name]) => name);
}

const wentWell = (run, tasks) => byFamily(run, tasks, (share) => share >= .8);
const wentBadly = (run, tasks) => byFamily(run, tasks, (share) => share < .6);

// The first tree after this one that is so and is not done in this way, else any that is so.
function nextTree(isSo) {
  const place = trees.indexOf(now.tree);
  const others = [...trees.slice(place + 1), ...trees.slice(0, Math.max(0, place))].filter(isSo);
  const nearest = others.sort((one, other) => Math.abs(one.level - now.tree.level) - Math.abs(other.level - now.tree.level));
  return nearest.find((tree) => tasksOf(tree, now.mode).length && !progress.isDone(tree, now.mode));
}

function leaveSmall() {
  const { id, mode } = before ?? { id: "t0", mode: "walk" };
  before = null;
  open(id, mode);
}

function startAgain() {
  const { tree, mode } = now;
  const undo = progress.restart(tree.id, mode);
  open(tree.id, mode);
  const back = button(say("undo"), { class: "secondary" });
  back.addEventListener("click", () => { undo(); open(tree.id, mode); });
  desk.said.replaceChildren(element("div", { class: "told told-note" }, element("p", {}, say("started-again")), back));
  back.focus();
}

for (const tab of document.querySelectorAll("[data-mode]")) tab.addEventListener("click", () => open(now.tree.id, tab.dataset.mode));
$("#which").addEventListener("change", (event) => { before = null; open(event.target.value, now.mode); });
$("#back").addEventListener("click", leaveSmall);
$("#again").addEventListener("click", startAgain);
$("#print").addEventListener("click", () => print());
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const typing = event.target.matches("input:not([type=range]), select");
  if (now.mode === "watch" && !event.target.matches("input, select")) {
    const way = { ArrowLeft: now.step - 1, ArrowRight: now.step + 1, Home: 0, End: Infinity }[event.key];
    if (way !== undefined) { event.preventDefault(); go(way, event.key === "ArrowLeft" ? "[data-go=back]" : "[data-go=on]"); }
  } else if (!typing && now.answer?.task.widget === "choice" && ["1", "2"].includes(event.key)) {
    event.preventDefault(); // the next task may have a field, which is not to be filled in with this
    now.answer.box.querySelectorAll("button")[Number(event.key) - 1].click();
  }
});
open(progress.state.tree, progress.state.mode);
