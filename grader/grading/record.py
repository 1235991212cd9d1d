"""A record of a Grade and the set that it was made from → the Grade again, and the schema of such records."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from operator import itemgetter
from typing import Any, NoReturn, get_args

from grader.document.schema import Schema
from grader.grading.decisions import CHANGED, Adjusted, Late, MarkChange, Regrading, Slip
from grader.grading.grade_record import (
    FORMAT,
    Check,
    Convention,
    Grade,
    Misconception,
    Origin,
    OtherVersion,
    Status,
)
from grader.grading.note_records import NOTE, Note, mistakes_of
from grader.grading.program_run import Ran
from grader.grading.record_readers import (
    ANYTHING,
    BOOLEAN,
    MOMENT,
    NUMBER,
    POINTS,
    TEXT,
    WHOLE,
    RecordForm,
    RecordValue,
    Unfit,
    by_name,
    exactly,
    list_of_form,
    one_word_of,
    optional,
    pair,
    record,
)
from grader.problems import ProblemSet
from grader.problems.fields.question_fields import VOIDS
from grader.questions.verdict import SeenVerdict, Verdict
from grader.rule import Rule, RuleError
from grader.solving.counterexample import Counterexample
from grader.text.columns import visible
from grader.text.source import InputError, load_bytes, refusal
from grader.text.spelling import shortened
from grader.tree import Kind, Tree

MAX_BYTES = 1 << 30
STATUSES: tuple[Status, ...] = get_args(Status)
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)
SEEN_VERDICTS: tuple[SeenVerdict, ...] = get_args(SeenVerdict)  # in a record of what a student may see

_HINT = "name a `results.json` that the grader wrote"
_DIALECT = "https://json-schema.org/draft/2020-12/schema"


def load_grades(
    path: str | os.PathLike[str],
    problems: ProblemSet,
    lose: Callable[[str, InputError], object] | None = None,
) -> tuple[Grade, ...]:
    """The grades in a file of records, such as `results.json`.

    Whose record cannot be read is given to `lose` with the error; without it, or where that is everybody,
    the file is refused.
    """
    name = os.fspath(path)
    records = _parsed(load_bytes(path, MAX_BYTES), name)
    if not isinstance(records, list):
        raise refusal(name, "this is not a list of records", _HINT)
    grades: list[Grade] = []
    lost: dict[int, InputError] = {}
    for index, entry in enumerate(records):
        try:
            grades.append(grade_from_record(entry, problems, name, f"$[{index}]"))
        except InputError as error:
            lost[index] = error
    if lost and (lose is None or not grades):  # what holds for all of them is about the file
        raise next(iter(lost.values()))
    for index, unread in lost.items():
        assert lose is not None
        student = _student_of(records[index], index)
        lose(student, _about(student, unread))
    return tuple(grades)


def _student_of(entry: object, index: int) -> str:
    """Whose record it is, as far as it says so."""
    given = entry.get("student") if isinstance(entry, dict) else None
    return given if isinstance(given, str) and given.strip() else f"record {index + 1}"


def _about(student: str, error: InputError) -> InputError:
    """The same error, which says whose grade it costs."""
    about = f"the grade of `{visible(shortened(student))}` cannot be read"
    return InputError(replace(one, message=f"{about}: {one.message}") for one in error.mistakes)


def grade_from_record(value: object, problems: ProblemSet, file: str = "record", path: str = "$") -> Grade:
    """The grade that the record was made of; an `InputError` says where it is none of this set."""
    entry = RecordValue(value, path, file)
    _check_format(entry)
    _check_origin(entry, problems)
    grade = entry.read(_GRADE)
    _check_student(entry.field("student"))
    _check_questions(grade, problems, entry)
    _check_totals(grade, entry)
    given = entry.field("checks")
    checks = tuple(
        _with_solution(check, grade, problems, given, index) for index, check in enumerate(grade.checks)
    )
    return replace(grade, checks=checks, problems=problems)


def marks_from_record(value: Any, problems: ProblemSet) -> Grade | None:
    """The same grade with nothing but its marks, which is far quicker to read, for a table of a whole class.

    None where something of it is not as it should be: `grade_from_record` says what.
    """
    try:
        if value["format"] != FORMAT or value["set"] != problems.id or value.keys() & _BEYOND_MARKS:
            return None
        grade = Grade(
            set=value["set"],
            student=TEXT.read(value["student"]),
            status=_STATUS.read(value["status"]),
            checks=tuple([_marked(*_marks_in(one), one.get("void")) for one in value["checks"]]),
            made_from=Origin(**value["made_from"]),
            name=TEXT.read(value["name"]),
            problems=problems,
            typed=TEXT.read(value.get("typed", "")),
        )
        totals = _points(value["earned"]), _points(value["possible"])
    except (Unfit, LookupError, TypeError, AttributeError):
        return None
    asked = [(problem.id, one.question.id) for problem in problems.problems for one in problem.questions]
    is_whole = (
        grade.made_from.set == problems.hash
        and bool(grade.student.strip())
        and [(check.problem, check.question) for check in grade.checks] == asked
        and totals == (grade.earned, grade.possible)
    )
    return grade if is_whole else None


@lru_cache(maxsize=4096, typed=True)  # most students of a class have the same
def _marked(*marks: Any) -> Check:
    problem, question, ask, verdict, earned, possible, void = marks
    return Check(
        problem=TEXT.read(problem),
        question=TEXT.read(question),
        ask=TEXT.read(ask),
        verdict=_VERDICT.read(verdict),
        earned=POINTS.read(earned),
        possible=POINTS.read(possible),
        void=None if void is None else _VOID.read(void),
    )


def results_schema() -> Schema:
    """The JSON Schema of `results.json`."""
    title = f"grades of answer sheets about game trees, format {FORMAT}"
    return {"$schema": _DIALECT, "title": title, **list_of_form(_GRADE).schema}


def _parsed(data: bytes, name: str) -> Any:
    try:
        return json.loads(data, parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        where = f"{name}:{error.lineno}:{error.colno}"
        raise refusal(where, "this is not JSON", _HINT) from None
    except (RecursionError, ValueError):  # nested too deep, no text, or a number that JSON does not have
        raise refusal(name, "this is not a file of records", _HINT) from None


def _refuse_constant(_word: str) -> NoReturn:
    raise ValueError


def _check_format(entry: RecordValue) -> None:
    if not isinstance(entry.value, dict) or "format" not in entry.value:
        entry.refuse(f"{entry.shown} is not the record of a grade")
    given = entry.value["format"]
    if given != FORMAT:
        hint = "use the version of the grader that wrote it, or grade the sheets again"
        entry.field("format").refuse(f"the record has format {given}, and this grader reads {FORMAT}", hint)


def _check_origin(entry: RecordValue, problems: ProblemSet) -> None:
    """Refuse a record of another set, and of another state of the same one."""
    entry.read(_ORIGIN_ALONE)
    if entry.value["set"] != problems.id:
        given = visible(shortened(entry.value["set"]))
        entry.field("set").refuse(
            f"this is a grade of the set `{given}`, not of `{problems.id}`", "name the set that was graded"
        )
    if entry.value["made_from"]["set"] != problems.hash:
        message = f"the set `{problems.id}` has changed since this was graded"
        entry.field("made_from").field("set").refuse(
            message, "name the files as they were then, or grade the sheets again"
        )


def _check_questions(grade: Grade, problems: ProblemSet, entry: RecordValue) -> None:
    asked = [f"{problem.id}.{one.question.id}" for problem in problems.problems for one in problem.questions]
    if sorted(check.id for check in grade.checks) != sorted(asked):
        entry.field("checks").refuse("these are not the questions of the set, each once")


def _check_student(entry: RecordValue) -> None:
    if not entry.value.strip():
        entry.refuse("the student has no name")


def _check_totals(grade: Grade, entry: RecordValue) -> None:
    hidden = {"earned"} if grade.is_hidden else set()
    for name in ("earned", "possible"):
        total = entry.field(name)
        if total.read(_TOTAL) != (None if name in hidden else getattr(grade, name)):
            total.refuse(f"{total.shown} is not what the checks add up to")


def _with_solution(check: Check, grade: Grade, problems: ProblemSet, given: RecordValue, index: int) -> Check:
    """The check, its counterexample with the solution that it is about; `given` are the records of all."""
    example = check.counterexample
    if example is None:
        return check
    entry = given.item(index)
    problem = next((one for one in problems.on_sheet if one.id == check.problem), None)
    if problem is None:
        entry.field("counterexample").refuse("nothing is claimed there about pruning")
    try:
        rule = Rule.from_fields(check.rule or {}, under=problems.rule)
    except RuleError as error:
        entry.field("rule").refuse(f"this is not a rule ({error})")
    try:
        asked = (one.question.given for one in problem.questions if one.question.id == check.question)
        solution = problem.solution(grade.variant_of(problem), rule, next(asked, ()))
    except InputError:
        entry.field("rule").refuse("the student's tree cannot be searched by this rule")
    if not _fits(example, solution.tree):
        entry.field("counterexample").refuse("these are not leaves of the student's tree")
    return replace(check, counterexample=replace(example, solution=solution))


def _fits(example: Counterexample, tree: Tree) -> bool:
    """Whether it is about leaves of the tree, which ends where the rule's depth does."""
    leaves = {name for name, kind in zip(tree.names, tree.kinds, strict=True) if kind is Kind.LEAF}
    return leaves.issuperset((example.leaf, *example.changed))


