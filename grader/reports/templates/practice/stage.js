// The drawing of a tree: what the search has done so far is laid over it, it follows the node that is looked
// at, and nodes in it can be tapped.

const SVG = "http://www.w3.org/2000/svg";
const HEIGHTS = { "tree-max": .69, "tree-min": .33, "tree-chance": .5 };
const REACH = 30; // how far from a node a finger still means it, in pixels of the screen

class Stage {
  constructor(box, pick) {
    this.box = box;
    this.pick = pick;
  }

  open(tree) {
    const [width, height] = tree.size;
    this.tree = tree;
    const box = this.box.querySelector("template").content.firstElementChild.cloneNode(true);
    this.svg = box.firstElementChild;
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.svg.append(...document.getElementById(tree.id).content.querySelector("svg").cloneNode(true).childNodes);
    this.layer = this.svg.appendChild(document.createElementNS(SVG, "g"));
    this.layer.setAttribute("class", "laid");
    this.nodes = [...this.svg.querySelectorAll(":scope > g[transform]")];
    this.places = this.nodes.map((node) => node.getAttribute("transform").match(/-?[\d.]+/g).map(Number));
    this.box.style.setProperty("--ratio", width / height);
    this.box.querySelector(".view")?.remove();
    this.box.append(box);
    this.view = treeViews.add(this.svg);
    this.svg.addEventListener("click", (event) => {
      const index = this.view.isClick(event) ? this.nearest(event) : null;
      if (index !== null) this.pick(index);
    });
  }

  // The node that a tap means: the nearest one within reach.
  nearest(event) {
    const scale = this.svg.getBoundingClientRect().width / this.svg.viewBox.baseVal.width;
    const corner = this.svg.getBoundingClientRect();
    let best = null;
    this.nodes.forEach((node, index) => {
      const shape = node.firstElementChild.getBBox();
      const [x, y] = this.places[index];
      const far = Math.hypot(
        Math.max(0, Math.abs(event.clientX - corner.left - x * scale) - shape.width * scale / 2),
        Math.max(0, Math.abs(event.clientY - corner.top - (y + shape.height / 2) * scale) - shape.height * scale / 2),
      );
      if (far <= REACH && (best === null || far < best.far)) best = { far, index };
    });
    return best?.index ?? null;
  }

  draw(tag, attributes, text) {
    const element = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    if (text !== undefined) element.textContent = text;
    return this.layer.appendChild(element);
  }

  trace(index, style) {
    const outline = this.nodes[index].firstElementChild.cloneNode();
    outline.setAttribute("class", style);
    outline.setAttribute("transform", this.nodes[index].getAttribute("transform"));
    this.layer.append(outline);
  }

  dim(index) {
    const box = this.nodes[index].getBBox();
    const [x, y] = this.places[index];
    this.draw("rect", { class: "veil", x: x + box.x - 1, y: y + box.y - 1, width: box.width + 2, height: box.height + 2 });
  }

  number(index, value) {
    const node = this.nodes[index];
    const shape = node.firstElementChild.getBBox();
    const [x, y] = this.places[index];
    const share = HEIGHTS[Object.keys(HEIGHTS).find((name) => node.classList.contains(name))] ?? .5;
    this.draw("text", { class: "value", x, y: y + shape.y + shape.height * share + 4.6 }, value);
  }

  // Another text in the place of a leaf's number.
  replaced(index, text) {
    const own = this.nodes[index].querySelector("text");
    const [x, y] = this.places[index];
    const box = this.nodes[index].firstElementChild.getBBox();
    this.draw("rect", { class: "unknown", x: x + box.x, y: y + box.y, width: box.width, height: box.height });
    this.draw("text", { class: "value", x, y: y + Number(own.getAttribute("y")) }, text);
  }

  window(index, alpha, beta) {
    const beside = this.nodes[index].querySelectorAll(".tree-name, .tree-beside");
    const [x, y] = this.places[index];
    const left = x + Number(beside[0]?.getAttribute("x") ?? 0);
    const top = y + 13 * beside.length + 12;
    this.draw("text", { class: "window", x: left, y: top }, `α ${alpha}`);
    this.draw("text", { class: "window", x: left, y: top + 16 }, `β ${beta}`);
  }

  // The search after so many steps; `entry` shows α and β as they were when a node was entered, and `unsaid` is
  // the node whose α and β are asked for.
  show(number, { entry = false, current, unsaid } = {}) {
    const seen = new Map();
    const open = new Map();
    this.layer.replaceChildren();
    let last = 0;
    for (const [action, index, alpha, beta, value, , skipped, strokes] of this.tree.steps.slice(0, number)) {
      last = index;
      seen.set(index, { value, leaf: action === "l" });
      if (action === "e") open.set(index, [alpha, beta]);
      if (action === "u" && !entry) open.set(index, [alpha, beta]);
      if (action === "r") open.delete(index);
      for (const top of skipped ?? []) for (let node = top; node < this.tree.ends[top]; node += 1) this.dim(node);
      if (strokes) this.draw("path", { class: "cut", d: strokes });
    }
    for (const [index, { value, leaf }] of seen) {
      if (leaf) this.trace(index, "seen");
      else if (value !== "−∞" && value !== "∞") this.number(index, value);
    }
    open.delete(unsaid);
    if (this.tree.prunes) for (const [index, [alpha, beta]] of open) this.window(index, alpha, beta);
    this.current = current ?? last;
    this.trace(this.current, "current");
    this.follow(this.current);
  }

  // Values that were found without a search, and the node that is asked about; `shown` are texts that stand at
  // nodes meanwhile, in the place of a leaf's number or of a node's value.
  showValues(values, current, shown = {}) {
    this.layer.replaceChildren();
    for (const [index, text] of Object.entries(shown)) {
      if (this.nodes[index].className.baseVal.includes("tree-")) this.number(index, text);
      else this.replaced(index, text);
    }
    for (const [index, value] of values) this.number(index, value);
    this.current = current ?? 0;
    if (current !== undefined) this.trace(current, "current");
    this.follow(this.current);
  }

  choose(indexes, numbered) {
    this.layer.querySelectorAll(".chosen, .turn").forEach((element) => element.remove());
    indexes.forEach((index, place) => {
      this.trace(index, "chosen");
      const [x, y] = this.places[index];
      if (numbered) this.draw("text", { class: "turn", x: x + this.nodes[index].firstElementChild.getBBox().x - 2, y: y + 2 }, place + 1);
    });
  }

  follow(index) {
    this.view.centre(...this.places[index]);
  }
}
