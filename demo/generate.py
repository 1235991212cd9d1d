"""Writes the sample class of `make demo`: thirty students, perfect to hostile, the same ones every time.

    python demo/generate.py

A sheet is filled in by a wrong idea that the grader knows, sometimes with a slip of the pen; a program is
the right one with a line or two changed as students change them.
"""

from __future__ import annotations

import io
import json
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from grader.diagnosis import Hypothesis, Predictions
from grader.diagnosis.predictions import NOTHING
from grader.ideas import BY_ID
from grader.problems import ProblemSet, load_problems

HERE = Path(__file__).parent
SEED = 7
SLIP = "slip"

# Who goes by which idea on paper, and by which change in the program.
STUDENTS = {
    "ada": ("", "right"),
    "alan": ("", "right"),
    "barbara": ("", "right"),
    "charles": ("no-deep-cutoffs", "no deep cutoffs"),
    "dana": ("no-deep-cutoffs", "right"),
    "donald": ("", "keeps ties"),
    "edsger": ("everyone-maximises", "everyone maximises"),
    "frances": ("oracle-pruning", "never cuts"),
    "grace": ("", "right"),
    "hedy": ("stop-at-first-worse-sibling", "right"),
    "ivan": ("players-inverted", "starts at zero"),
    "jean": (SLIP, "right"),
    "john": (SLIP, "keeps ties"),
    "katherine": ("", "right"),
    "leslie": (SLIP, "never cuts"),
    "margaret": ("trigger-also-pruned", "one window for all"),
    "niklaus": ("no-deep-cutoffs", "no deep cutoffs"),
    "radia": ("", "right"),
    "shafi": (SLIP, "right"),
    "tim": ("bookkeeping-without-cutting", "returns a text"),
    "王小明": ("", "right"),
    "Zoë": (SLIP, "forgets leaves"),
}
SEARCH = """\
def alphabeta(node, alpha=float("-inf"), beta=float("inf")):
    if node.is_leaf:
        return node.utility
    best = None
    for child in node.children:
        value = alphabeta(child, alpha, beta)
        if node.kind == "max":
            best = value if best is None else max(best, value)
            alpha = max(alpha, best)
        else:
            best = value if best is None else min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best
"""
WINDOW = """\
def window(node, best):
    if best is None:
        return float("-inf"), float("inf")
    return (best, float("inf")) if node.kind == "max" else (float("-inf"), best)


"""
CHANGES: Mapping[str, tuple[tuple[str, str], ...]] = {
    "right": (),
    "keeps ties": (("alpha >= beta", "alpha > beta"),),
    "never cuts": (("        if alpha >= beta:\n            break\n", ""),),
    "everyone maximises": (('node.kind == "max"', "True"),),
    "starts at zero": (("best = None", "best = 0"),),
    "no deep cutoffs": (
        ("def alphabeta(", f"{WINDOW}def alphabeta("),
        ("alphabeta(child, alpha, beta)", "alphabeta(child, *window(node, best))"),
    ),
    "one window for all": (
        (
            "def alphabeta(node, alpha=",
            'WINDOW = [float("-inf"), float("inf")]\n\n\ndef alphabeta(node, alpha=',
        ),
        ("alpha = max(alpha, best)", "alpha = WINDOW[0] = max(WINDOW[0], best)"),
        ("beta = min(beta, best)", "beta = WINDOW[1] = min(WINDOW[1], best)"),
    ),
    "returns a text": (("return best", 'return f"the value is {best}"'),),
    "forgets leaves": (("    if node.is_leaf:\n        return node.utility\n", ""),),
    "loops": (("    best = None\n", "    best = None\n    while True:\n        pass\n"),),
    "takes all memory": (("    best = None\n", "    best = [0] * 10**10\n"),),
    "reads other files": (("    best = None\n", '    best = open("/etc/passwd").read()\n'),),
    "starts processes": (
        ("    best = None\n", "    best = None\n    import os\n    while True:\n        os.fork()\n"),
    ),
}


