"use strict";
// Every drawing of a tree: it fits its box to a legible size, zooms and pans, shows an overview where it is larger
// than the box, and folds subtrees away. `treeViews.of(svg)` is a picture's view, whose `drawing` is its tree.
const treeViews = (() => {
  const LEGIBLE = 0.8, LARGEST = 3, STEP = 1.25, OVERVIEW = 120, LARGE = 40, MARGIN = 8, BESIDE = 96;
  const NS = "http://www.w3.org/2000/svg";
  const make = (tag, attributes = {}) => {
    const element = document.createElementNS(NS, tag);
    for (const name in attributes) element.setAttribute(name, attributes[name]);
    return element;
  };
  const numbers = (text) => (text.match(/-?[\d.]+/g) ?? []).map(Number);

  // The tree of a drawing, which several pictures may use: where its nodes stand, and which are folded.
  class Drawing {
    constructor(root, sizes) {
      this.root = root;
      this.ends = sizes.map((size, index) => index + size); // of each node, in preorder, the one behind its subtree
      this.nodes = [...root.querySelectorAll(":scope > g[transform]")];
      this.places = this.nodes.map((node) => numbers(node.getAttribute("transform"))); // with nothing folded
      this.pictures = [];
      this.folded = new Set();
      this.cuts = [];
      this.before = new WeakMap(); // of an element, its attributes with nothing folded
      this.marks = make("g", { class: "fold-marks" });
    }

    isInner(index) { return index > 0 && this.ends[index] > index + 1; }
    name(index) { return this.nodes[index].querySelector(".tree-name")?.textContent ?? String(index + 1); }
    above(index) { return [...this.ends.keys()].filter((top) => top < index && this.ends[top] > index); }
    isHidden(index) { return this.above(index).some((top) => this.folded.has(top)); }

    toggle(index) { this.fold(index, !this.folded.has(index)); }
    fold(index, away = true) {
      if (away) this.folded.add(index); else this.folded.delete(index);
      this.lay();
    }
    reveal(index) {
      const closed = this.above(index).filter((top) => this.folded.delete(top));
      if (closed.length) this.lay();
    }

    // How far each node reaches, measured once, when something is first folded.
    get boxes() {
      return this.measured ??= this.nodes.map((node, index) => {
        const box = node.getBBox(), [x, y] = this.places[index];
        return { left: x + box.x, right: x + box.x + box.width, foot: y + box.y + box.height };
      });
    }
    get rows() { return this.heights ??= [...new Set(this.places.map(([, y]) => y))].sort((one, other) => one - other); }
    row(y) { return this.rows.findLastIndex((top) => top <= y + 0.5); }

    // What is folded away: of each outermost folded node, its foot, and by row how far the nodes below reach.
    get gone() {
      const outermost = [...this.folded].filter((index) => !this.isHidden(index));
      return outermost.map((top) => {
        const reach = new Map();
        for (let index = top + 1; index < this.ends[top]; index++) {
          const { left, right } = this.boxes[index], row = this.row(this.places[index][1]);
          const [start, end] = reach.get(row) ?? [Infinity, -Infinity];
          reach.set(row, [Math.min(start, left), Math.max(end, right)]);
        }
        return { top, foot: this.boxes[top].foot, reach, first: this.row(this.places[top][1]) + 1 };
      });
    }
    hider(x, y) {
      return this.away.find(({ foot, reach, first }) => {
        const [start, end] = reach.get(Math.max(this.row(y), first)) ?? [Infinity, -Infinity];
        return y > foot + 0.5 && x > start - 4 && x < end + 4;
      });
    }

    // Stretches across in which nothing is left to see.
    get gaps() {
      const reach = this.boxes.map(({ left, right }, index) => [left - 8, right + (this.ends[index] > index + 1 ? 44 : 8)]);
      const kept = joined(reach.filter((_, index) => !this.isHidden(index)));
      const right = this.pictures[0].full - 8;
      const gaps = [[8, kept[0][0]], ...kept.map(([, end], place) => [end, kept[place + 1]?.[0] ?? right])];
      return gaps.filter(([start, end]) => end > start);
    }
    get height() {
      const feet = this.boxes.filter((_, index) => !this.isHidden(index)).map(({ foot }) => foot);
      return Math.max(...feet) + 44; // with room for what is laid over the lowest node
    }
    across(x) { return this.cuts.reduce((moved, [start, end]) => moved - Math.max(0, Math.min(x, end) - start), x); }

    // Move and hide everything in the drawing, and in what is laid over it, by what is folded.
    lay() {
      this.away = this.gone;
      this.cuts = this.folded.size ? this.gaps : [];
      this.nodes.forEach((node, index) => node.classList.toggle("folded-away", this.isHidden(index)));
      this.warp(this.root);
      this.marks.replaceChildren(...this.away.map(({ top, foot }) => this.mark(top, foot)));
      this.root.append(this.marks);
      for (const picture of this.pictures) picture.relaid();
    }
    mark(top, foot) {
      const group = make("g", { class: "fold-mark", transform: `translate(${this.across(this.places[top][0])} ${foot + 3})` });
      const text = make("text", { y: 12 });
      text.textContent = `+${this.ends[top] - top - 1}`;
      const wide = 12 + 7 * text.textContent.length;
      group.append(make("rect", { x: -wide / 2, width: wide, height: 16, rx: 8 }), text);
      return group;
    }
    warp(root) {
      if (!this.away) return; // nothing has been folded yet
      for (const element of root.querySelectorAll("path, rect, circle, text, use, [transform]")) {
        if (element.closest(".fold-marks") || element.parentNode.closest("[transform]")) continue;
        if (element.localName !== "use") this.move(element);
      }
    }
    move(element) {
      const old = this.before.get(element) ?? Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value]));
      this.before.set(element, old);
      this.strokes = element.matches(".tree-cross, .cut");
      if (old.transform) {
        const [x, y] = numbers(old.transform);
        element.setAttribute("transform", `translate(${this.across(x)} ${y})`);
        if (!this.nodes.includes(element)) element.classList.toggle("folded-away", Boolean(this.hider(x, y + 1)));
      } else if (old.d) {
        element.setAttribute("d", old.d.replace(/M[^M]*/g, (line) => this.moveLine(line)));
      } else {
        const name = element.localName === "circle" ? "cx" : "x", half = Number(old.width ?? 0) / 2;
        const x = Number(old[name] ?? 0) + half, y = Number(old[name === "x" ? "y" : "cy"] ?? 0);
        element.setAttribute(name, this.across(x) - half);
        element.classList.toggle("folded-away", Boolean(this.hider(x, y)));
      }
    }
    // A line bends at each of its corners; a short stroke across an edge keeps its form.
    moveLine(line) {
      const corner = /([ML])(-?[\d.]+) (-?[\d.]+)/g;
      const [from, , to] = numbers(line), middle = (from + to) / 2;
      const isStroke = /^M[^L]*L[^L]*$/.test(line) && Math.abs(from - to) < 13 && line.length < 40 && this.strokes;
      return line.replace(corner, (_, sign, x, y) => {
        const hider = this.hider(Number(x), Number(y));
        const [across, down] = hider ? [this.places[hider.top][0], hider.foot] : [Number(x), y];
        return `${sign}${isStroke ? across - middle + this.across(middle) : this.across(across)} ${down}`;
      });
    }
  }

  function joined(stretches) {
    const found = [];
    for (const [start, end] of stretches.sort(([one], [other]) => one - other)) {
      const last = found.at(-1);
      if (last && start <= last[1]) last[1] = Math.max(last[1], end);
      else found.push([start, end]);
    }
    return found;
  }

  let onPaper = matchMedia("print").matches;
  let dragged = null; // the box that a mouse drags, and where in its drawing
  addEventListener("pointermove", ({ clientX, clientY }) => dragged?.box.scrollTo(dragged.x - clientX, dragged.y - clientY));
  addEventListener("pointerup", () => { dragged = null; });

  // One picture of a tree in its box.
  class View {
    constructor(box, svg, drawing) {
      Object.assign(this, { box, svg, drawing, isFitted: true, scale: 1, start: [0, 0] });
      this.full = svg.viewBox.baseVal.width;
      this.high = svg.viewBox.baseVal.height;
      this.frame = document.createElement("div");
      this.frame.className = "view";
      box.replaceWith(this.frame);
      this.frame.append(box);
      box.classList.add("view-box");
      this.addTools();
      this.addOverview();
      this.listen();
      drawing.pictures.push(this);
      new ResizeObserver(() => { if (this.isFitted) this.fit(); else this.tell(); }).observe(box);
      this.fit();
    }

    get size() { return this.svg.viewBox.baseVal; }
    get fills() { return this.box.closest(".fills") !== null; } // a page that shows nothing else
    get padding() { const style = getComputedStyle(this.box); return parseFloat(style.paddingTop) + parseFloat(style.paddingBottom); }
    get room() { const style = getComputedStyle(this.box); return [
      this.box.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight),
      this.box.clientHeight - this.padding]; }
    // How high the drawing may get: a page that shows nothing else has its height, other boxes grow up to a limit.
    get most() {
      const { maxHeight } = getComputedStyle(this.box), limit = parseFloat(maxHeight);
      return this.fills || Number.isNaN(limit) ? Infinity : limit - (this.box.offsetHeight - this.box.clientHeight) - this.padding;
    }
    get fitting() {
      const [wide, high] = this.room, { width, height } = this.size;
      return this.fills ? Math.min(wide / width, high / height, 2.5) : Math.min(Number(this.svg.dataset.most ?? 1), wide / width, this.most / height);
    }
    get isLarge() { return this.fitting < LEGIBLE; }

    fit() {
      if (!this.box.clientWidth || onPaper) return; // not shown, or not on a screen
      this.isFitted = true;
      this.resize(Math.max(this.fitting, LEGIBLE));
      if (!this.wasSeen) this.centre(...this.drawing.places[0]);
      this.wasSeen = true;
    }
    zoom(scale, ...at) {
      this.isFitted = false;
      this.resize(scale, ...at);
    }
    resize(scale, atX = this.box.clientWidth / 2, atY = this.box.clientHeight / 2) {
      const { box, svg, size } = this, before = this.scale;
      const [x, y] = [(box.scrollLeft + atX) / before, (box.scrollTop + atY) / before];
      this.scale = Math.max(Math.min(this.fitting, LEGIBLE), Math.min(LARGEST, scale));
      svg.style.width = `${size.width * this.scale}px`;
      svg.style.height = `${size.height * this.scale}px`;
      box.scrollLeft = x * this.scale - atX;
      box.scrollTop = y * this.scale - atY;
      this.tell();
    }
    // Bring a place of the tree into the middle.
    centre(x, y) {
      const at = this.drawing.across(x), { box, svg } = this;
      const left = svg.getBoundingClientRect().left - box.getBoundingClientRect().left + box.scrollLeft;
      box.scrollLeft = left + at * this.scale - box.clientWidth / 2;
      box.scrollTop = y * this.scale - box.clientHeight / 2;
    }
    show(index) {
      this.drawing.reveal(index);
      this.centre(...this.drawing.places[index]);
    }
    // The root, and as much as possible of what stands to its left, where a search goes first.
    begin() {
      this.centre(...this.drawing.places[0]);
      this.box.scrollLeft -= Math.max(0, this.box.clientWidth / 2 - BESIDE * this.scale);
    }
    relaid() {
      const { drawing } = this, lost = drawing.cuts.reduce((sum, [start, end]) => sum + end - start, 0);
      const height = drawing.folded.size ? Math.min(drawing.height, this.high) : this.high;
      this.svg.setAttribute("viewBox", `0 0 ${drawing.folded.size ? this.full - lost : this.full} ${height}`);
      this.svg.querySelectorAll(".laid, .halos, .shares").forEach((layer) => this.drawing.warp(layer));
      if (this.map) this.drawMap();
      if (this.isFitted) this.fit(); else this.resize(this.scale);
    }

    // Show on which sides there is more, and where one is.
    tell() {
      const { box, frame } = this;
      const over = [box.scrollWidth - box.clientWidth, box.scrollHeight - box.clientHeight];
      const blank = MARGIN * this.scale + 2; // at the sides of a drawing there is nothing to see
      frame.classList.toggle("more-left", box.scrollLeft > blank);
      frame.classList.toggle("more-right", box.scrollLeft < over[0] - blank);
      frame.classList.toggle("more-above", box.scrollTop > blank);
      frame.classList.toggle("more-below", box.scrollTop < over[1] - blank);
      frame.classList.toggle("is-larger", over[0] > 2 || over[1] > 2);
      frame.classList.toggle("has-tools", this.isLarge || this.fitting < 1 || this.fills || !this.isFitted);
      if (!this.map || !frame.classList.contains("is-larger")) return;
      const part = { x: box.scrollLeft, y: box.scrollTop, width: box.clientWidth, height: box.clientHeight };
      for (const side in part) this.part.setAttribute(side, part[side] / this.scale);
    }
    addOverview() {
      this.map = make("svg", { class: "view-map", "aria-hidden": "true" });
      this.part = make("rect");
      this.tools?.prepend(this.map);
      this.drawMap();
      const go = (event) => {
        if (!(event.buttons & 1)) return;
        const box = this.map.getBoundingClientRect(), { width, height } = this.size;
        this.box.scrollLeft = (event.clientX - box.left) / box.width * width * this.scale - this.box.clientWidth / 2;
        this.box.scrollTop = (event.clientY - box.top) / box.height * height * this.scale - this.box.clientHeight / 2;
      };
      this.map.addEventListener("pointerdown", go);
      this.map.addEventListener("pointermove", go);
    }
    drawMap() {
      const { width, height } = this.size, { drawing } = this;
      const scale = Math.min(OVERVIEW / width, 40 / height);
      const dots = drawing.places.map(([x, y], index) => drawing.isHidden(index) ? "" : `M${drawing.across(x)} ${y + 15}h.1`);
      const lines = [...drawing.root.querySelectorAll(":scope > path, .tree-edge > path, .tree-bar > path")].map((path) => path.getAttribute("d"));
      this.map.setAttribute("viewBox", `0 0 ${width} ${height}`);
      this.map.setAttribute("preserveAspectRatio", "none");
      this.map.style.width = `${Math.max(width * scale, 40)}px`;
      this.map.style.height = `${Math.max(height * scale, 24)}px`;
      this.map.replaceChildren(make("path", { class: "map-lines", d: lines.join("") }), make("path", { class: "map-dots", d: dots.join("") }), this.part);
    }

    addTools() {
      const tools = document.getElementById("view-tools")?.content.firstElementChild.cloneNode(true);
      if (!tools) return;
      this.tools = tools;
      const choices = tools.querySelector("select"), { drawing } = this;
      const ways = { larger: () => this.zoom(this.scale * STEP), smaller: () => this.zoom(this.scale / STEP), fit: () => this.fit() };
      tools.addEventListener("click", (event) => ways[event.target.closest("button")?.dataset.view]?.());
      const inner = [...drawing.ends.keys()].filter((index) => drawing.isInner(index));
      if (inner.length < 3) choices.remove();
      const list = () => choices.append(...inner.map((index) => new Option(drawing.name(index), index)));
      choices.addEventListener("focus", list, { once: true });
      choices.addEventListener("pointerdown", () => choices.focus(), { once: true });
      choices.addEventListener("change", () => {
        if (choices.value === "all") for (const index of [...drawing.folded]) drawing.fold(index, false);
        else if (choices.value) drawing.toggle(Number(choices.value));
        choices.value = "";
      });
      this.frame.append(tools);
    }

    listen() {
      const { box } = this;
      box.addEventListener("scroll", () => this.tell(), { passive: true });
      box.addEventListener("wheel", (event) => {
        if (!event.ctrlKey) return; // the page scrolls; a pinch on a touch pad comes as Ctrl and the wheel
        event.preventDefault();
        this.zoom(this.scale * Math.exp(-event.deltaY / 300), ...this.inside(event));
      }, { passive: false });
      const keys = { "+": "larger", "=": "larger", "-": "smaller", "0": "fit" };
      box.addEventListener("keydown", (event) => {
        if (!(event.key in keys) || event.altKey || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        if (keys[event.key] === "fit") this.fit();
        else this.zoom(this.scale * (keys[event.key] === "larger" ? STEP : 1 / STEP));
      });
      this.listenToFingers();
      this.listenToMouse();
    }
    inside({ clientX, clientY }) {
      const { left, top } = this.box.getBoundingClientRect();
      return [clientX - left, clientY - top];
    }
    listenToFingers() {
      let apart = 0, scale = 1;
      const distance = ([one, other]) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
      this.box.addEventListener("touchstart", ({ touches }) => { if (touches.length === 2) [apart, scale] = [distance(touches), this.scale]; }, { passive: true });
      this.box.addEventListener("touchmove", (event) => {
        if (event.touches.length !== 2) return;
        event.preventDefault();
        const [one, other] = event.touches;
        const middle = { clientX: (one.clientX + other.clientX) / 2, clientY: (one.clientY + other.clientY) / 2 };
        this.zoom(scale * distance(event.touches) / apart, ...this.inside(middle));
      }, { passive: false });
    }
    listenToMouse() {
      const { box } = this;
      box.addEventListener("pointerdown", (event) => {
        this.start = [event.clientX, event.clientY];
        if (event.pointerType === "mouse" && event.button === 0) dragged = { box, x: event.clientX + box.scrollLeft, y: event.clientY + box.scrollTop };
      });
      box.addEventListener("click", (event) => {
        if (event.target.closest("[data-at]") || this.svg.matches(".clickable-tree")) return; // a click there means something else
        const index = this.isClick(event) ? this.nodeAt(event) : undefined;
        if (index !== undefined) this.drawing.toggle(index);
      });
    }
    // Whether a click is one, and not the end of a drag.
    isClick({ clientX, clientY }) { return Math.hypot(clientX - this.start[0], clientY - this.start[1]) < 6; }
    // The inner node that was clicked.
    nodeAt({ clientX, clientY }) {
      const at = new DOMPoint(clientX, clientY).matrixTransform(this.svg.getScreenCTM().inverse()), { drawing } = this;
      const found = drawing.places.findIndex(([x, y], index) => {
        const away = Math.abs(drawing.across(x) - at.x);
        return drawing.isInner(index) && !drawing.isHidden(index) && away < 22 && at.y > y - 2 && at.y < y + 56;
      });
      return found < 0 ? undefined : found;
    }
  }

  const drawings = new Map(), views = new Map();
  for (const svg of document.querySelectorAll(".scroll > svg.tree-laid")) {
    const used = svg.querySelector("use"), root = used ? document.querySelector(used.getAttribute("href")) : svg.querySelector("g.tree-drawing") ?? svg;
    if (!drawings.has(root)) drawings.set(root, new Drawing(root, numbers(root.dataset.sizes ?? "")));
    views.set(svg, new View(svg.parentNode, svg, drawings.get(root)));
  }

  // Of a tree that does not fit: what the search skips, and what is wholly right, is folded at first.
  for (const drawing of drawings.values()) {
    if (drawing.ends.length <= LARGE || !drawing.pictures.some((view) => view.isLarge)) continue;
    const pills = drawing.pictures.flatMap(({ svg }) => [...svg.querySelectorAll(".pill")]);
    const talked = new Set(pills.filter((pill) => !pill.matches(".pill-right, .pill-carried, .pill-given")).map((pill) => Number(/ n(\d+)/.exec(pill.getAttribute("class"))[1])));
    const isFaded = (index) => drawing.nodes[index].classList.contains("tree-faded");
    const isDull = (top) => {
      const below = [...Array(drawing.ends[top] - top).keys()].map((place) => top + place);
      return below.every(isFaded) || (pills.length > 0 && !below.some((index) => talked.has(index)));
    };
    const tops = [...drawing.ends.keys()].filter((index) => drawing.isInner(index) && isDull(index));
    const outermost = tops.filter((index) => !tops.some((top) => top < index && drawing.ends[top] > index));
    for (const index of outermost) drawing.folded.add(index);
    if (!outermost.length) continue;
    drawing.lay();
    for (const view of drawing.pictures) view.centre(...drawing.places[0]);
  }
  // Paper has the drawing as it is, with nothing folded; before its pages are counted.
  const paper = matchMedia("print");
  const toPaper = () => {
    if (onPaper) return;
    onPaper = true;
    for (const drawing of drawings.values()) {
      drawing.kept = [...drawing.folded];
      drawing.folded.clear();
      if (drawing.kept.length) drawing.lay();
    }
    for (const { svg } of views.values()) [svg.style.width, svg.style.height] = ["", ""];
  };
  const toScreen = () => {
    if (!onPaper || paper.matches) return;
    onPaper = false;
    for (const drawing of drawings.values()) {
      for (const index of drawing.kept ?? []) drawing.folded.add(index);
      if (drawing.folded.size) drawing.lay();
    }
    for (const view of views.values()) view.fit();
  };
  addEventListener("beforeprint", toPaper);
  addEventListener("afterprint", toScreen);
  paper.addEventListener("change", ({ matches }) => matches ? toPaper() : toScreen());
  return {
    of: (svg) => views.get(svg),
    // The view of a drawing that takes the place of those before it; nothing folds in it.
    add(svg) {
      for (const other of views.keys()) if (!other.isConnected) views.delete(other);
      views.set(svg, new View(svg.parentNode, svg, new Drawing(svg, [])));
      return views.get(svg);
    },
  };
})();
