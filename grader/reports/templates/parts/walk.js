"use strict";
// Walks through a search. The table of steps is the only source: a row has the action and the node as data, and
// α, β, v and a sentence as its cells. The drawing of the tree says where everything stands.
for (const box of document.querySelectorAll(".walk")) {
  if (!box.querySelector("figure")) continue;  // a tree that is too large to be drawn
  const controls = document.getElementById("controls").content.firstElementChild.cloneNode(true);
  const svg = box.querySelector("svg"), layer = svg.querySelector(".now"), status = box.querySelector(".now-told");
  const view = treeViews.of(svg), { nodes, places } = view.drawing;
  const isAlone = box.classList.contains("fills");  // the page shows nothing else
  const rows = box.querySelector("tbody").rows, list = box.querySelector(".steps-box");
  const slider = controls.querySelector("input"), output = controls.querySelector("output");
  let place = 0;

  const draw = (tag, attributes, text) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const name in attributes) element.setAttribute(name, attributes[name]);
    if (text !== undefined) element.textContent = text;
    layer.append(element);
  };
  const at = (index) => {
    const [x, y] = places[index];
    return { x, y, shape: nodes[index].firstElementChild.getBBox(), kind: nodes[index].classList };
  };
  const trace = (index, style) => {
    const outline = nodes[index].firstElementChild.cloneNode();
    outline.setAttribute("class", style);
    if (outline.localName === "rect")  // whose size the style of a leaf may say
      for (const side of ["x", "width", "height"]) outline.setAttribute(side, at(index).shape[side]);
    outline.setAttribute("transform", `translate(${places[index].join(" ")})`);
    layer.append(outline);
  };
  const dim = (index) => {
    const box = nodes[index].getBBox(), { x, y } = at(index);
    draw("rect", { class: "veil", x: x + box.x - 1, y: y + box.y - 1, width: box.width + 2, height: box.height + 2 });
  };
  const heights = { "tree-max": .69, "tree-min": .33, "tree-chance": .5 };
  const number = (index, value) => {
    const { x, y, shape, kind } = at(index);
    const share = heights[Object.keys(heights).find((name) => kind.contains(name))];
    draw("text", { class: value.length > 2 ? "value long" : "value", x, y: y + shape.y + shape.height * share + 4.6 }, value);
  };
  const bounds = (index, alpha, beta) => {
    const { x, y } = at(index), beside = nodes[index].querySelectorAll(".tree-name, .tree-beside");
    const left = x + Number(beside[0].getAttribute("x")), top = y + 13 * beside.length + 12;
    draw("text", { class: "window", x: left, y: top }, "α " + alpha);
    draw("text", { class: "window", x: left, y: top + 16 }, "β " + beta);
  };

  const told = (row) => {
    const [step, ...ranges] = row.dataset.s.split(" ");
    return [step[0], Number(step.slice(1)), ranges];
  };
  const state = (last) => {
    const seen = new Map(), open = new Set(), skipped = [], crosses = [];
    for (let step = 0; step <= last; step++) {
      const row = rows[step], [action, index, ranges] = told(row);
      const [alpha, beta, value] = [2, 3, 4].map((cell) => row.cells[cell].textContent);
      const known = row.dataset.b ? row.dataset.b + value : value;
      seen.set(index, { alpha, beta, value: known, leaf: action === "l" });
      if (action === "e") open.add(index);
      if (action === "r") open.delete(index);
      skipped.push(...ranges);
      if (row.dataset.x) crosses.push(row.dataset.x);
    }
    return { seen, open, skipped, crosses };
  };

  const show = (step) => {
    place = Math.max(0, Math.min(rows.length - 1, step));
    const { seen, open, skipped, crosses } = state(place), row = rows[place];
    layer.replaceChildren();
    for (const range of skipped) {
      const [top, end] = range.split("-").map(Number);
      for (let index = top; index < end; index++) dim(index);
    }
    for (const strokes of crosses) draw("path", { class: "cut", d: strokes });
    for (const [index, { alpha, beta, value, leaf }] of seen) {
      if (leaf) trace(index, "seen");
      else number(index, value);
      if (open.has(index)) bounds(index, alpha, beta);
    }
    trace(told(row)[1], "current");
    if (place) view.show(told(row)[1]); else view.begin();
    box.classList.toggle("at-end", place === rows.length - 1);
    view.drawing.warp(layer);
    for (const other of rows) other.removeAttribute("aria-current");
    row.setAttribute("aria-current", "step");
    list.scrollTop = row.offsetTop - list.clientHeight / 2;
    slider.value = place + 1;
    output.textContent = output.dataset.place.replace("1#", place + 1).replace("2#", rows.length);
    slider.setAttribute("aria-valuetext", output.textContent);
    status.textContent = row.cells[5].textContent;
    if (isAlone) history.replaceState(null, "", `#step=${place + 1}`);
    controls.querySelectorAll("[data-go=first],[data-go=back]").forEach((button) => button.setAttribute("aria-disabled", place === 0));
    controls.querySelectorAll("[data-go=forward],[data-go=last]")
      .forEach((button) => button.setAttribute("aria-disabled", place === rows.length - 1));
  };

  const ways = { first: () => 0, back: () => place - 1, forward: () => place + 1, last: () => rows.length - 1 };
  const keys = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };
  if (isAlone) Object.assign(keys, { PageUp: "back", PageDown: "forward" });  // which presenters' remotes send
  controls.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button) show(ways[button.dataset.go]());
  });
  slider.addEventListener("input", () => show(Number(slider.value) - 1));
  (isAlone ? document : box).addEventListener("keydown", (event) => {
    const scrolls = !isAlone && view.box.contains(event.target) && view.box.scrollWidth > view.box.clientWidth;
    const isTaken = event.target.closest("input, select") || scrolls || event.altKey || event.ctrlKey || event.metaKey;
    if (!(event.key in keys) || isTaken) return;
    event.preventDefault();
    show(ways[keys[event.key]]());
  });
  list.addEventListener("click", (event) => {
    const row = event.target.closest("tbody tr");
    if (row) show(row.sectionRowIndex);
  });
  box.classList.add("walk-live");
  box.querySelector("figure").before(controls);
  slider.max = rows.length;
  const linked = () => Number(/^#step=(\d{1,6})$/.exec(location.hash)?.[1] ?? 1) - 1;
  show(isAlone ? linked() : 0);
  if (isAlone) {
    addEventListener("hashchange", () => show(linked()));
    swipes(box, view, (way) => show(ways[way]()));
  }
}

// A swipe to the left goes on, one to the right back, unless it moves a picture that is larger than its box.
function swipes(box, view, go) {
  let from = null;
  box.addEventListener("touchstart", ({ touches }) => {
    const pans = view.box.contains(touches[0].target) && view.box.scrollWidth > view.box.clientWidth + 2;
    from = touches.length > 1 || pans || touches[0].target.closest("input") ? null : touches[0];
  }, { passive: true });
  box.addEventListener("touchend", ({ changedTouches: [to] }) => {
    if (!from) return;
    const across = to.clientX - from.clientX, down = to.clientY - from.clientY;
    if (Math.abs(across) > 40 && Math.abs(across) > 2 * Math.abs(down)) go(across < 0 ? "forward" : "back");
    from = null;
  }, { passive: true });
}
