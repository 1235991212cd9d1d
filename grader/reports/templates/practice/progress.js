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

  // Note which ideas an answer fits, each once for a task; the one that is to be named now, if there is one.
  fit(task, answer, isRight) {
    const { ideas } = this.state;
    const predicted = Object.entries(task.ideas);
    for (const [theirs, behind] of predicted) {
      for (const idea of behind) {
        const entry = (ideas[idea] ??= { fits: [], against: 0, named: false });
        if (theirs === answer && !entry.fits.includes(task.place)) entry.fits.push(task.place);
        else if (isRight) entry.against += 1;
      }
    }
    const behind = predicted.find(([theirs]) => theirs === answer)?.[1] ?? [];
    const explained = new Set(Object.values(ideas).filter((entry) => entry.named).flatMap((entry) => entry.fits));
    const ready = behind.filter((idea) => {
      const { fits, named } = ideas[idea];
      return !named && fits.length >= 2 && fits.some((place) => !explained.has(place));
    });
    ready.sort((one, other) => ideas[other].fits.length - ideas[one].fits.length || ideas[one].against - ideas[other].against);
    if (ready.length) ideas[ready[0]].named = true;
    return ready[0];
  }

  get named() {
    return Object.keys(this.state.ideas).filter((idea) => this.state.ideas[idea].named && data.ideas[idea]).map(Number);
  }
}
