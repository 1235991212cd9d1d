"""The file of a set → ProblemSet, or an InputError with everything that is wrong with it."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path
from string import ascii_uppercase
from typing import NamedTuple

from grader.document import Fields, Scalar, Sequence, Value, as_text, load_document, mistake_at, one_of
from grader.document.schema import Schema, described, group, refer, several, whole
from grader.document.values import find
from grader.problems.course_terms import Terms, load_terms, terms_file, with_terms
from grader.problems.deal import deal_file, folded_student
from grader.problems.errata import MAX_ERRATA, Erratum, errata_reader
from grader.problems.field_readers import as_id, as_line, doubled_ids, list_within, read_entries, whole_within
from grader.problems.fields.problem_fields import read_problem
from grader.problems.fields.set_folder import LoadContext, SetFolder
from grader.problems.late_policy import LatePolicy, late_reader
from grader.problems.moment import Moment, as_moment
from grader.problems.policies import (
    DIAGNOSIS,
    PRACTICE_SCHEMA,
    DiagnosisPolicy,
    PracticeWord,
    as_diagnosis,
    as_practice,
)
from grader.problems.problem import Problem
from grader.problems.problem_set import ProblemSet
from grader.problems.settings import DEFAULTS, SETTINGS, Settings, read_settings
from grader.rule import Rule
from grader.text.sentences import languages
from grader.text.source import Source, load_source

FILE = "set.yaml"
RELEASED = "released"  # the field that marks what students get, in which no question has a key
MAX_PROBLEMS = 500
MAX_VERSIONS = 26

_FIELDS: dict[str, Schema] = {
    "set": described(refer("id"), "the name of the set, repeated on its sheets"),
    "title": refer("line"),
    "language": described({"enum": list(languages())}, "the language of what students read"),
    "due": described(refer("moment"), "when submissions are due"),
    "late": described(refer("late"), "what a late submission loses"),
    "diagnosis": described(
        DIAGNOSIS, "who sees the wrong idea that explains an answer, and which ideas are switched off"
    ),
    "practice": described(
        PRACTICE_SCHEMA, "`yes`: `grader release` adds a practice page; `never`: none may be made"
    ),
    "seed": described(refer("text"), "a secret that decides which student gets which variant"),
    "versions": described(
        {"anyOf": [whole(2, MAX_VERSIONS), several("line", 2, MAX_VERSIONS)]},
        "versions of the whole set, by name or how many: each is one choice of variants for all problems",
    ),
    "shuffle": described({"enum": ["problems"]}, "what is in a different order in each version"),
    "errata": described(
        several("erratum", 0, MAX_ERRATA), "corrections made after the release, printed on sheets and reports"
    ),
    "problems": several("problem", 1, MAX_PROBLEMS),
    **SETTINGS,
}
_TOGETHER = {"dependentRequired": {"late": ["due"], "shuffle": ["versions"]}}
SET: Schema = group(_FIELDS, "set", "problems") | _TOGETHER


def load_problems(
    path: str | os.PathLike[str] | Source,
    complete: Callable[[Value], Value] | None = None,
    terms: Terms | None = None,
) -> ProblemSet:
    """The problem set in a file, or in the `set.yaml` of a folder; `terms` are what its course says of it.

    What students get has no keys, and is read only with a way to `complete` it.
    """
    source = path if isinstance(path, Source) else load_source(set_path(path))
    reading = LoadContext(SetFolder(Path(source.name).parent))
    given = load_terms(terms_file(Path(source.name))) if terms is None else terms.text
    problem_set = reading.attempt(_read_set, source, reading, complete or _with_keys, given)
    reading.finish()
    assert problem_set is not None
    return problem_set


class SetDates(NamedTuple):
    """What is said of a set when it was due: its id, its due date and what lateness costs."""

    id: str
    due: Moment | None
    late: LatePolicy | None


def load_dates(path: str | os.PathLike[str], terms: Terms) -> SetDates:
    """The dates of a set as they are now, without a look at its problems."""
    source = load_source(set_path(path))
    fields = Fields(with_terms(load_document(source), terms.text, terms_file(Path(source.name)).name)[0])
    return SetDates(
        fields.decide("set", as_id),
        fields.decide("due", as_moment) if "due" in fields else None,
        fields.decide("late", late_reader(dated="due" in fields)) if "late" in fields else None,
    )


def set_path(path: str | os.PathLike[str]) -> str | os.PathLike[str]:
    """The file that is meant; os.path never raises, however strange the name."""
    inside = Path(path, FILE)
    return inside if os.path.isdir(path) and os.path.isfile(inside) else path  # noqa: PTH112, PTH113


def _with_keys(document: Value) -> Value:
    if released := find(document, RELEASED):
        message = "this is the student version of a set, which cannot be used for grading"
        raise mistake_at(released, message, "name the set itself; `grader preview` reads this one")
    return document


def _read_set(
    source: Source, reading: LoadContext, complete: Callable[[Value], Value], terms: str
) -> ProblemSet:
    """The set; after a mistake in one field the others are still read."""
    kept = terms_file(Path(source.name))
    document, is_complemented = with_terms(complete(load_document(source)), terms, kept.name)
    if is_complemented:
        reading.folder.taken[kept.name] = terms.encode()
    fields = Fields(document)
    set_id = fields.read("set", as_id)
    title = fields.read("title", as_line, None)
    language = fields.read("language", one_of(languages()), "en")
    due = fields.read("due", as_moment, None)
    late = fields.read("late", late_reader(dated="due" in fields), None)
    settings = read_settings(fields, replace(DEFAULTS, dated="due" in fields))
    diagnosis = fields.read("diagnosis", as_diagnosis, DiagnosisPolicy())
    practice: PracticeWord = fields.read("practice", as_practice, "allowed")
    seed = fields.read("seed", as_text, "")
    versions = fields.read("versions", _as_versions, ())
    shuffle = fields.read("shuffle", one_of(("problems",)), None)
    if shuffle and "versions" not in fields:
        fields.note("shuffle", "there are no versions to tell the orders apart", "add `versions: [A, B]`")
    reading.versions = len(versions)
    problems = _read_problems(fields, reading, settings, f"{set_id}/{seed}")
    errata: tuple[Erratum, ...] = fields.read("errata", errata_reader(_problem_ids(document)), ())
    deal = reading.folder.read_deal(deal_file(Path(source.name)))
    problem_set = ProblemSet(
        id=set_id,
        title=title or set_id,
        language=language,
        rule=settings.rule or Rule(),
        problems=problems,
        due=due,
        reveal=settings.reveal,
        diagnosis=diagnosis,
        practice=practice,
        folder=reading.folder.path,
        source=source,
        hash=reading.folder.hash_with(source),
        late=late,
        versions=versions,
        shuffled=shuffle is not None,
        errata=errata,
        seed=blake2b(f"{set_id}/{seed}".encode()).digest(),
        is_seeded=bool(seed),
        files={Path(source.name).name: source.text.encode(), **reading.folder.taken},
    )
    fields.finish()
    return problem_set.dealt(deal)


def _as_versions(value: Value) -> tuple[str, ...]:
    """Names of versions; a number gives so many letters."""
    if isinstance(value, Scalar):
        return tuple(ascii_uppercase[: whole_within(2, MAX_VERSIONS)(value)])
    names = list_within(2, MAX_VERSIONS, as_line)(value)
    seen: set[str] = set()
    for name in names:
        if folded_student(name) in seen:
            raise mistake_at(value, f"two versions are called `{name}`", "give each a name of its own")
        seen.add(folded_student(name))
    return names


def _problem_ids(document: Value) -> tuple[str, ...]:
    """The ids of all problems, also of those that cannot be read."""
    entries = find(document, "problems")
    ids = (find(entry, "id") for entry in entries.items) if isinstance(entries, Sequence) else ()
    return tuple(one.text for one in ids if isinstance(one, Scalar))


def _read_problems(
    fields: Fields, reading: LoadContext, settings: Settings, seed: str
) -> tuple[Problem, ...]:
    values = read_entries(fields, "problems", MAX_PROBLEMS)
    reading.note(doubled_ids(values, "problem", "id"))
    problems = [read_problem(value, settings, reading, seed) for value in values]
    return tuple(problem for problem in problems if problem is not None)
