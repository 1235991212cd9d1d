"""`diagnosis:` and `practice:` of a set: who sees ideas, which ones, and who may practise."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from grader.document import Fields, Mapping, Scalar, Value, as_text, list_of, mistake_at, one_of
from grader.document.schema import Schema, group, several
from grader.text.spelling import did_you_mean, shortened

DiagnosisFor: TypeAlias = Literal["students", "staff", "off"]

WORDS: tuple[DiagnosisFor, ...] = get_args(DiagnosisFor)

_TELL: Schema = {"enum": list(WORDS)}
DIAGNOSIS: Schema = {"anyOf": [_TELL, group({"tell": _TELL, "without": several("idea")})]}


@dataclass(frozen=True, slots=True)
class DiagnosisPolicy:
    """Who is told which wrong idea explains an answer: `students`, the `staff` alone, or nobody."""

    tell: DiagnosisFor = "students"
    """`students`, `staff` or `off`."""
    without: tuple[str, ...] = ()
    """The ids of misconceptions that the set switches off."""


def as_diagnosis(value: Value) -> DiagnosisPolicy:
    """One word, which says who is told; or that and the ideas that are switched off."""
    if not isinstance(value, Mapping):
        return DiagnosisPolicy(one_of(WORDS)(value))
    fields = Fields(value)
    tell = fields.read("tell", one_of(WORDS), DiagnosisPolicy().tell)
    without = fields.read("without", list_of(_as_idea), ())
    fields.finish()
    return DiagnosisPolicy(tell, without)


def idea_schema() -> Schema:
    """The id of a misconception."""
    return {"enum": list(_known_ideas())}


def _as_idea(value: Value) -> str:
    idea, known = as_text(value), _known_ideas()
    if idea not in known:
        hint = did_you_mean(idea, known, "`grader check SET --matrix` shows their names")
        raise mistake_at(value, f"no misconception is called `{shortened(idea)}`", hint)
    return idea


def _known_ideas() -> Collection[str]:
    from grader.ideas import BY_ID

    return list(BY_ID)


PracticeWord: TypeAlias = Literal["yes", "allowed", "never"]

_PRACTICE: tuple[PracticeWord, ...] = ("yes", "allowed", "never")
PRACTICE_SCHEMA: Schema = {"enum": [True, *_PRACTICE]}


def as_practice(value: Value) -> PracticeWord:
    """A word; YAML may take `yes` for a truth value, which is the same."""
    if isinstance(value, Scalar) and value.text.lower() in ("yes", "true"):
        return "yes"
    return one_of(_PRACTICE)(value)
