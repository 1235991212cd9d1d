"""`course.yaml` → Course, or an InputError with everything that is wrong with it; and its JSON Schema."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path

from grader.document import (
    Fields,
    Mapping,
    Reader,
    Scalar,
    Value,
    as_boolean,
    as_mapping,
    as_scalar,
    list_of,
    load_document,
    mistake_at,
    one_of,
)
from grader.document.schema import BOOLEAN, TEXT, Schema, described, group, only_one, refer, several, whole
from grader.gradebook.standing import KEEPS, Keep
from grader.problems.course_terms import NO_TERMS, Terms
from grader.problems.field_readers import (
    ID,
    LINE,
    POINTS,
    as_id,
    as_line,
    as_points,
    doubled_ids,
    list_within,
    read_entries,
    whole_within,
)
from grader.problems.late_policy import LATE, late_reader
from grader.problems.moment import MOMENT, Moment, as_zone, moment_reader
from grader.problems.reveal import WHEN, WORDS, When
from grader.problems.set_file import set_path
from grader.submissions import student_name
from grader.submissions.collecting.groups import NO_GROUPS
from grader.term.course import (
    AT_ONCE,
    WHOLE,
    Course,
    CourseSet,
    OutsideMarks,
    Part,
    SlipRule,
    TotalRule,
)
from grader.text.numbers import NumberError, read_number
from grader.text.sentences import languages
from grader.text.source import InputError, Mistake, Source, load_source
from grader.text.spelling import did_you_mean, listed, shortened

FILE = "course.yaml"
MAX_SETS = 200

_MAX_DAYS = 1000
_MAX_DECIMALS = 6
_MAX_PEOPLE = 10_000
_DROP = r"\s*[0-9]{1,3}(\s+lowest)?\s*"
_CAP = r"\s*[0-9]+(\.[0-9]*)?\s*%\s*"
_LARGEST_CAP = 1000

_PERCENT: Schema = {"type": "string", "pattern": f"^{_CAP}$", "examples": ["100%"]}
_DROPS: Schema = {"type": ["string", "integer"], "pattern": f"^{_DROP}$", "examples": ["1 lowest"]}
_GROUPS = described(refer("line"), "`none`, `by-sheet`, or the column of the roster that names the groups")
_KEEP = described({"enum": list(KEEPS)}, "which of a student's submissions counts (default: latest)")
_PART_FIELDS: dict[str, Schema] = {
    "id": described(refer("id"), "what sets call the part"),
    "weight": described(refer("points"), "what the part weighs beside the others"),
    "drop": described(_DROPS, "how many of its sets are left out, in the student's favour"),
    "cap": described(_PERCENT, "the share that the part can have at most"),
}
_TOTAL_FIELDS: dict[str, Schema] = {
    "of": described(refer("points"), "what 100 % of everything is in the total (default: 100)"),
    "round": described(whole(0, _MAX_DECIMALS), "decimals of the total; half is rounded up (default: 1)"),
    "cap": described(_PERCENT, "the share that the total can have at most"),
    "drop": described(_DROPS, "how many sets are left out, in the student's favour"),
    "parts": described(several("part", 1, MAX_SETS), "sets that make one share together"),
}
_SLIP_FIELDS: dict[str, Schema] = {
    "days": described(whole(0, _MAX_DAYS), "how many days of lateness cost nothing, in the whole term"),
    "per-set": described(whole(0, _MAX_DAYS), "how many of them for one set, at most"),
    "said": described(refer("line"), "a CSV file in which students say for which set: id, set, days"),
}
_SET_FIELDS: dict[str, Schema] = {
    "id": described(
        refer("id"), "what the course calls the set; its grades are kept in a folder of this name"
    ),
    "title": refer("line"),
    "file": described(refer("line"), "the file or folder of the problem set"),
    "marks": described(refer("line"), "a CSV file with marks from outside"),
    "column": described(refer("line"), "the column of the marks"),
    "of": described(refer("points"), "how many points are 100 %"),
    "weight": described(refer("points"), "what the set weighs beside others (default: 1)"),
    "part": described(refer("id"), "the part of the total that it belongs to"),
    "due": described(refer("course-moment"), "when it is due, unless the set says so itself"),
    "late": described({"anyOf": [{"const": "none"}, refer("late")]}, "what lateness costs, likewise"),
    "cap": described(_PERCENT, "the share that can be earned at most"),
    "bonus": described(BOOLEAN, "whether it can only add to the total"),
    "drop": described({"const": "never"}, "keeps the set from being left out"),
    "groups": _GROUPS,
    "keep": _KEEP,
    "excused": described(several("line"), "students who need not hand it in"),
    "reveal": described(refer("when"), "when students see marks from outside (default: now)"),
}
_FIELDS: dict[str, Schema] = {
    "course": described(refer("id"), "the name of the course"),
    "title": refer("line"),
    "language": described({"enum": list(languages())}, "the language of the students' pages"),
    "zone": described(refer("line"), "the time zone of dates that name none"),
    "roster": described(refer("line"), "a CSV file that says who takes part"),
    "grades": described(refer("line"), "where gradebooks are kept (default: grades)"),
    "sections": described(several("line", 1, MAX_SETS), "the sections that the roster may have"),
    "late": described(refer("late"), "what lateness costs, for sets that say nothing else"),
    "groups": _GROUPS,
    "keep": _KEEP,
    "slip-days": described(
        {"anyOf": [whole(0, _MAX_DAYS), group(_SLIP_FIELDS, "days")]}, "days of lateness that cost nothing"
    ),
    "total": described(group(_TOTAL_FIELDS), "how marks become a total"),
    "sets": several("course-set", 1, MAX_SETS),
}


def course_schema() -> Schema:
    """The schema of a course."""
    parts: dict[str, Schema] = {
        "text": TEXT,
        "line": LINE,
        "id": ID,
        "points": POINTS,
        "moment": MOMENT,
        "course-moment": MOMENT,
        "when": WHEN,
        "late": LATE,
        "part": group(_PART_FIELDS, "id"),
        "course-set": group(_SET_FIELDS, "id")
        | only_one("file", "marks")
        | {"dependentRequired": {"marks": ["of"], "column": ["marks"], "of": ["marks"], "reveal": ["marks"]}},
    }
    dialect = "https://json-schema.org/draft/2020-12/schema"
    title = "a course: its sets, and how their marks become a total"
    return {"$schema": dialect, "title": title, **group(_FIELDS, "course", "sets"), "$defs": parts}


def is_course(document: Value) -> bool:
    """Whether a document is of a course rather than of a set."""
    return isinstance(document, Mapping) and any(key.text == "course" for key, _ in document.entries)


def load_course(path: str | os.PathLike[str]) -> Course:
    """The course in a file, or in the `course.yaml` of a folder."""
    inside = Path(path, FILE)
    is_folder = os.path.isdir(path) and os.path.isfile(inside)  # noqa: PTH112, PTH113 - never raise
    return read_course(load_source(inside if is_folder else path))


def read_course(source: Source) -> Course:
    """The course in a text; an InputError has everything that is wrong with it."""
    document = load_document(source)
    if not is_course(document):
        message = "this is not a course: there is no field `course`"
        raise mistake_at(document, message, "a course begins with `course: NAME`; `grader new` makes one")
    fields, folder = Fields(document), Path(source.name).parent
    id_ = fields.read("course", as_id)
    title = fields.read("title", as_line, None)
    language = fields.read("language", one_of(languages()), "en")
    zone = fields.read("zone", as_zone, None)
    roster = fields.read("roster", _file_reader(folder), None)
    grades = fields.read("grades", as_line, "grades")
    sections = fields.read("sections", list_within(1, MAX_SETS, as_line), ())
    late = fields.read("late", _as_late, None)
    groups = fields.read("groups", as_line, NO_GROUPS)
    keep = fields.read("keep", one_of(KEEPS), KEEPS[0])
    slip = fields.read("slip-days", _slip_reader(folder), None)
    total = fields.read("total", _as_total, None if "total" in fields else TotalRule())
    entries = read_entries(fields, "sets", MAX_SETS)
    readings = _SetReader(folder, zone, late, total, groups=groups, keep=keep)
    doubled = list(doubled_ids(entries, "set", "id"))
    sets, mistakes = readings.all(entries)
    if total is not None and not mistakes and (alone := _only_bonus(total, sets)) is not None:
        message = (
            f"all sets{f' of `{alone}`' if alone else ''} are bonus, and there is nothing to add them to"
        )
        fields.note("sets", message, "let one of them count")
    try:
        fields.finish()
    except InputError as error:
        raise InputError((*error.mistakes, *doubled, *mistakes)) from None
    if doubled or mistakes:
        raise InputError((*doubled, *mistakes))
    assert total is not None
    return Course(
        id_, title or id_, zone, sets, total, slip, folder / grades, roster, sections, language, source
    )


class _SetReader:
    """Reads the sets of a course; they have from it what they do not say themselves."""

    def __init__(
        self,
        folder: Path,
        zone: str | None,
        late: str | None,
        total: TotalRule | None,
        *,
        groups: str,
        keep: Keep,
    ) -> None:
        self._folder = folder
        self._zone = zone
        self._late = late
        self._groups = groups
        self._keep = keep
        self._parts = None if total is None else [part.id for part in total.parts]

    def all(self, entries: tuple[Value, ...]) -> tuple[tuple[CourseSet, ...], list[Mistake]]:
        sets: list[CourseSet] = []
        mistakes: list[Mistake] = []
        for entry in entries:
            try:
                sets.append(self._read(entry))
            except InputError as error:
                mistakes += error.mistakes
        return tuple(sets), mistakes

    def _read(self, value: Value) -> CourseSet:
        fields = Fields(as_mapping(value))
        id_ = fields.read("id", _as_folder_name)
        is_outside = fields.only_one("file", "marks") == "marks"
        self._check_part(fields)
        entry = CourseSet(
            id=id_,
            title=fields.read("title", as_line, id_),
            file=None if is_outside else fields.read("file", _set_reader(self._folder)),
            marks=self._outside(fields) if is_outside else None,
            weight=fields.read("weight", _as_weight, Fraction(1)),
            part=fields.read("part", self._as_part, WHOLE),
            terms=NO_TERMS if is_outside else self._terms(fields),
            cap=fields.read("cap", _as_cap, None),
            bonus=fields.read("bonus", as_boolean, False),
            droppable=fields.read("drop", one_of(("never",)), None) is None,
            groups=NO_GROUPS if is_outside else fields.read("groups", as_line, self._groups),
            keep=KEEPS[0] if is_outside else fields.read("keep", one_of(KEEPS), self._keep),
            excused=frozenset(fields.read("excused", list_of(_as_student), ())),
            shown_when=fields.read("reveal", self._as_when, AT_ONCE) if is_outside else AT_ONCE,
        )
        fields.finish()
        return entry

    def _outside(self, fields: Fields) -> OutsideMarks:
        file = fields.read("marks", _path_reader(self._folder))
        return OutsideMarks(file, fields.read("column", as_line, ""), fields.read("of", _as_weight))

    def _terms(self, fields: Fields) -> Terms:
        due: Moment | None = fields.read("due", moment_reader(self._zone), None)
        late = fields.read("late", _as_late_or_none, self._late)
        return Terms(None if due is None else json.dumps(due.text, ensure_ascii=False), late or None)

    def _as_part(self, value: Value) -> str:
        name = as_id(value)
        if self._parts is None or name in self._parts:
            return name
        known = [part for part in self._parts if part]
        hint = did_you_mean(name, known, f"there are {listed(known, 'and')}") if known else _ADD_PARTS
        raise mistake_at(value, f"the total has no part `{shortened(name)}`", hint)

    def _check_part(self, fields: Fields) -> None:
        if self._parts is not None and WHOLE not in self._parts and "part" not in fields:
            fields.read("part", as_id)  # notes that it is missing

    def _as_when(self, value: Value) -> When:
        if isinstance(value, Mapping):
            fields = Fields(value)
            moment = fields.read("after", moment_reader(self._zone))
            fields.finish()
            return When("after", moment)
        return When(one_of(tuple(word for word in WORDS if word != "due"))(value))


def _only_bonus(total: TotalRule, sets: Sequence[CourseSet]) -> str | None:
    """The first part that has bonus sets and no others."""
    for part in total.parts:
        own = [entry.bonus for entry in sets if entry.part == part.id]
        if own and all(own):
            return part.id
    return None


_ADD_PARTS = "add `parts: [{id: homework, weight: 40}, …]` to `total`"


def _as_folder_name(value: Value) -> str:
    """An id that is also a folder's name on every system."""
    name = as_id(value)
    if name.endswith("."):
        raise mistake_at(
            value, f"`{shortened(name)}` cannot be the name of a folder", "leave out the last dot"
        )
    return name


