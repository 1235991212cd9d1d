// The drawing of a problem, in which its questions are answered: nodes and edges are clicked, and numbers typed at
// the nodes. It serves one question at a time, the one that is being worked on. Boxes and fields say the same.

const SVG = "http://www.w3.org/2000/svg";
const LARGER = 1.4; // than drawn, so that nodes are easy to hit
const MIDDLES = { "tree-max": .69, "tree-p1": .69, "tree-min": .33, "tree-p2": .33 }; // of a shape, where its number stands

class ProblemTree {
  constructor(section, names) {
    this.svg = section.querySelector("figure.tree .scroll svg"); // some trees are too large
    this.names = names;
    this.stage = section.querySelector(".stage");
    this.bar = section.querySelector(".tree-for");
    this.users = new Map(); // the questions that are answered here
    this.active = null;
    this.nodes = new Map();
    this.edges = new Map();
  }

  // `pick` is told the names of nodes that were clicked; `inputs` are fields for numbers of nodes.
  join(question, user) {
    if (!this.svg) return;
    if (!this.nodes.size) this.prepare();
    if (user.inputs && !user.inputs.some(({ dataset }) => this.nodes.has(dataset.node))) return;
    const button = madeOf("button", question.number);
    button.type = "button";
    button.addEventListener("click", () => {
      this.activate(question);
      question.element.scrollIntoView({ block: "nearest" });
    });
    this.bar.append(button);
    this.users.set(question, { signs: new Map(), button, ...user });
    for (const kind of ["focusin", "pointerdown"]) question.element.addEventListener(kind, () => this.activate(question));
    if (user.inputs) this.users.get(question).fields = this.fieldsFor(question, user.inputs);
    this.bar.hidden = this.users.size < 2;
    this.activate(this.active ?? question);
  }

  prepare() {
    const { svg } = this;
    svg.classList.add("clickable-tree");
    svg.setAttribute("role", "group");
    svg.dataset.most = LARGER;
    this.addEdges([...svg.querySelectorAll(".tree-laid > g > path, .tree-edge")]);
    this.addNodes([...svg.querySelectorAll(".tree-laid > g > g[transform]")]);
    svg.addEventListener("click", (event) => {
      const group = event.target.closest("[data-node], [data-edge]");
      if (group && !event.target.closest("input")) this.clicked(group.dataset.node ?? group.dataset.edge);
    });
    const view = treeViews.of(svg);
    view?.fit();
    view?.centre(...view.drawing.places[0]);
    addEventListener("scroll", () => { this.waiting ??= requestAnimationFrame(() => this.follow()); }, { passive: true });
  }

  clicked(name) {
    const { pick, fields } = this.users.get(this.active);
    if (pick) pick(name);
    else fields?.get(name)?.focus();
  }

  // Who scrolls on until a question is out of sight works on the one that is in sight.
  follow() {
    this.waiting = undefined;
    const focused = document.activeElement;
    if (this.stage.contains(focused) || [...this.users.keys()].some(({ element }) => element.contains(focused))) return;
    const { bottom, right } = this.stage.getBoundingClientRect();
    const isBeside = right < innerWidth * .75;
    const line = (isBeside ? 0 : bottom) + innerHeight * .12;
    const isSeen = ({ element }) => element.getBoundingClientRect().bottom > line && element.getBoundingClientRect().top < innerHeight;
    const found = isSeen(this.active) ? null : [...this.users.keys()].find(isSeen);
    if (found) this.activate(found);
  }

  activate(question) {
    if (this.active === question) return;
    this.active = question;
    for (const [other, { button }] of this.users) button.setAttribute("aria-pressed", other === question);
    const { fields } = this.users.get(question);
    if (fields) this.typing = question;
    this.svg.classList.toggle("is-typing", Boolean(fields));
    for (const [other, user] of this.users)
      user.fields?.forEach((field) => { field.closest("foreignObject").classList.toggle("not-now", other !== this.typing); });
    this.render();
  }

  // A field at each node; the one in the list has the same number.
  fieldsFor(question, inputs) {
    return new Map(inputs.filter(({ dataset }) => this.nodes.has(dataset.node)).map((input) => {
      const group = this.nodes.get(input.dataset.node), shape = group.firstElementChild.getBBox();
      const share = MIDDLES[Object.keys(MIDDLES).find((name) => group.classList.contains(name))] ?? .5;
      const place = document.createElementNS(SVG, "foreignObject");
      const size = { x: -19, y: shape.y + shape.height * share - 9.5, width: 38, height: 19 };
      for (const side in size) place.setAttribute(side, size[side]);
      place.setAttribute("class", "node-value");
      const field = madeOf("input");
      field.autocomplete = "off";
      field.maxLength = 400;
      setPlain(field);
      field.setAttribute("aria-label", `${question.number} ${input.dataset.shown}`);
      field.addEventListener("focus", () => this.activate(question));
      field.addEventListener("input", () => {
        input.value = field.value;
        question.changed();
      });
      input.addEventListener("focus", () => this.point(input.dataset.node));
      place.append(field);
      group.append(place);
      return [input.dataset.node, field];
    }));
  }

