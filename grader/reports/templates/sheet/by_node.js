// Answers about several nodes → what is read for each: `{B: 3, C: 2}`, `B 3 C 2`, `the value of B is 3`.

const [VALUE_WORDS, VALUE_SIGNS, IS_WORDS, OF] = [reading.values, reading.signs, reading.is, ["of"]].map((words) => new Set(words));

// An answer about nodes → [[name, what is read, why not]].
function readByNode(text, names, asked, read, noNames = []) {
  const answer = readAnswer(withoutFunction(text, names), names.isExact, true);
  const said = entriesOf(answer.items, names, new Set(noNames));
  const named = said.length && said[0].name === null ? inOrder(said, asked, noNames.length ? null : names) : said.map((entry) => ownName(entry, names));
  const found = new Map();
  for (const [name, item, why] of named) {
    if (item === null && !why) continue;
    const part = why ? { why } : attempt(() => read(isPhrase(item) ? phraseOf(valueWords(item.words, names)) : item));
    const before = found.get(name);
    const twice = before && (before.why || part.why || before.value !== part.value);
    found.set(name, twice ? { why: new Unreadable("unreadable.given-twice", { name: shortened(name) }) } : part);
  }
  if (!found.size) refuse("nothing-given");
  return found;
}

const valueOf = ({ items }) => (items.length < 2 ? items[0] ?? null : { items, brackets: "", start: items[0].start, end: items.at(-1).end });

// What stands behind each name, up to the next one.
function entriesOf(items, names, noNames) {
  const isNamed = (item) => isPair(item) && !noNames.has(lower(item.key.words));
  const opened = items.flatMap((item) => (isGroup(item) && item.items.every(isNamed) ? item.items : [item]));
  const entries = [];
  for (const item of opened)
    for (const [name, value] of splitAt(item, names, noNames)) {
      if (!entries.length || name) entries.push({ name, items: [] });
      if (value) entries.at(-1).items.push(value);
    }
  return entries;
}

function splitAt(item, names, noNames) {
  if (isPhrase(item)) return splitPhrase(valueWords(item.words, names), names, noNames);
  if (!isPair(item)) return [[null, item]];
  const isLoose = !names.has(textOf(item.key.words));
  if (isLoose && VALUE_SIGNS.has(lower(item.key.words))) return [[null, item.value]];
  if (isLoose && noNames.has(lower(item.key.words))) return [[null, item]];
  return [[valueWords(item.key.words, names), item.value]];
}

// The text, as long as before, where `v(D)` is `D`.
function withoutFunction(text, names) {
  return text.replace(/(?<![\p{L}\p{N}_'])(v|val|value)([ \t]?\()([^()]*)\)/giu, (found, word, opening, name) => {
    if (names.isCalled(word) || !names.has(name.replace(/^[ "']+|[ "']+$/g, ""))) return found;
    return `${" ".repeat(word.length + opening.length)}${name} `;
  });
}

// Words about values without those that only make a sentence: `the value of D is 5` is `D 5`.
function valueWords(words, names) {
  const found = [];
  let after = "";
  for (let place = 0; place < words.length;) {
    const name = nameAt(words, place, names);
    if (name) {
      found.push(...name);
      place += name.length;
      after = "name";
      continue;
    }
    const [word, following] = [words[place], words[place + 1]];
    place += 1;
    const joins = !found.length || (isNumber([found.at(-1)]) && !(following && isNumber([following])));
    if (isSaid(word, VALUE_WORDS, names)) {
      after = "value";
    } else if (isSaid(word, IS_WORDS, names) && ["name", "value"].includes(after)) {
      after = "is";
    } else if (isAnd(word, names) && joins) {
      after = "and";
    } else if (!(after === "value" && isSaid(word, OF, names))) {
      found.push(word);
      after = "";
    }
  }
  return found.length ? found : words;
}

// The names in a phrase and the words behind each: `B 3 C 2` is about two nodes.
function splitPhrase(words, names, noNames) {
  const found = [];
  const startsAnew = (place) => !noNames.has(words[place].text.toLowerCase()) && !isNumber([words[place]])
    && isNumber([words[place - 1]]) && nameAt(words, place, names) !== null;
  for (let place = 0; place < words.length;) {
    const name = nameAt(words, place, names);
    const begin = place + (name?.length ?? 0);
    let end = begin;
    while (end < words.length && !(end > begin && startsAnew(end))) end += 1;
    const behind = words.slice(begin, end);
    const isDash = behind.length && plainly(behind[0].text) === "-";
    if (name === null || (!behind.length && isNumber(name))) found.push([null, phraseOf(words.slice(place, end))]);
    else found.push([name, behind.length ? phraseOf(isDash ? words.slice(place, end) : behind) : null]);
    place = end;
  }
  return found;
}

function nameAt(words, place, names) {
  for (let length = Math.min(names.mostWords, words.length - place); length > 0; length -= 1)
    if (names.has(textOf(words.slice(place, place + length)))) return words.slice(place, place + length);
  return null;
}

// That nobody can tell which node something is about.
const nameless = (key, items, asked) =>
  refuse(key, { number: asked.length, node: asked[0] }, { start: items[0].start, end: items.at(-1).end });

// What an answer without names says: about the one node, or about all of them in their order.
function inOrder(entries, asked, names) {
  let { items } = entries[0];
  if (entries.length > 1) nameless("no-name", items.slice(0, 1), asked);
  if (asked.length === 1) return [[asked[0], valueOf(entries[0])]];
  if (items.length === 1 && isPhrase(items[0])) {
    const words = items[0].words.filter((word) => !names || !isAnd(word, names));
    items = joinedSigns(words).map((word) => phraseOf([word]));
  }
  if (items.length !== asked.length) nameless("which-node", entries[0].items, asked);
  return asked.map((name, place) => [name, items[place]]);
}

function ownName(entry, names) {
  const index = names.find(textOf(entry.name));
  if (index !== null) return [names.nodes[index][0], valueOf(entry)];
  return [textOf(entry.name), null, attempt(() => names.unknown(entry.name)).why];
}