def _as_student(value: Value) -> str:
    return student_name(as_line(value)) or as_line(value)


def _as_weight(value: Value) -> Fraction:
    points = as_points(value)
    if points == 0:
        raise mistake_at(value, "this must be more than 0", "leave the set out, if it does not count")
    return Fraction(points)


def _as_cap(value: Value) -> Fraction:
    """A share written with %, which may be more than 100 %."""
    text = as_scalar(value).text.strip()
    try:
        number = read_number(text.removesuffix("%").strip())
    except NumberError:
        number = -1
    if re.fullmatch(_CAP, text) is None or isinstance(number, float) or not 0 < number <= _LARGEST_CAP:
        raise mistake_at(value, f"`{shortened(text)}` is not a percentage", "write it as `100%`")
    return Fraction(number) / 100


def _as_drop(value: Value) -> int:
    """`1 lowest`: how many."""
    text = as_scalar(value).text
    if re.fullmatch(_DROP, text) is None:
        hint = "write how many, such as `drop: 1 lowest`"
        raise mistake_at(value, f"`{shortened(text)}` does not say how many sets are left out", hint)
    return int(text.split()[0])


def _as_total(value: Value) -> TotalRule:
    fields = Fields(as_mapping(value))
    drop = fields.read("drop", _as_drop, 0)
    parts = fields.read("parts", list_within(1, MAX_SETS, _as_part_of_total), ())
    if parts and "drop" in fields:
        fields.note(
            "drop", "if there are parts, each one says what is left out", "move it into one of the parts"
        )
    rule = TotalRule(
        of=fields.read("of", _as_weight, Fraction(100)),
        cap=fields.read("cap", _as_cap, None),
        decimals=fields.read("round", whole_within(0, _MAX_DECIMALS), 1),
        parts=parts or (Part(drop=drop),),
    )
    fields.finish()
    names = [part.id for part in parts]
    if doubled := [name for name in names if names.count(name) > 1]:
        raise mistake_at(value, f"two parts are called `{doubled[0]}`", "give each an id of its own")
    return rule


