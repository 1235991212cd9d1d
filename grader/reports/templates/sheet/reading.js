// What a student answers → why the grader cannot read it, if so: the page never says that all is well when
// `grader preview` says otherwise. One reader for each form of an answer; each refuses what it cannot read.

function attempt(act) {
  try {
    return { value: act() };
  } catch (why) {
    if (!(why instanceof Unreadable)) throw why;
    return { why };
  }
}

const byNode = (read, noNames) => (text, names, { nodes }) => readByNode(text, names, nodes, read, noNames);

const READERS = {
  number: (text) => { readNumber(readAnswer(text)); },
  count: (text, names, asked) => { readCount(text, names, asked); },
  "number-per-node": byNode(readNumber),
  "bound-per-node": byNode(readBound),
  "interval-per-node": byNode(readInterval, Object.keys(reading.ends)),
  "known-per-node": byNode(readKnown, Object.keys(reading.ends)),
  "payoffs-per-node": (text, names, { nodes, players }) => readByNode(text, names, nodes, (item) => readPayoffs(item, players)),
  nodes: (text, names) => { mentions(text, names, edges); },
  edges: (text, names) => { mentions(text, names, edges, true); },
  inner: (text, names) => { refuseLeaves(mentions(text, names, edges), names); },
  any: () => {},
};

// What is wrong with the form of an answer: `unread` has the reasons, each with the node that it is about if
// there is one; `missing` has the nodes that nothing is said of.
function lookAt(text, names, asked) {
  const found = attempt(() => READERS[asked.reader](text, names, asked));
  if (found.why) return { unread: [{ why: found.why.quoting(text) }], missing: [] };
  if (!found.value) return { unread: [], missing: [] };
  const unread = [...found.value].filter(([, { why }]) => why).map(([node, { why }]) => ({ node, why: why.quoting(text) }));
  return { unread, missing: asked.nodes.filter((name) => !found.value.has(name)) };
}
