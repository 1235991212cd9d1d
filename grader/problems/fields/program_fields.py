"""An entry of `problems:` with `code:` → Problem: the program, the trees it is run on, the questions."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from grader.document import Fields, Mapping, Value, as_boolean, as_text, mistake_at, one_of
from grader.problems.fields.file_places import find
from grader.problems.fields.load_context import Reading
from grader.problems.fields.program_fit import misfits, misfits_of_agents
from grader.problems.fields.question_fields import MAX_ACCEPTED, accepted_reader
from grader.problems.fields.tree_sources import grower, written
from grader.problems.problem import Code, End, Problem, ProblemTree
from grader.problems.problem_description import Described, describe, read_questions
from grader.problems.set_readers import as_id, as_points, doubled_ids, list_within, read_entries, whole_within
from grader.problems.settings import Settings, read_settings
from grader.problems.stated_rules import Change, read_change
from grader.rule import Rule
from grader.sandbox.apis import APIS, TREE
from grader.text.numbers import NumberError, read_number
from grader.tree import Kind, Tree

MAX_TREES = 500
MAX_SECONDS = 600
MAX_MEMORY = 8 << 30
MAX_VISITS = 100_000_000
MAX_ENDS = 100_000

_ENDS: tuple[End, ...] = ("won", "lost")

_MODULE = re.compile(r"[^\W\d]\w*\.py")
_SIZE = re.compile(r"\s*+([0-9.]++)\s*+([KMG]?)i?B?\s*+", re.IGNORECASE)
_UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}


def read_code_problem(value: Value, above: Settings, reading: Reading, seed: str) -> Problem | None:
    """The problem; what is wrong with it is noted, and the rest is read all the same."""
    fields = Fields(value)
    described = describe(fields, reading, seed)
    settings = read_settings(fields, above)
    code = fields.read("code", read_code)
    trees = _read_trees(fields, reading, settings)
    drafts = read_questions(fields, reading, settings)
    rule = settings.rule or Rule()
    accept = fields.read("accept", list_within(1, MAX_ACCEPTED, accepted_reader(rule, "rule")), ())
    whole = fields.read("all-or-nothing", as_boolean, False)
    if not reading.passes(fields.finish) or code is None:
        return None
    questions = tuple(draft.asked for draft in drafts)
    problem = _problem(
        described,
        program=code,
        trees=trees,
        rule=rule,
        questions=questions,
        accept=accept,
        all_or_nothing=whole,
    )
    for tree in trees:
        reading.note(misfits_of_agents(problem, tree, value.source))
    for draft in drafts:
        reading.note(misfits(problem, draft.asked, draft.given))
    return problem


def _problem(described: Described, **parts: Any) -> Problem:
    return Problem(**described._asdict(), **parts)


def read_code(value: Value) -> Code:
    """The fields of `code:`."""
    fields = Fields(value)
    what = fields.only_one("function", "class", "command")
    api = fields.read("api", one_of(tuple(APIS)), TREE.name)
    command: tuple[str, ...] = fields.read("command", list_within(1, 50, as_text), ())
    code = Code(
        file=_read_file(fields, what, command),
        name="" if what == "command" else _read_name(fields, what, api),
        api=api,
        command=command,
        seconds=fields.read("seconds", _as_seconds, 2),
        memory=fields.read("memory", _as_size, 256 << 20),
        visits=fields.read("visits", whole_within(1, MAX_VISITS), 1_000_000),
        seconds_in_all=fields.read("seconds-in-all", _as_seconds, 60),
    )
    fields.finish()
    return code


def _read_file(fields: Fields, what: str, command: tuple[str, ...]) -> str:
    """The file that is handed in; where a command does not say, the last word of it."""
    if what != "command":
        return fields.read("file", _as_module)
    return fields.read("file", as_text, command[-1] if command else "")


def _read_name(fields: Fields, what: str, api: str) -> str:
    """The function that is called; with agents, the class that is made."""
    name: str = fields.read(what, as_text)
    if not str(name).isidentifier():
        hint = f"write the name alone, such as `{_EXAMPLES[what]}`"
        fields.note(what, f"a {what} cannot have this name", hint)
    wanted = APIS[api].written
    if what != wanted:
        message = f"with `api: {api}` students write a {wanted}"
        fields.note(what, message, f"write `{wanted}: {APIS[api].example}`, or another `api:`")
    return name


_EXAMPLES: dict[str, str] = {api.written: api.example for api in APIS.values()}


def _as_module(value: Value) -> str:
    name = as_text(value)
    if _MODULE.fullmatch(name) is None:
        raise mistake_at(value, "this is not the name of a Python file", "write a name such as `search.py`")
    return name


def _as_seconds(value: Value) -> Fraction | int:
    seconds = as_points(value)
    if not 0 < seconds <= MAX_SECONDS:
        message = f"a limit of time lies between 0 and {MAX_SECONDS} seconds"
        raise mistake_at(value, message, "write a number of seconds, such as `2` or `0.5`")
    return seconds


def _as_size(value: Value) -> int:
    """Bytes, as `256 MB`."""
    size = _size(as_text(value))
    if size is None or not 32 << 20 <= size <= MAX_MEMORY:
        message = "a limit of memory lies between 32 MB and 8 GB"
        raise mistake_at(value, message, "write it as `256 MB`")
    return size


def _size(text: str) -> int | None:
    found = _SIZE.fullmatch(text)
    if found is None:
        return None
    try:
        number = read_number(found[1])
    except NumberError:
        return None
    return None if isinstance(number, float) else int(number * _UNITS[found[2].upper()])


def _read_trees(fields: Fields, reading: Reading, settings: Settings) -> tuple[ProblemTree, ...]:
    values = read_entries(fields, "trees", MAX_TREES)
    reading.note(doubled_ids(values, "tree of this problem", "id"))
    rule = settings.rule or Rule()
    trees = [
        reading.attempt(_read_tree, value, f"tree-{place}", reading, rule)
        for place, value in enumerate(values, 1)
    ]
    found = tuple(tree for tree in trees if tree is not None)
    if found and len(found) == len(values) and not sum(tree.weight for tree in found):
        fields.note("trees", "these trees are worth 0 points together", "give one of them `points:`")
    return found


def _read_tree(value: Value, usual_id: str, reading: Reading, rule: Rule) -> ProblemTree:
    if not isinstance(value, Mapping):
        tree = ProblemTree(usual_id, written(value), value.span)
    else:
        tree = _read_entry(value, usual_id, reading, rule)
    reading.count(tree.tree, value)
    return tree


def _read_entry(value: Mapping, usual_id: str, reading: Reading, rule: Rule) -> ProblemTree:
    fields = Fields(value)
    change: Change = fields.read("rule", lambda given: read_change(given, rule), Change(rule, {}))
    grow = grower(fields, reading.folder, "random", deep_enough=change.rule.limit)
    tree_id = fields.read("id", as_id, usual_id)
    weight = fields.read("points", as_points, 1)
    hidden = fields.read("hidden", as_boolean, False)
    ends = _read_ends(fields)
    fields.finish()
    tree = grow()
    for end, names in ends.items():
        _check_ends(tree, value, end, names)
    by_name = {name: end for end, names in ends.items() for name in names} if ends else None
    return ProblemTree(tree_id, tree, value.span, weight, hidden, change.fields, by_name)


def _read_ends(fields: Fields) -> dict[End, tuple[str, ...]]:
    """The leaves at which the game is won and lost, as far as the entry says."""
    reader = list_within(0, MAX_ENDS, as_text)
    given: dict[End, tuple[str, ...] | None] = {end: fields.read(end, reader, None) for end in _ENDS}
    if both := sorted({*(given["won"] or ())} & {*(given["lost"] or ())}):
        fields.note("lost", f"`{both[0]}` is won already", "name a leaf once")
    return {end: names for end, names in given.items() if names is not None}


def _check_ends(tree: Tree, value: Mapping, end: str, names: tuple[str, ...]) -> None:
    """Refuse what is no leaf of the tree."""
    for number, name in enumerate(names):
        if name in tree and tree.kinds[tree.index(name)] is Kind.LEAF:
            continue
        message = f"`{name}` is an inner node" if name in tree else f"there is no `{name}` in this tree"
        raise mistake_at(find(value, end, number) or value, message, f"name leaves where the game is {end}")
