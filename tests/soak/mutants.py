"""Mutated trees, sheets, sets, records, gradebooks and tables: a value or our own message, and soon."""

from __future__ import annotations

import shlex
import shutil
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

from grader.gradebook import FILE
from tests.soak.bench import Bench, size_of
from tests.soak.case import Case, Finding, Try
from tests.soak.commands import ROOT, Ended
from tests.soak.mutation import NASTIES, mutate
from tests.soak.room import furnish

_REPORTS = ("html", "md", "txt", "gradescope", "classroom", "json", "junit", "codequality", "csv", "class")
_STUDENTS = 6
_COMMANDS = "commands.txt"


@dataclass(frozen=True, slots=True)
class Step:
    """A command; one that reads what the one before wrote must work, and `into` keeps what it prints."""

    words: tuple[str, ...]
    must_work: bool = False
    into: str = ""


Mutant = Callable[[Random, Path, Path], list[Step]]  # chance, the soak's folder and the case's → what to run


@contextmanager
def begin(shared: Path) -> Iterator[Try]:
    """Make a small class with its gradebook and its records, of which cases change a copy."""
    with Bench() as bench:
        prepare(bench, shared)

        def try_one(case: Case) -> Iterable[Finding]:
            case.folder.mkdir(parents=True)
            random = case.random
            make = _MUTANTS[case.number % len(_MUTANTS)]
            steps = make(random, shared, case.folder)
            lines = [shlex.join(("grader", *step.words)) for step in steps]
            (case.folder / _COMMANDS).write_text(
                "\n".join(lines), encoding="utf-8", errors="backslashreplace"
            )
            return list(_run(bench, steps, case.folder))

        yield try_one


def prepare(bench: Bench, shared: Path) -> None:
    """Grade a small class, and decide about one answer."""
    furnish(shared, _STUDENTS)
    adjust = "adjust student-000 textbook.pruned --points 1/3 --because x --by tom --out out"
    for words in ("grade set.yaml class --out out --jobs 1", adjust):
        ended = bench.run(words.split(), shared, 0)
        assert ended is not None, words
        assert ended.status == 0, ended


def _run(bench: Bench, steps: Iterable[Step], folder: Path) -> Iterator[Finding]:
    worked = True
    for step in steps:
        if step.must_work and not worked:
            return
        said = shlex.join(step.words)[:200]
        ended = bench.run(step.words, folder, size_of(folder) + sum(map(len, step.words)))
        if ended is None:
            yield Finding("hangs", f"`{said}` takes far longer than its input warrants")
            return
        yield from _judged(ended, step, said)
        worked = ended.status == 0
        if step.into:
            (folder / step.into).write_text(
                ended.out, encoding="utf-8", errors="backslashreplace", newline=""
            )


def _judged(ended: Ended, step: Step, said: str) -> Iterator[Finding]:
    for fault in ended.faults():
        yield Finding(fault.column, f"`{said}`: {fault.sentence}")
    if step.must_work and ended.status:
        yield Finding("lost", f"`{said}` cannot read what we wrote: {ended.told}")


def _tree(random: Random, _shared: Path, folder: Path) -> list[Step]:
    (folder / "one.tree").write_bytes(mutate(random.choice(_trees()), random))
    form = random.choice(("text", "json", "jsonl", "svg", "tikz", "outline"))
    other = random.choice(("json", "efg", "list"))
    return [
        Step(("solve", "one.tree", "--format", form, *random.choice(_RULES))),
        Step(("draw", "one.tree", "--format", random.choice(("text", "svg", "tikz", "outline")))),
        Step(("format", "one.tree"), into="two.tree"),
        Step(("format", "two.tree", "--check"), must_work=True),
        Step(("export", "one.tree", "--as", "dot")),
        Step(("export", "one.tree", "--as", other), into=f"one.{other}"),
        Step(("import", other, f"one.{other}"), must_work=True),
    ]


def _typed_tree(random: Random, _shared: Path, _folder: Path) -> list[Step]:
    """A tree as an argument, or a game with arguments, of which no character is sure."""
    typed = mutate(random.choice(_trees()), random).decode("utf-8", "surrogateescape").replace("\0", "")
    position, number = (
        mutate(text, random).decode("utf-8", "surrogateescape") for text in (b"XO. .X. O..", b"-5,5")
    )
    flag = random.choice(("--window", "--utilities", "--depth", "--agents", "--evaluation", "--rule"))
    game = random.choice(("tic-tac-toe", "connect-four", "nim", "2048"))
    return [
        Step(("solve", f"--format={random.choice(('text', 'json'))}", "--", typed)),
        Step(("solve", "max(min(3, 12, 8), chance(2, 4, 6))", f"{flag}={number}")),
        Step(("draw", f"--game={game}", f"--position={position}", "--depth=2")),
    ]