def _as_part_of_total(value: Value) -> Part:
    fields = Fields(as_mapping(value))
    part = Part(
        fields.read("id", as_id),
        fields.read("weight", _as_weight, Fraction(1)),
        fields.read("drop", _as_drop, 0),
        fields.read("cap", _as_cap, None),
    )
    fields.finish()
    return part


def _slip_reader(folder: Path) -> Reader[SlipRule]:
    def read(value: Value) -> SlipRule:
        as_days = whole_within(0, _MAX_DAYS)
        if isinstance(value, Scalar):
            days = as_days(value)
            return SlipRule(days, days)
        fields = Fields(value)
        days = fields.read("days", as_days)
        per_set = fields.read("per-set", as_days, None)
        said = fields.read("said", _path_reader(folder), None)
        fields.finish()
        return SlipRule(days, days if per_set is None else min(days, per_set), said)

    return read


def _as_late(value: Value) -> str:
    """A late policy, as YAML that a set could have."""
    late_reader(dated=True)(value)
    return "{" + ", ".join(f"{key.text}: {json.dumps(said.text)}" for key, said in _scalars(value)) + "}"


def _scalars(value: Value) -> Iterator[tuple[Scalar, Scalar]]:
    return ((key, as_scalar(said)) for key, said in as_mapping(value).entries)


def _as_late_or_none(value: Value) -> str:
    return "" if isinstance(value, Scalar) and value.text.strip() == "none" else _as_late(value)


def _path_reader(folder: Path) -> Reader[Path]:
    """A file of the course, which may not be there yet."""
    return lambda value: folder / as_line(value)


def _file_reader(folder: Path) -> Reader[Path]:
    def read(value: Value) -> Path:
        path = folder / as_line(value)
        if not os.path.isfile(path):  # noqa: PTH113 - never raises
            hint = "check the spelling; names start at the folder of the course"
            raise mistake_at(value, f"there is no file `{shortened(as_line(value))}`", hint)
        return path

    return read


def _set_reader(folder: Path) -> Reader[Path]:
    def read(value: Value) -> Path:
        path = Path(set_path(folder / as_line(value)))
        if not os.path.isfile(path):  # noqa: PTH113 - never raises
            hint = "name the file of a set, or its folder; names start at the folder of the course"
            raise mistake_at(value, f"there is no set at `{shortened(as_line(value))}`", hint)
        return path

    return read
