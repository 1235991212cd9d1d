// A copy of a problem's drawing in which nodes and edges can be clicked; boxes and fields say the same to
// those who do not see it, so the copy is hidden from them.

const SVG = "http://www.w3.org/2000/svg";
const LARGER = 1.4; // than drawn, so that nodes are easy to hit

class ClickableTree {
  // `pick` is told the names of nodes that were clicked, `edge` whether on the edge that leads there.
  constructor(slot, original, marks, pick) {
    this.marks = marks;
    this.nodes = new Map();
    this.edges = new Map();
    this.svg = original?.cloneNode(true) ?? document.createElementNS(SVG, "svg"); // some trees are too large
    this.svg.querySelectorAll("title, desc, style").forEach((element) => element.remove());
    ["role", "aria-labelledby", "aria-describedby"].forEach((name) => this.svg.removeAttribute(name));
    this.svg.setAttribute("aria-hidden", "true");
    this.svg.dataset.most = LARGER;
    this.svg.classList.add("clickable-tree");
    if (original) {
      slot.append(this.svg);
      treeViews.add(this.svg);
    }
    this.svg.querySelectorAll("[data-edge]").forEach((group) => this.addEdge(group));
    this.addNodes([...this.svg.querySelectorAll("[data-node]")]);
    this.svg.addEventListener("click", (event) => {
      const group = event.target.closest("[data-node], [data-edge]");
      if (group) pick(group.dataset.node ?? group.dataset.edge);
    });
  }

  // Nothing is drawn between a shape and its name: a rectangle that cannot be seen lies over the whole node.
  addNodes(groups) {
    const boxes = groups.map((group) => group.getBBox()); // all of them before anything is added, which is quicker
    groups.forEach((group, place) => {
      this.nodes.set(group.dataset.node, group);
      const area = document.createElementNS(SVG, "rect");
      area.setAttribute("class", "hit-area");
      for (const side of ["x", "y", "width", "height"]) area.setAttribute(side, boxes[place][side]);
      group.append(area);
    });
  }

  // A line is too thin to be hit: a wide one that cannot be seen lies over it.
  addEdge(group) {
    this.edges.set(group.dataset.edge, group);
    const line = group.querySelector("path").cloneNode();
    line.setAttribute("class", "hit");
    group.append(line);
  }

  // Mark these nodes: a Map from name to the number that is written beside it, or nothing.
  show(signs) {
    this.svg.querySelectorAll(".sign").forEach((sign) => sign.remove());
    for (const [name, group] of this.nodes) this.mark(group, signs.get(name));
    for (const [name, group] of this.edges) {
      const crossed = this.marks === "pruned" && signs.has(name);
      group.classList.toggle("crossed", crossed);
      if (crossed) group.append(crossOn(group.querySelector("path")));
    }
  }

  mark(group, sign) {
    group.classList.toggle(this.marks === "pruned" ? "crossed" : "marked", sign !== undefined);
    if (!sign) return;
    const isLeaf = group.classList.contains("tree-leaf");
    const text = document.createElementNS(SVG, "text");
    text.setAttribute("class", isLeaf ? "sign above" : "sign");
    text.setAttribute("x", isLeaf ? 0 : group.firstElementChild.getBBox().x - 1);
    text.setAttribute("y", isLeaf ? -3 : 7);
    text.textContent = sign;
    group.append(text);
  }
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
