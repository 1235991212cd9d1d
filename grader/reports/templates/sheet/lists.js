// Fields in which words are typed, or names in an order, which can be clicked as well.

class Words {
  constructor(question) {
    this.question = question;
  }

  text() {
    return this.question.answer;
  }

  show() {
    return true;
  }

  clear() {}

  mark() {}

  field() {
    return this.question.box;
  }
}

class Order extends Words {
  constructor(question) {
    super(question);
    this.known = [...question.all("data")];
    this.byNode = new Map(this.known.map((element) => [element.dataset.node, element]));
    question.tree.join(question, { pick: (name) => {
      if (this.byNode.has(name)) question.put(this.withOrWithout(this.byNode.get(name)));
    } });
  }

  // The answer with a node at its end, or without it where it is named already.
  withOrWithout(element) {
    const text = this.question.answer;
    const chosen = text.trim() === "" ? [] : this.chosen() ?? (saysNothing(plainAnswer(text)) ? [] : null);
    if (chosen === null) return `${text.trimEnd()}, ${element.value}`;
    const left = chosen.filter((other) => other !== element);
    const values = (left.length < chosen.length ? left : [...chosen, element]).map(({ value }) => value);
    return values.length ? `[${values.join(", ")}]` : "";
  }

  chosen() {
    return namesIn(plainAnswer(this.question.answer), this.known);
  }

  mark() {
    const chosen = this.question.answer.trim() ? this.chosen() : [];
    const signs = (chosen ?? []).map((element, place) =>
      [element.dataset.node, this.question.marks === "order" ? String(place + 1) : ""]);
    this.question.tree.show(this.question, new Map(signs));
  }
}

// Whether a text is but names with commas between them, some of them in quotes.
function isPlainList(text) {
  return listed(text)?.every((name) => unquoted(name) !== name || !/[[\]{}():="\n]|^'|\s'/.test(name)) ?? false;
}

Object.assign(WIDGETS, { order: Order, set: Words, words: Words, text: Words });
