"use strict";
// The list of students: it sorts, filters by its form and by the address, and draws rows as they are scrolled to.
(() => {
  const PART = 100; // rows that are drawn at a time
  const table = document.querySelector(".students"), body = table.tBodies[0], box = table.closest(".scroll");
  const form = document.querySelector(".filter"), status = form.querySelector("[role=status]");
  const chosen = document.querySelector(".chosen"), bar = document.querySelector(".bar-filter");
  const wrongAt = JSON.parse(document.getElementById("wrong-at")?.textContent ?? "{}");
  const collator = new Intl.Collator(document.documentElement.lang, { numeric: true });
  const headings = [...table.tHead.rows[0].cells];
  const searched = headings.flatMap((heading, column) => ("find" in heading.dataset ? [column] : []));
  const sectionColumn = headings.findIndex((heading) => "section" in heading.dataset);

  // Every student is a line, whose cells stand behind one another.
  const SIGNS = { amp: "&", lt: "<", gt: ">", "#34": '"', "#39": "'" };
  const plain = (cell) => cell.replace(/<[^>]*>/g, "").replace(/&(amp|lt|gt|#34|#39);/g, (_, sign) => SIGNS[sign]);
  const rows = document.getElementById("rows").textContent.split("\n").filter(Boolean).map((line, place) => {
    const cells = line.split("<td>");
    const given = (name) => cells[0].match(` data-${name}="([^"]*)"`)?.[1] ?? "";
    const names = searched.map((column) => plain(cells[column])).join("\n").toLowerCase();
    return { line, place, cells, names, codes: given("v"), ideas: given("m").split(" "), tenth: given("t") };
  });

  // Rows on demand: a part of those that are left, and more of them where the list is scrolled to its end.
  let found = rows, drawn = 0;
  const draw = (number = PART) => {
    const lines = found.slice(drawn, drawn + number).map((row) => row.line);
    if (drawn) body.insertAdjacentHTML("beforeend", lines.join("")); else body.innerHTML = lines.join("");
    drawn += lines.length;
  };
  const begin = () => { drawn = 0; draw(); box.scrollTop = 0; };
  const more = () => { if (drawn < found.length && box.scrollTop + 3 * box.clientHeight > box.scrollHeight) draw(); };
  box.addEventListener("scroll", more, { passive: true });
  addEventListener("beforeprint", () => draw(Infinity));

  // Sorting: every heading becomes a button. Numbers begin with the largest, and what has none comes last.
  const number = (text) => Number.parseFloat(text.match(/-?\d[\d.]*/)?.[0]);
  const keys = { text: plain, number: (cell) => number(plain(cell)) };
  const orders = {
    text: (one, other, sign) => (!one - !other) || sign * collator.compare(one, other),
    number: (one, other, sign) => (Number.isNaN(one) - Number.isNaN(other)) || sign * (one - other) || 0,
  };
  const sort = (heading, column, kind) => {
    const first = kind === "text" ? "ascending" : "descending";
    const last = kind === "text" ? "descending" : "ascending";
    const now = heading.getAttribute("aria-sort") === first ? last : first;
    for (const other of headings) other.removeAttribute("aria-sort");
    heading.setAttribute("aria-sort", now);
    const sign = now === "ascending" ? 1 : -1;
    for (const row of rows) row.key = keys[kind](row.cells[column]);
    rows.sort((one, other) => orders[kind](one.key, other.key, sign) || one.place - other.place);
    filter();
  };
  headings.forEach((heading, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...heading.childNodes);
    button.addEventListener("click", () => sort(heading, column, heading.dataset.sort));
    heading.append(button);
  });

  // Filtering, by what the address says: `#question=tree.value&verdict=wrong`.
  const address = () => new URLSearchParams(location.hash.includes("=") ? location.hash.slice(1) : "");
  let wanted = address();
  const fields = [...form.elements].filter((field) => field.name);
  const place = (name) => (form.elements[name]?.selectedIndex ?? 0) - 1; // of what is chosen, -1 where it is anything
  const code = () => form.elements.verdict?.selectedOptions[0]?.dataset.code ?? "";
  const percents = () => (wanted.get("score") ?? "").split("-").map(number);
  const node = () => {
    const at = wanted.get("at") ?? "", map = Object.keys(wrongAt).find((name) => at.startsWith(`${name}/`));
    return map && { label: wrongAt[map].label, name: at.slice(map.length + 1), bits: wrongAt[map].wrong[at.slice(map.length + 1)] };
  };
  const tests = () => {
    const text = (wanted.get("text") ?? "").trim().toLowerCase(), section = wanted.get("section");
    const question = place("question"), codes = code(), idea = String(place("idea")), [low, high] = percents();
    const at = node(), bits = at && atob(at.bits ?? "");
    const has = (codes_) => [...codes_].some((one) => codes.includes(one));
    return [
      text && ((row) => row.names.includes(text)),
      section && ((row) => plain(row.cells[sectionColumn]) === section),
      codes && ((row) => has(question < 0 ? row.codes : row.codes.charAt(question))),
      place("idea") >= 0 && ((row) => row.ideas.includes(idea)),
      wanted.has("score") && ((row) => row.tenth !== "" && 10 * row.tenth >= low && 10 * row.tenth < high),
      wanted.has("at") && ((row) => at !== undefined && (bits.charCodeAt(row.place >> 3) >> (row.place & 7) & 1) === 1),
    ].filter(Boolean);
  };
  const filter = () => {
    const wants = tests();
    found = wants.length ? rows.filter((row) => wants.every((fits) => fits(row))) : rows;
    begin();
    status.textContent = status.dataset.shown.replace("{shown}", found.length);
    tell(wants.length > 0);
  };
  // What the form has no field for, and on top of the page that not everybody is shown.
  const tell = (isFiltered) => {
    if (bar) bar.hidden = !isFiltered;
    if (bar) bar.querySelector("a").textContent = status.textContent;
    if (!chosen) return;
    const at = node(), chips = [];
    if (wanted.has("score")) chips.push(["score", `${chosen.dataset.score}: ${wanted.get("score").replace("-", "–")} %`]);
    if (wanted.has("at")) chips.push(["at", at ? `${at.label}: ${at.name}` : wanted.get("at")]);
    chosen.replaceChildren(...chips.map(([name, words]) => {
      const chip = document.createElement("button");
      chip.type = "button";
      chip.textContent = `${words} ✕`;
      chip.addEventListener("click", () => { wanted.delete(name); keep(); filter(); status.focus(); });
      return chip;
    }));
  };
  const keep = () => history.replaceState(null, "", `${location.pathname}${location.search}${String(wanted) && `#${wanted}`}`);
  const read = () => {
    wanted = address();
    for (const field of fields) field.value = wanted.get(field.name) ?? "";
    filter();
  };
  form.addEventListener("input", () => {
    for (const field of fields) if (field.value) wanted.set(field.name, field.value); else wanted.delete(field.name);
    keep();
    filter();
  });
  const reset = () => { wanted = new URLSearchParams(); keep(); read(); };
  form.addEventListener("reset", () => setTimeout(reset));
  bar?.querySelector("button").addEventListener("click", reset);
  form.addEventListener("submit", (event) => event.preventDefault());

  // A link to some students, a click on a bar or on a node, and an address that somebody was sent.
  const show = () => {
    if (!location.hash.includes("=")) return;
    read();
    document.getElementById("students").scrollIntoView({ behavior: "instant" });
    status.focus({ preventScroll: true });
  };
  addEventListener("hashchange", show);
  document.addEventListener("click", ({ target }) => {
    const at = target.closest("[data-at]"), to = target.closest("[data-to]");
    if (to) location.hash = to.dataset.to;
    if (!at) return;
    const map = at.closest("[data-map]"), filters = { at: `${map.dataset.map}/${at.dataset.at}` };
    location.hash = new URLSearchParams(map.dataset.idea ? { idea: map.dataset.idea, ...filters } : filters);
  });
  form.hidden = false;
  begin();
  show();
})();
