// Practice inside a report: each answer is compared with those that were worked out when the page was made.
(() => {
"use strict";
{% include "practice/numbers.js" %}
{% include "practice/comparing.js" %}

const LEVELS = 3;

class Exercise {
  constructor(box) {
    this.box = box;
    this.task = JSON.parse(box.dataset.try);
    this.names = JSON.parse(box.closest("[data-names]")?.dataset.names ?? "[]");
    this.words = box.closest(".practice").dataset;
    this.inputs = [...box.querySelectorAll("input")];
    this.told = box.querySelector(".try-told");
    this.levels = [...box.querySelectorAll("template")].map((each) => each.content.textContent);
    this.wrong = 0;
    box.hidden = false;
    for (const button of box.querySelectorAll("button")) {
      button.addEventListener("click", () => this.check(button.hasAttribute("value") ? button.value : undefined));
    }
    box.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.target.tagName !== "INPUT") return;
      event.preventDefault();
      const empty = this.inputs.find((input) => !input.value.trim());
      if (empty && empty !== event.target) empty.focus();
      else this.check();
    });
  }

  say(kind, ...words) {
    this.told.className = `try-told try-${kind}`;
    this.told.textContent = words.filter(Boolean).join(" ");
  }

  // What is given, as the data writes it; null where it cannot be read, and has been told so.
  read(chosen) {
    if (chosen !== undefined) return { text: chosen };
    const texts = this.inputs.map((input) => input.value.trim());
    if (texts.includes("")) return this.say("note", this.words.empty) ?? null;
    if (["number", "window"].includes(this.task.widget)) {
      const numbers = texts.map(readNumber);
      const place = numbers.indexOf(null);
      return place < 0 ? { text: texts.join(";"), numbers } : this.say("note", this.words.unread.replace("{text}", texts[place].slice(0, 24))) ?? null;
    }
    const found = namesIn(texts[0], this.names);
    if (!found) return this.say("note", this.words.unknown) ?? null;
    return { text: (this.task.widget === "nodes" ? inTreeOrder(found) : found).join(" ") };
  }

  check(chosen) {
    const given = this.read(chosen);
    if (!given) return;
    const step = this.levels[this.levels.length - 1];
    if (knownAs(given, this.task.is, this.task.rounding) !== undefined) return this.say("right", this.words.right, step);
    this.wrong += 1;
    const fits = knownAs(given, this.task.not, this.task.rounding) !== undefined ? this.words.fits : this.words.wrong;
    if (this.wrong >= LEVELS) this.say("shown", fits, this.words.shown, step);
    else this.say("wrong", fits, this.levels[Math.min(this.wrong, this.levels.length) - 1]);
  }
}

for (const box of document.querySelectorAll("[data-try]")) new Exercise(box);
})();
