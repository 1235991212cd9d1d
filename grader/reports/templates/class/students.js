"use strict";
(() => {
  const table = document.querySelector(".students");
  const body = table.tBodies[0];
  const rows = [...body.rows];
  const form = document.querySelector(".filter");
  const status = form.querySelector("[role=status]");
  const collator = new Intl.Collator(document.documentElement.lang, { numeric: true });
  const headings = [...table.tHead.rows[0].cells];
  const found = headings.flatMap((heading, column) => ("find" in heading.dataset ? [column] : []));
  const names = rows.map((row) => found.map((column) => row.cells[column].textContent).join("\n").toLowerCase());
  const sectionColumn = headings.findIndex((heading) => "section" in heading.dataset);

  // Sorting: every heading becomes a button. Numbers begin with the largest, and what has none comes last.
  const keys = {
    text: (cell) => cell.textContent,
    number: (cell) => Number.parseFloat(cell.textContent),
  };
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
    const keyed = rows.map((row, place) => [keys[kind](row.cells[column]), place, row]);
    keyed.sort((one, other) => orders[kind](one[0], other[0], sign) || one[1] - other[1]);
    body.replaceChildren(...keyed.map((entry) => entry[2]));
  };
  headings.forEach((heading, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...heading.childNodes);
    button.addEventListener("click", () => sort(heading, column, heading.dataset.sort));
    heading.append(button);
  });

  // Filtering: by name or id, by section, by what became of a question, or of any, and by misconception.
  const chosen = (name) => (form.elements[name] ? form.elements[name].value : "");
  const filter = () => {
    const text = chosen("text").trim().toLowerCase();
    const [section, question, verdict, idea] = ["section", "question", "verdict", "idea"].map(chosen);
    let shown = 0;
    rows.forEach((row, place) => {
      const codes = question === "" ? row.dataset.v : row.dataset.v[question] || "";
      const fits = names[place].includes(text) && codes.includes(verdict)
        && (section === "" || row.cells[sectionColumn].textContent === section)
        && (idea === "" || (row.dataset.m || "").split(" ").includes(idea));
      row.hidden = !fits;
      shown += fits;
    });
    status.textContent = status.dataset.shown.replace("{shown}", shown);
  };
  form.addEventListener("input", filter);
  form.addEventListener("reset", () => setTimeout(filter));
  form.addEventListener("submit", (event) => event.preventDefault());
  for (const button of document.querySelectorAll("[data-idea]")) {
    button.hidden = false;
    button.addEventListener("click", () => {
      form.reset();
      form.elements.idea.value = button.dataset.idea;
      setTimeout(() => {
        filter();
        form.elements.idea.focus();
        form.scrollIntoView({ block: "start" });
      });
    });
  }
  form.hidden = false;
})();
