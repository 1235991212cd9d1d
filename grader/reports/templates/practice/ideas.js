// Which misconceptions the answers of somebody fit, and when one of them is named.

const FITTING = 2; // answers that an idea has to fit before it is named: one may be a slip

// `kept` has what is known of each idea: the tasks whose answers it fits, how many answers speak against it, and
// whether it was named.
class Ideas {
  constructor(kept) {
    this.kept = kept;
  }

  // Note which ideas an answer fits, each once for a task; the one that is to be named now, if there is one.
  fit(task, answer, isRight) {
    const predicted = Object.entries(task.ideas);
    for (const [theirs, behind] of predicted) {
      for (const idea of behind) {
        const entry = (this.kept[idea] ??= { fits: [], against: 0, named: false });
        if (theirs === answer && !entry.fits.includes(task.place)) entry.fits.push(task.place);
        else if (isRight) entry.against += 1;
      }
    }
    const [found] = this.ready(predicted.find(([theirs]) => theirs === answer)?.[1] ?? []);
    if (found) this.kept[found].named = true;
    return found;
  }

  // Those that fit enough answers, one of which no idea that was named explains; the likeliest comes first.
  ready(ideas) {
    const { kept } = this;
    const explained = new Set(Object.values(kept).filter((entry) => entry.named).flatMap((entry) => entry.fits));
    return ideas
      .filter((idea) => !kept[idea].named && kept[idea].fits.length >= FITTING && kept[idea].fits.some((place) => !explained.has(place)))
      .sort((one, other) => kept[other].fits.length - kept[one].fits.length || kept[one].against - kept[other].against);
  }

  get named() {
    return Object.keys(this.kept).filter((idea) => this.kept[idea].named && data.ideas[idea]).map(Number);
  }
}