def main() -> None:
    problems, random = load_problems(HERE / "set.yaml"), Random(SEED)  # noqa: S311 - chance guards no secret
    folder = HERE / "class"
    shutil.rmtree(folder, ignore_errors=True)
    for place, data in hand_ins(problems, random):
        path = folder / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    (folder / "roster.csv").write_text(roster(), encoding="utf-8", newline="")


def hand_ins(problems: ProblemSet, random: Random) -> Iterator[tuple[str, bytes]]:
    """Where every file of the class lies, and what is in it."""
    for number, (student, (idea, change)) in enumerate(STUDENTS.items()):
        files = {
            "answers.yaml": sheet(problems, student, idea, random).encode(),
            "search.py": program(change).encode(),
        }
        if number % 5 == 4:  # some pack it
            yield f"{student}.zip", packed(files)
        else:
            yield from ((f"{student}/{name}", data) for name, data in files.items())
    yield from odd_hand_ins(problems, random)


def odd_hand_ins(problems: ProblemSet, random: Random) -> Iterator[tuple[str, bytes]]:
    """Those that no grader should stumble over."""
    right = sheet(problems, "", "", random)
    yield "only-a-sheet.yaml", right.encode()
    yield "only-a-program.py", program("right").encode()
    yield "mallory/answers.yaml", right.replace("student: ", "student: <script>alert(1)</script>").encode()
    yield "mallory/search.py", program("reads other files").encode()
    yield "oscar/search.py", program("starts processes").encode()
    yield "sybil/search.py", program("loops").encode()
    yield "trudy/search.py", program("takes all memory").encode()
    yield "eve.zip", packed({"../../answers.yaml": right.encode()})
    yield "wendy.yaml", b"answers: &a [*a, \xff\xfe\x00"


def sheet(problems: ProblemSet, student: str, idea: str, random: Random) -> str:
    """The sheet as somebody fills it in who goes by an idea, and is right where it says nothing."""
    lines = [f"set: {problems.id}", f"student: {student}", "answers:"]
    slip = random.choice(["textbook.value", "deeper.value", "deeper.pruned"]) if idea == SLIP else ""
    for problem in problems.on_sheet:
        lines.append(f"  {problem.id}:")
        for asked in problem.questions:
            question, solution = asked.question, problem.solution()
            answer = _answered(Predictions(question, solution), idea)
            if f"{problem.id}.{question.id}" == slip:
                answer = _slipped(answer, random)
            lines.append(f"    {question.id}: {json.dumps(question.plain(answer), ensure_ascii=False)}")
    return "\n".join([*lines, ""])


def _answered(predictions: Predictions, idea: str) -> Any:
    right = predictions.question.key(predictions.solution)
    if idea in ("", SLIP):
        return right
    by_search = BY_ID[idea].facet == "search" and not BY_ID[idea].always_right
    said = predictions.said(Hypothesis((BY_ID[idea],), "run" if by_search else "values-first"))
    parts = {name: part for name, part in said.parts.items() if part is not NOTHING}
    return {**right, **parts} if isinstance(right, dict) else parts.get("", right)


def _slipped(answer: Any, random: Random) -> Any:
    """One number off by a little, or one name left out."""
    if isinstance(answer, dict):
        name = random.choice(sorted(answer))
        return {**answer, name: answer[name] + random.choice((-2, -1, 1, 2))}
    return frozenset(sorted(answer)[1:])


def program(change: str) -> str:
    text = SEARCH
    for old, new in CHANGES[change]:
        assert old in text, change
        text = text.replace(old, new)
    return text


def packed(files: Mapping[str, bytes]) -> bytes:
    """A zip with the same bytes every time."""
    file = io.BytesIO()
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(ZipInfo(name, (2027, 1, 15, 12, 0, 0)), data)
    return file.getvalue()


def roster() -> str:
    """Everybody, in two sections, and one who submitted nothing."""
    odd = ("eve", "mallory", "only-a-program", "only-a-sheet", "oscar", "sybil", "trudy", "wendy")
    people = [*STUDENTS, *odd, "yvonne"]
    rows = [f"{student},{student.title()},{'AB'[number % 2]}" for number, student in enumerate(people)]
    return "\n".join(["id,name,section", *rows, ""])


if __name__ == "__main__":
    main()
