"""The sets in `problems/`, each loaded once: what is worked out about one is then worked out once, too."""

from functools import cache
from pathlib import Path

from grader.problems import ProblemSet, load_problems

FOLDER = Path(__file__).parents[1] / "problems"
SETS = sorted(FOLDER.glob("*/set.yaml"))


@cache
def bundled(path: Path) -> ProblemSet:
    return load_problems(path)
