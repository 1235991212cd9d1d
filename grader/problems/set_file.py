"""The file of a set → ProblemSet, or an InputError with everything that is wrong with it."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from grader.document import Fields, Value, as_text, load_document, mistake_at, one_of
from grader.document.schema import Schema, described, group, refer, several
from grader.document.values import find
from grader.problems.diagnosis_policy import DIAGNOSIS, DiagnosisPolicy, as_diagnosis
from grader.problems.fields.load_context import LoadContext
from grader.problems.fields.problem_fields import read_problem
from grader.problems.fields.set_folder import SetFolder
from grader.problems.late_policy import late_reader
from grader.problems.moment import as_moment
from grader.problems.problem import Problem
from grader.problems.problem_set import ProblemSet
from grader.problems.set_readers import as_id, as_line, doubled_ids, read_entries
from grader.problems.settings import DEFAULTS, SETTINGS, Settings, read_settings
from grader.rule import Rule
from grader.text.sentences import languages
from grader.text.source import Source, load_source

FILE = "set.yaml"
RELEASED = "released"  # the field that marks what students get, in which no question has a key
MAX_PROBLEMS = 500

_FIELDS: dict[str, Schema] = {
    "set": described(refer("id"), "the name of the set, which its sheets repeat"),
    "title": refer("line"),
    "language": described({"enum": list(languages())}, "the language of what students read"),
    "due": described(refer("moment"), "when the sheets are due"),
    "late": described(refer("late"), "what is lost by handing in after the due date"),
    "diagnosis": described(
        DIAGNOSIS, "who is told which wrong idea explains an answer, and which are switched off"
    ),
    "seed": described(refer("text"), "a secret that decides which student gets which variant"),
    "problems": several("problem", 1, MAX_PROBLEMS),
    **SETTINGS,
}
SET: Schema = group(_FIELDS, "set", "problems") | {"dependentRequired": {"late": ["due"]}}


def load_problems(
    path: str | os.PathLike[str] | Source, complete: Callable[[Value], Value] | None = None
) -> ProblemSet:
    """The problem set in a file, or in the `set.yaml` of a folder.

    What students get has no keys, and is read only with a way to `complete` it.
    """
    source = path if isinstance(path, Source) else load_source(_file(path))
    reading = LoadContext(SetFolder(Path(source.name).parent))
    problem_set = reading.attempt(_read_set, source, reading, complete or _with_keys)
    reading.finish()
    assert problem_set is not None
    return problem_set


def _file(path: str | os.PathLike[str]) -> str | os.PathLike[str]:
    """The file that is meant; os.path never raises, however strange the name."""
    inside = Path(path, FILE)
    return inside if os.path.isdir(path) and os.path.isfile(inside) else path  # noqa: PTH112, PTH113


def _with_keys(document: Value) -> Value:
    if released := find(document, RELEASED):
        message = "this is what students get of a set: nothing can be marked by it"
        raise mistake_at(released, message, "name the set itself; `grader preview` reads this one")
    return document


def _read_set(source: Source, reading: LoadContext, complete: Callable[[Value], Value]) -> ProblemSet:
    """The set; after a mistake in one field the others are still read."""
    fields = Fields(complete(load_document(source)))
    set_id = fields.read("set", as_id)
    title = fields.read("title", as_line, None)
    language = fields.read("language", one_of(languages()), "en")
    due = fields.read("due", as_moment, None)
    late = fields.read("late", late_reader(dated="due" in fields), None)
    settings = read_settings(fields, replace(DEFAULTS, dated="due" in fields))
    diagnosis = fields.read("diagnosis", as_diagnosis, DiagnosisPolicy())
    seed = fields.read("seed", as_text, "")
    problems = _read_problems(fields, reading, settings, f"{set_id}/{seed}")
    problem_set = ProblemSet(
        id=set_id,
        title=title or set_id,
        language=language,
        rule=settings.rule or Rule(),
        problems=problems,
        due=due,
        reveal=settings.reveal,
        diagnosis=diagnosis,
        folder=reading.folder.path,
        source=source,
        hash=reading.folder.hash_with(source),
        late=late,
        files={Path(source.name).name: source.text.encode(), **reading.folder.taken},
    )
    fields.finish()
    return problem_set


def _read_problems(
    fields: Fields, reading: LoadContext, settings: Settings, seed: str
) -> tuple[Problem, ...]:
    values = read_entries(fields, "problems", MAX_PROBLEMS)
    reading.note(doubled_ids(values, "problem", "id"))
    problems = [read_problem(value, settings, reading, seed) for value in values]
    return tuple(problem for problem in problems if problem is not None)
