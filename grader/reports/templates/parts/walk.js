"use strict";
// Walks through a search. The table of steps is the only source: a row has the action and the node as data, and
// α, β, v and a sentence as its cells. The drawing of the tree says where everything stands.
for (const picture of document.querySelectorAll("figure .scroll")) {
  picture.scrollLeft = (picture.scrollWidth - picture.clientWidth) / 2;  // a root stands in the middle
}
for (const box of document.querySelectorAll(".walk")) {
  if (!box.querySelector("figure")) continue;  // a tree that is too large to be drawn
  const controls = document.getElementById("controls").content.firstElementChild.cloneNode(true);
  const svg = box.querySelector("svg"), layer = svg.querySelector(".now"), status = box.querySelector(".now-told");
  const tree = document.querySelector(svg.querySelector("use").getAttribute("href"));
  const nodes = tree.querySelectorAll(":scope > g[transform]");
  const rows = box.querySelector("tbody").rows, list = box.querySelector(".steps-box");
  const slider = controls.querySelector("input"), output = controls.querySelector("output");
  const picture = svg.parentNode;
  let place = 0;

  const draw = (tag, attributes, text) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const name in attributes) element.setAttribute(name, attributes[name]);
    if (text !== undefined) element.textContent = text;
    layer.append(element);
  };
  const at = (index) => {
    const [x, y] = nodes[index].getAttribute("transform").match(/-?[\d.]+/g).map(Number);
    return { x, y, shape: nodes[index].firstElementChild.getBBox(), kind: nodes[index].classList };
  };
  const trace = (index, style) => {
    const outline = nodes[index].firstElementChild.cloneNode();
    outline.setAttribute("class", style);
    outline.setAttribute("transform", nodes[index].getAttribute("transform"));
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
    draw("text", { class: "value", x, y: y + shape.y + shape.height * share + 4.6 }, value);
  };
  const bounds = (index, alpha, beta) => {
    const { x, y } = at(index), beside = nodes[index].querySelectorAll(".tree-beside");
    const left = x + Number(beside[0].getAttribute("x")), top = y + 13 * beside.length + 12;
    draw("text", { class: "window", x: left, y: top }, "α " + alpha);
    draw("text", { class: "window", x: left, y: top + 16 }, "β " + beta);
  };

  const scale = () => svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
  const middle = () => (picture.scrollLeft + picture.clientWidth / 2) / scale();

  const told = (row) => {
    const [step, ...ranges] = row.dataset.s.split(" ");
    return [step[0], Number(step.slice(1)), ranges];
  };
  const state = (last) => {
    const seen = new Map(), open = new Set(), skipped = [], crosses = [];
    for (let step = 0; step <= last; step++) {
      const row = rows[step], [action, index, ranges] = told(row);
      const [alpha, beta, value] = [3, 4, 5].map((cell) => row.cells[cell].textContent);
      const known = row.dataset.b ? row.dataset.b + " " + value : value;
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
    picture.scrollLeft += (at(told(row)[1]).x - middle()) * scale();
    for (const other of rows) other.removeAttribute("aria-current");
    row.setAttribute("aria-current", "step");
    list.scrollTop = row.offsetTop - list.clientHeight / 2;
    slider.value = place + 1;
    output.textContent = output.dataset.place.replace("1#", place + 1).replace("2#", rows.length);
    slider.setAttribute("aria-valuetext", output.textContent);
    status.textContent = row.cells[6].textContent;
    controls.querySelectorAll("[data-go=first],[data-go=back]").forEach((button) => button.setAttribute("aria-disabled", place === 0));
    controls.querySelectorAll("[data-go=forward],[data-go=last]")
      .forEach((button) => button.setAttribute("aria-disabled", place === rows.length - 1));
  };

  const ways = { first: () => 0, back: () => place - 1, forward: () => place + 1, last: () => rows.length - 1 };
  const keys = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };
  controls.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button) show(ways[button.dataset.go]());
  });
  slider.addEventListener("input", () => show(Number(slider.value) - 1));
  box.addEventListener("keydown", (event) => {
    const scrolls = picture.contains(event.target) && picture.scrollWidth > picture.clientWidth;
    if (!(event.key in keys) || event.target === slider || scrolls || event.altKey || event.ctrlKey || event.metaKey) return;
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
  show(0);
}