def _exchanged(random: Random, _shared: Path, folder: Path) -> list[Step]:
    """A file of another system, which we once wrote ourselves."""
    form = random.choice(("json", "efg", "list"))
    (folder / f"mutant.{form}").write_bytes(mutate(_EXCHANGED[form].encode(), random))
    return [
        Step(("import", form, f"mutant.{form}"), into="one.tree"),
        Step(("solve", "one.tree"), must_work=True),
    ]


def _sheet(random: Random, _shared: Path, folder: Path) -> list[Step]:
    name = random.choice(_paper_sets())
    path = random.choice(sorted((ROOT / "problems" / name / "samples").glob("*.yaml")))
    (folder / "answers.yaml").write_bytes(mutate(path.read_bytes(), random))
    problems = str(ROOT / "problems" / name / "set.yaml")
    form = random.choice(_REPORTS)
    return [
        Step(("grade", problems, "answers.yaml", "--out", "out", "--report", "json", "--student", "ada")),
        Step(
            ("report", "out/results.json", "--set", problems, "--as", form, "--out", "pages"), must_work=True
        ),
        Step(("preview", "answers.yaml", "--set", problems)),
    ]


def _set(random: Random, _shared: Path, folder: Path) -> list[Step]:
    name = random.choice(_paper_sets())
    shutil.copytree(ROOT / "problems" / name, folder, dirs_exist_ok=True)
    original = random.choice([(folder / "set.yaml").read_bytes(), *_mistaken_sets()])
    (folder / "set.yaml").write_bytes(mutate(original, random))
    form = random.choice(("text", "json", "markdown", "html", "tex", "rubric"))
    steps = [
        Step(("sheet", "set.yaml", "--student", "ada", "--format", random.choice(("text", "html", "tex")))),
        Step(("key", "set.yaml", "--format", form)),
        Step(("grade", "set.yaml", "samples/perfect.yaml", "--out", "out", "--report", "json")),
        Step(
            ("report", "out/results.json", "--set", "set.yaml", "--as", "html", "--out", "pages"),
            must_work=True,
        ),
        Step(("export", "set.yaml", "--as", random.choice(("moodle", "qti")), "-o", "exported")),
        Step(("release", "set.yaml", "--out", "released")),
    ]
    return [*steps, Step(("check", "set.yaml"))] if random.random() < 0.2 else steps


def _code_set(random: Random, _shared: Path, folder: Path) -> list[Step]:
    """A set with programs; nothing is run."""
    name = random.choice(("code-alpha-beta", "code-games", "code-pacman"))
    shutil.copytree(ROOT / "problems" / name, folder, dirs_exist_ok=True)
    (folder / "set.yaml").write_bytes(mutate((folder / "set.yaml").read_bytes(), random))
    return [
        Step(("key", "set.yaml")),
        Step(("sheet", "set.yaml")),
        Step(("starter", "set.yaml", "--out", "starter")),
    ]


def _records(random: Random, shared: Path, folder: Path) -> list[Step]:
    shutil.copy(shared / "set.yaml", folder)
    (folder / "results.json").write_bytes(mutate((shared / "out" / "results.json").read_bytes(), random))
    return [
        Step(
            ("report", "results.json", "--set", "set.yaml", "--as", random.choice(_REPORTS), "--out", "pages")
        )
    ]


def _rows(random: Random, shared: Path, folder: Path) -> list[Step]:
    """A gradebook in which a cell was changed, as only somebody can who takes the triggers away."""
    _copy_book(shared, folder)
    connection = sqlite3.connect(folder / "out" / FILE, isolation_level=None)
    try:
        for (trigger,) in connection.execute(
            "SELECT name FROM sqlite_schema WHERE type = 'trigger'"
        ).fetchall():
            connection.execute(f"DROP TRIGGER {trigger}")
        _change_cell(connection, random)
    finally:
        connection.close()
    return _readings(random)