  // Bring the node of a field in the list into the middle of a drawing that is larger than its place.
  point(name) {
    const view = treeViews.of(this.svg);
    view?.show([...this.nodes.keys()].indexOf(name));
  }

  // What stands in the fields of the list.
  values(question, inputs) {
    const fields = this.users.get(question)?.fields;
    for (const input of fields ? inputs : []) {
      const field = fields.get(input.dataset.node);
      if (!field) continue;
      if (field.value !== input.value) field.value = input.value;
      markInvalid(field, input.hasAttribute("aria-invalid"));
    }
  }

  // Nothing is drawn between a shape and its name: a rectangle that cannot be seen lies over the whole node, and one
  // of its own over its board, which may be wider.
  addNodes(groups) {
    const parts = groups.map((group) => {
      const board = group.querySelector(".tree-board");
      return { group, board, boxes: board ? [...group.querySelectorAll(":scope > :first-child, :scope > text")] : [group] };
    });
    const sizes = parts.map(({ boxes }) => boxes.map(boxOf)); // all of them before anything is added, which is quicker
    parts.forEach(({ group, board }, place) => {
      group.dataset.node = this.names[place];
      this.nodes.set(group.dataset.node, group);
      const left = Math.min(...sizes[place].map(({ x }) => x)), top = Math.min(...sizes[place].map(({ y }) => y));
      const right = Math.max(...sizes[place].map(({ x, width }) => x + width)), foot = Math.max(...sizes[place].map(({ y, height }) => y + height));
      this.addArea(group, { x: left, y: top, width: right - left, height: foot - top });
      if (board) this.addArea(board, board.querySelector(".tree-grid").getBBox());
    });
  }

  addArea(group, size) {
    const area = document.createElementNS(SVG, "rect");
    area.setAttribute("class", "hit-area");
    for (const side of ["x", "y", "width", "height"]) area.setAttribute(side, size[side]);
    group.append(area);
  }

  // A line is too thin to be hit: a wide one that cannot be seen lies over it.
  addEdges(drawn) {
    drawn.forEach((edge, place) => {
      const group = edge.localName === "g" ? edge : groupAround(edge);
      group.dataset.edge = this.names[place + 1];
      this.edges.set(group.dataset.edge, group);
      const line = group.querySelector("path").cloneNode();
      line.setAttribute("class", "hit");
      group.append(line);
    });
  }

  // The nodes that a question has: a Map from name to the number that is written beside it, or nothing.
  show(question, signs) {
    if (!this.users.has(question)) return;
    this.users.get(question).signs = signs;
    if (question === this.active) this.render();
  }

  render() {
    const { signs } = this.users.get(this.active), isPruned = this.active.marks === "pruned";
    this.svg.querySelectorAll(".sign").forEach((sign) => sign.remove());
    for (const [name, group] of this.nodes) this.mark(group, signs.get(name), isPruned);
    for (const [name, group] of this.edges) {
      const crossed = isPruned && signs.has(name);
      group.classList.toggle("crossed", crossed);
      if (crossed) group.append(crossOn(group.querySelector("path")));
    }
  }

  mark(group, sign, isPruned) {
    group.classList.toggle("crossed", isPruned && sign !== undefined);
    group.classList.toggle("marked", !isPruned && sign !== undefined);
    if (!sign) return;
    const isLeaf = group.firstElementChild.localName === "rect";
    const text = document.createElementNS(SVG, "text");
    text.setAttribute("class", isLeaf ? "sign above" : "sign");
    text.setAttribute("x", isLeaf ? 0 : group.firstElementChild.getBBox().x - 1);
    text.setAttribute("y", isLeaf ? -3 : 7);
    text.textContent = sign;
    group.append(text);
  }
}

// An edge that is drawn as a mere line, as a group to which more can be added.
function groupAround(line) {
  const group = document.createElementNS(SVG, "g");
  group.setAttribute("class", "tree-edge");
  line.replaceWith(group);
  group.append(line);
  return group;
}

// Where something is drawn; a text may be moved there by its style.
function boxOf(element) {
  const { x, y, width, height } = element.getBBox();
  const down = element.localName === "text" ? new DOMMatrix(getComputedStyle(element).transform).f : 0;
  return { x, y: y + down, width, height };
}

// To measure a line is slow, and none ever changes.
const middles = new WeakMap();

function middleOf(line) {
  if (!middles.has(line)) middles.set(line, line.getPointAtLength(line.getTotalLength() / 2));
  return middles.get(line);
}

function crossOn(line) {
  const cross = document.createElementNS(SVG, "path");
  const { x, y } = middleOf(line);
  cross.setAttribute("class", "sign cross");
  cross.setAttribute("d", `M${x - 5} ${y - 5}L${x + 5} ${y + 5}M${x - 5} ${y + 5}L${x + 5} ${y - 5}`);
  return cross;
}
