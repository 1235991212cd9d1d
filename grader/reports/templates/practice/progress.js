// How far somebody has come: kept in this browser alone, and nowhere where the browser keeps nothing.

class Progress {
  constructor(key) {
    this.key = `practice-${key}`;
    this.state = { tree: "t0", mode: "walk", runs: {}, ideas: {} };
    try {
      this.state = { ...this.state, ...JSON.parse(localStorage.getItem(this.key) ?? "{}") };
      if (!treeOf(this.state.tree)) this.state.tree = "t0";
    } catch { /* nothing is kept here, or nothing that can be read */ }
  }

  keep() {
    try {
      localStorage.setItem(this.key, JSON.stringify(this.state));
    } catch { /* nothing can be kept here */ }
  }

  // The run of a tree in a mode: what became of each task that is done, and of the one that is asked.
  run(id, mode) {
    return (this.state.runs[`${id}/${mode}`] ??= { done: [], level: 0, wrong: 0, hints: 0, given: [] });
  }

  restart(id, mode) {
    const key = `${id}/${mode}`;
    const before = this.state.runs[key];
    delete this.state.runs[key];
    this.keep();
    return () => {
      this.state.runs[key] = before;
      this.keep();
    };
  }

  isDone(tree, mode) {
    return this.run(tree.id, mode).done.length >= tree.tasks[mode].length;
  }
}