def _change_cell(connection: sqlite3.Connection, random: Random) -> None:
    table = random.choice(
        ("sets", "set_files", "submissions", "submission_files", "grades", "adjustments", "people")
    )
    columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
    rows = [row[0] for row in connection.execute(f"SELECT rowid FROM {table}")]  # noqa: S608
    column, row = random.choice(columns), random.choice(rows)
    ((value,),) = connection.execute(f"SELECT {column} FROM {table} WHERE rowid = ?", (row,))  # noqa: S608
    data = mutate(str("" if value is None else value).encode(), random)
    given: object = random.choice(
        (data.decode("utf-8", "replace"), data.decode("utf-8", "replace"), None, data, -1)
    )
    try:
        connection.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = ?", (given, row))  # noqa: S608
    except sqlite3.IntegrityError:  # the table itself refuses it
        return


def _bytes(random: Random, shared: Path, folder: Path) -> list[Step]:
    """A gradebook whose file is damaged."""
    _copy_book(shared, folder)
    path = folder / "out" / FILE
    data = bytearray(path.read_bytes())
    for _ in range(random.choice((1, 1, 5, 50))):
        start = random.choice((random.randrange(200), random.randrange(len(data))))
        data[start : start + random.choice((1, 4, 100))] = random.choice(NASTIES)[:100]
    path.write_bytes(data)
    return _readings(random)


def _copy_book(shared: Path, folder: Path) -> None:
    for name in ("set.yaml", "corrected.yaml"):
        shutil.copy(shared / name, folder)
    shutil.copytree(shared / "class", folder / "class")
    (folder / "out").mkdir()
    shutil.copy(shared / "out" / FILE, folder / "out")


def _readings(random: Random) -> list[Step]:
    steps = [
        Step(("grades", "--out", "out", "--format", random.choice(("table", "csv", "json")))),
        Step(("history", "student-000", "--out", "out", "--format", random.choice(("text", "json")))),
        Step(("explain", "student-000", "textbook.pruned", "--out", "out")),
        Step(
            ("report", f"out/{FILE}", "--set", "set.yaml", "--out", "pages", "--as", random.choice(_REPORTS))
        ),
        Step(
            (
                "adjust",
                "student-001",
                "textbook.pruned",
                "--points=2",
                "--because=x",
                "--by=y",
                "--out",
                "out",
            )
        ),
        Step(("regrade", "corrected.yaml", "--out", "out", "--diff", "--jobs", "1")),
    ]
    return random.sample(steps, 3)


def _roster(random: Random, shared: Path, folder: Path) -> list[Step]:
    shutil.copytree(shared / "class", folder / "class")
    shutil.copy(shared / "set.yaml", folder)
    (folder / "roster.csv").write_bytes(mutate(_ROSTER, random))
    words = (
        "grade",
        "set.yaml",
        "class",
        "--roster",
        "roster.csv",
        "--out",
        "out",
        "--jobs",
        "1",
        "--report",
        "csv",
    )
    return [Step(words), Step(("grades", "--out", "out", "--status", "missing"), must_work=True)]


def _answers(random: Random, shared: Path, folder: Path) -> list[Step]:
    """A table with a row of answers for each student."""
    shutil.copy(shared / "set.yaml", folder)
    (folder / "answers.csv").write_bytes(mutate(_ANSWERS, random))
    words = ("grade", "set.yaml", "answers.csv", "--out", "out", "--jobs", "1", "--report", "csv,json")
    return [
        Step(words),
        Step(("regrade", "set.yaml", "--out", "out", "--diff", "--jobs", "1"), must_work=True),
    ]


def _decisions(random: Random, shared: Path, folder: Path) -> list[Step]:
    _copy_book(shared, folder)
    (folder / "decisions.csv").write_bytes(mutate(_DECISIONS, random))
    return [
        Step(("adjust", "--from", "decisions.csv", "--by", "tom", "--out", "out")),
        Step(("grades", "--out", "out"), must_work=True),
        Step(("report", f"out/{FILE}", "--set", "set.yaml", "--out", "pages", "--as", "csv"), must_work=True),
    ]


def _pacman(random: Random, _shared: Path, folder: Path) -> list[Step]:
    """A test of the Pacman projects, which is a format that nobody wrote down."""
    (folder / "q2").mkdir()
    (folder / "q2" / "1-fork.test").write_bytes(mutate(_PACMAN, random))
    return [Step(("import", "cs188", "q2", "--id", "q2"), into="imported.yaml")]