def _make_grade(
    *,
    format: int,  # noqa: A002 - the name that the record has for it
    earned: Fraction | int | None,
    possible: Fraction | int,
    notes: tuple[Note, ...] = (),
    **fields: Any,
) -> Grade:
    """The grade without its totals, which follow from its checks."""
    del format, earned, possible
    return Grade(notes=mistakes_of(notes), **fields)


def _make_late(*, before: object, penalty: object, after: object, **fields: Any) -> Late:
    """Lateness without the marks, which follow from the checks."""
    del before, penalty, after
    return Late(**fields)


_marks_in = itemgetter("problem", "question", "ask", "verdict", "earned", "possible")
_BEYOND_MARKS = frozenset(
    ("late", "variant", "tree_of", "regraded", "other_version")
)  # what a grade has that depends on more than its checks
_points = lru_cache(maxsize=4096, typed=True)(POINTS.read)
_STATUS = one_word_of(*STATUSES)
_VERDICT = one_word_of(*VERDICTS)
_VOID = one_word_of(*VOIDS)
_TOTAL = optional(POINTS)
_NAMES = {"id": TEXT, "name": TEXT}
_RULE = by_name(ANYTHING)
_EXAMPLE = record(
    {"leaf": TEXT, "changed": by_name(NUMBER), "utilities": pair(NUMBER), "values": pair(NUMBER)},
    Counterexample,
)
_ADJUSTED = record(
    {"points": POINTS, "because": TEXT, "by": TEXT, "verdict": TEXT, "earned": optional(POINTS)}, Adjusted
)
_CONVENTION = optional(record({"field": TEXT, "value": TEXT}, Convention))
_COUNTED = optional(WHOLE).described("null while the reasons are hidden")
_MISCONCEPTION = optional(record(_NAMES, Misconception))
_UNSEEN: RecordForm[dict[str, Any]] = record(
    {},
    dict,
    {
        "rule": optional(_RULE),
        "convention": _CONVENTION,
        "misconception": _MISCONCEPTION,
        "feedback": by_name(optional(TEXT)).described(
            "for each sentence, what students read instead, if anything"
        ),
        "idea": list_of_form(TEXT),
    },
)
_CHECK = record(
    {
        "problem": TEXT,
        "question": TEXT,
        "ask": TEXT,
        "verdict": one_word_of(*SEEN_VERDICTS),
        "earned": optional(POINTS).described("null if it is hidden"),
        "possible": POINTS,
        "given": ANYTHING.described("the answer as it was read"),
        "raw": optional(TEXT).described("the answer as it was typed"),
        "place": optional(pair(WHOLE)).described("line and column of the answer in the sheet"),
        "expected": ANYTHING.described("the right answer"),
        "rule": optional(_RULE).described("the fields in which the rule used differs from the set's"),
        "reckoning": optional(TEXT),
        "feedback": list_of_form(TEXT),
        "carried": list_of_form(TEXT).described(
            "the nodes that follow correctly from the student's own values"
        ),
        "convention": _CONVENTION,
        "misconception": _MISCONCEPTION,
    },
    Check,
    {
        "behind": list_of_form(TEXT).described(
            "the ids of the ideas behind it where that is not one alone: either, or several together"
        ),
        "idea": list_of_form(TEXT).described("the sentences of the feedback about the idea behind it"),
        "of_sheet": list_of_form(TEXT).described("those of these sentences that tell of other answers, too"),
        "parts": by_name(TEXT).described("for each node or item: right, wrong, missed, carried, unreadable"),
        "early": by_name(TEXT).described("sentences that are shown before the key, and what they wait for"),
        "counterexample": optional(_EXAMPLE).described("numbers that refute a claim about pruning"),
        "fault": optional(TEXT).described("what went wrong in the grader itself"),
        "adjusted": optional(_ADJUSTED).described("a person's points, and the mark from before"),
        "void": _VOID.described("how the question was taken out, if it was"),
        "letters": by_name(TEXT).described(
            "for each option's letter in the set, the letter that the student saw"
        ),
        "unseen": _UNSEEN.described(
            "fields that reveal something about hidden trees, and what students see instead"
        ),
    },
)
_RAN = record(
    {
        "problem": TEXT,
        "tree": TEXT,
        "hidden": BOOLEAN,
        "outcome": TEXT.described("`returned`, or why the program did not finish"),
        "verdicts": by_name(TEXT).described("for each question: right, wrong or unreadable"),
        "returned": TEXT.described("what it returned, as it is shown"),
        "visited": list_of_form(TEXT).described("the nodes that it looked at, in that order"),
        "looked": list_of_form(TEXT).described("those that it should not have looked at"),
        "skipped": list_of_form(TEXT).described("those that it should have looked at, and did not"),
        "visits": optional(WHOLE).described("how many nodes it looked at; null if that is hidden"),
        "line": optional(WHOLE).described("the line at which the program went wrong"),
        "said": list_of_form(TEXT).described("why it did not finish, in words"),
        "traceback": list_of_form(TEXT),
        "printed": TEXT,
    },
    Ran,
    {"file": TEXT.described("the file with that line")},
)
_ORIGIN = record(
    {"set": TEXT, "submission": TEXT, "rule": _RULE, "version": TEXT},
    Origin,
    {"isolation": TEXT.described("`none` if programs were run without the sandbox")},
)
_ORIGIN_ALONE: RecordForm[dict[str, Any]] = record({"set": TEXT, "made_from": _ORIGIN}, dict)
_SLIP = record({"days": WHOLE, "left": WHOLE}, Slip)
_LATE = record(
    {
        "at": optional(MOMENT),
        "due": MOMENT.described("for this student"),
        "days": WHOLE.described("how many days late, counting each started day"),
        "share": POINTS.described("the share of the marks that is lost"),
        "before": POINTS,
        "penalty": POINTS,
        "after": POINTS,
    },
    _make_late,
    {"slip": optional(_SLIP).described("slip days of the course: spent on this set, and left")},
)
_CHANGE = record({"question": TEXT, **dict.fromkeys(CHANGED, optional(POINTS))}, MarkChange)
_REGRADING = record({"at": MOMENT, "because": TEXT, "changes": list_of_form(_CHANGE)}, Regrading)
_OTHER_VERSION = record(
    {
        "said": TEXT,
        "own": TEXT,
        "earned": optional(POINTS).described("as the version on the sheet; null if hidden or unknown"),
    },
    OtherVersion,
)
_GRADE = record(
    {
        "format": exactly(FORMAT),
        "set": TEXT,
        "student": TEXT,
        "status": _STATUS,
        "earned": _TOTAL.described("null if all of it is hidden"),
        "possible": POINTS,
        "checks": list_of_form(_CHECK),
        "misconceptions": list_of_form(
            record(
                {**_NAMES, "explains": _COUNTED, "of": _COUNTED},
                Misconception,
                {
                    "problem": TEXT.described(
                        "the problem whose program it is about; `of` then counts trees, not answers"
                    ),
                    "hidden": BOOLEAN.described(
                        "whether hidden trees are counted; if so, no student sees it"
                    ),
                    "either": list_of_form(TEXT).described("the ids that it cannot be told apart from"),
                    "besides": list_of_form(TEXT).described("conventions that the student follows besides"),
                },
            )
        ),
        "made_from": _ORIGIN.described("what it was made from: hashes of set and submission"),
    },
    _make_grade,
    {
        "runs": list_of_form(_RAN).described("what programs did on every tree"),
        "notes": list_of_form(NOTE).described("what was odd about the sheet itself"),
        "name": TEXT.described("the name of the submitted file"),
        "late": optional(_LATE).described("if it was late: the marks before and after the penalty"),
        "variant": WHOLE.described("which tree of every problem was graded, if not the student's own"),
        "typed": TEXT.described("the student's name, if `student` had to be made safe for paths"),
        "tree_of": TEXT.described("whose trees were graded, if a sheet under an unknown name says so"),
        "regraded": list_of_form(_REGRADING).described("what changed since it was given, and why"),
        "other_version": _OTHER_VERSION.described("the version on the sheet, if the student has another"),
    },
)