_MUTANTS: tuple[Mutant, ...] = (
    _tree, _sheet, _set, _records, _typed_tree, _rows, _tree, _sheet, _set, _exchanged, _roster, _answers,
    _tree, _sheet, _set, _records, _decisions, _bytes, _code_set, _pacman,
)  # fmt: skip
_RULES: tuple[tuple[str, ...], ...] = (
    (), (), ("--search", "minimax"), ("--ties", "keep"), ("--order", "right-to-left"), ("--depth", "2"),
    ("--cutoffs", "shallow"), ("--returns", "hard"), ("--chance", "star1", "--utilities=-100,100"),
    ("--window=-5,5",), ("--steps",),
)  # fmt: skip
_ROSTER = b"""\
student,name,email,section,extension,handed in
student-000,Ada L.,ada@example.org,A,2d,2027-02-01 12:00 Europe/Berlin
student-001,"Grace, H.",grace@example.org,B,2027-03-01 12:00 Europe/Berlin,2027-02-02T12:00:00Z
student-002,,,A,,
"""
_ANSWERS = b"""\
id,textbook.best-move,textbook.pruned
ada,B,"[C2, C3]"
bob,C,"C2
C3"
cai,?,none
"""
_DECISIONS = b"""\
student,question,points,because,by
student-000,textbook.pruned,2,the figure was misprinted,tom
student-001,textbook.best-move,1/2,half of it,ann
student-000,textbook.pruned,withdraw,it was not,tom
"""
_PACMAN = b'''\
# a comment
class: "GraphGameTreeTest"
alg: "AlphaBetaAgent"
depth: "1"
num_agents: "2"
start_state: "top"
win_states: "won"
lose_states: "lost"
successors: """
top West left
top East right
left a won
left b mid
right a lost
right b mid
mid West deep
"""
evaluation: """
top 0.0
left 1
right 2.5
won 4.5
lost -2
mid 3
deep 100
"""
'''
_EXCHANGED = {
    "list": "[[3, 12, 8], [2, [4, -1/2], 6], [14, 5, 2.5]]\n",
    "json": '{"kind": "max", "name": "A", "children": [{"kind": "min", "move": "a1", "children":'
    ' [{"utility": 3}, {"utility": "7/3"}]}, {"kind": "chance", "children":'
    ' [{"probability": "1/3", "utility": 14}, {"probability": "2/3", "utility": "inf"}]}]}\n',
    "efg": 'EFG 2 R "x" { "Max" "Min" }\n""\n\np "A" 1 1 "" { "a1" "a2" } 0\n'
    'p "B" 2 1 "" { "l" "r" } 0\nt "" 1 "" { 3, -3 }\nt "" 2 "" { 12, -12 }\n'
    'c "C" 1 "" { "h" 1/3 "t" 2/3 } 0\nt "" 3 "" { 14, -14 }\nt "" 4 "" { 5, -5 }\n',
}  # fmt: skip


@cache
def _trees() -> tuple[bytes, ...]:
    """Texts of trees: some that use everything, every file of the bundled sets, and every known mistake."""
    texts = [
        b'A = max(a1 -> B = min~5(3, -1/2, ?x), [4, {m=1, n=2}], chance(1/2 h -> 1, 50% -> "q" = _))',
        b"max(a1 -> min(3, 12, 8), a2 -> min(2, 4, 6), a3 -> min(14, 5, 2))\n",
        b"[[3, 12, 8], [2, 4, 6], [14, 5, 2]]",
        b"# two trees\nX = max(1, 2)\n\nY = chance(1/3 -> 6, 2/3 -> min(3, 4))  # the second\n",
    ]
    texts += [path.read_bytes() for path in sorted(ROOT.glob("problems/*/trees/*.tree"))]
    texts += [_above(path) for path in sorted((ROOT / "tests" / "tree" / "errors").glob("*.txt"))]
    return tuple(text for text in texts if len(text) < 5_000)


@cache
def _mistaken_sets() -> tuple[bytes, ...]:
    """Every fifth set with a known mistake."""
    return tuple(map(_above, sorted((ROOT / "tests" / "problems" / "set-errors").glob("*"))[::5]))


@cache
def _paper_sets() -> tuple[str, ...]:
    found = sorted((ROOT / "problems").glob("*/set.yaml"))
    return tuple(path.parent.name for path in found if not path.parent.name.startswith("code-"))


def _above(path: Path) -> bytes:
    return path.read_bytes().partition(b"\n----\n")[0]
