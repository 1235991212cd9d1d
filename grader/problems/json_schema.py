"""JSON Schemas of problem sets and of answer sheets, by which editors complete and check as one types.

The fields of a rule and of each kind of question come from their own tables; a test compares the rest with
what the loader asks for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from grader.problems.fields.problem_fields import MAX_QUESTIONS
from grader.problems.fields.program_fields import MAX_VISITS
from grader.problems.fields.question_fields import MAX_ACCEPTED, VOIDS
from grader.problems.fields.random_trees import KINDS as TREE_KINDS
from grader.problems.fields.random_trees import MAX_BRANCHING, MAX_DEPTH
from grader.problems.fields.set_folder import PICTURES
from grader.problems.fields.tree_fields import MAX_TREES
from grader.problems.late_policy import DURATION, PERCENTAGE
from grader.problems.reveal import PARTS, WORDS
from grader.problems.set_file import DIAGNOSES, MAX_PROBLEMS
from grader.problems.set_readers import LONGEST_ID
from grader.problems.settings import MOST_DECIMALS
from grader.questions import KINDS, Question
from grader.questions.credit import CREDITS
from grader.rule import FIELDS, PRESETS, Field
from grader.sandbox.apis import APIS
from grader.text.sentences import languages

Schema: TypeAlias = dict[str, Any]

_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_FRACTION = r"^\s*[0-9]+(\.[0-9]*)?\s*(/\s*[0-9]+)?\s*$"


def set_schema() -> Schema:
    """The schema of a problem set."""
    fields = {
        "set": _described(_refer("id"), "the name of the set, which its sheets repeat"),
        "title": _refer("line"),
        "language": _described({"enum": list(languages())}, "the language of what students read"),
        "due": _described(_refer("moment"), "when the sheets are due"),
        "late": _described(_refer("late"), "what is lost by handing in after the due date"),
        "diagnosis": _described({"enum": list(DIAGNOSES)}, "who is told which wrong idea explains an answer"),
        "seed": _described(_refer("text"), "a secret that decides which student gets which variant"),
        "problems": _list("problem", 1, MAX_PROBLEMS),
    }
    title = "a problem set for grading game-tree puzzles"
    return {
        "$schema": _DIALECT,
        "title": title,
        **_object(fields | _settings(), "set", "problems"),
        "dependentRequired": {"late": ["due"]},
        "$defs": _parts(),
    }


def sheet_schema() -> Schema:
    """The schema of an answer sheet; what an answer looks like is up to its question."""
    answers = {"type": ["object", "null"], "additionalProperties": {"type": ["object", "null"]}}
    said = {"type": [*_TEXT["type"], "null"]}
    fields: dict[str, Schema] = {
        "set": _described(said, "the set that is answered"),
        "student": _described(said, "who answers"),
        "answers": _described(answers, "the answers by problem, then by question"),
        "expect": _described({}, "in a sample, what `grader check` makes sure that it earns"),
    }
    title = "an answer sheet for game-tree puzzles"
    return {"$schema": _DIALECT, "title": title, **_object(fields, "answers")}


SCHEMAS: Mapping[str, Callable[[], Schema]] = {"set": set_schema, "sheet": sheet_schema}


def _parts() -> dict[str, Schema]:
    """What the schema of a set refers to by name."""
    kinds = {f"ask-{name}": _question(kind) for name, kind in KINDS.items()}
    return {
        "text": _TEXT,
        "line": _LINE,
        "id": _ID,
        "number": {"type": ["number", "string"]},
        "points": _POINTS,
        "share": _SHARE,
        "credit": _CREDIT,
        "moment": _MOMENT,
        "late": _late(),
        "when": {"anyOf": [{"enum": list(WORDS)}, _AFTER]},
        "reveal": {"anyOf": [{"enum": list(WORDS)}, _AFTER, _object(dict.fromkeys(PARTS, _refer("when")))]},
        "reasons": {"type": "object", "additionalProperties": _refer("line")},
        "rule": {"anyOf": [{"enum": list(PRESETS)}, _rule()]},
        "tree": _tree(rule=_refer("rule")),
        "variant": _tree(),
        "accepted-rule": _accepted("rule"),
        "accepted": _accepted("rule", "answer"),
        "problem": _problem(),
        "sheet-problem": _sheet_problem(),
        "code-problem": _code_problem(),
        "code": _code(),
        "code-tree": _code_tree(),
        "random": _random(),
        "question": _any_question(),
        **kinds,
    }


def _late() -> Schema:
    duration = {"type": "string", "pattern": f"^{DURATION}$", "examples": ["15m", "1d 12h"]}
    percentage = {"type": "string", "pattern": f"^{PERCENTAGE}$", "examples": ["10%"]}
    fields = {
        "grace": _described(duration, "up to when nothing is lost"),
        "per-day": _described(percentage, "the share of the marks that each day begun costs"),
        "limit": _described(duration, "after which everything is lost"),
    }
    return _object(fields) | {"anyOf": [{"required": ["per-day"]}, {"required": ["limit"]}]}


def _settings() -> dict[str, Schema]:
    """The fields that a set, a problem and a question may all give."""
    decimals = {"type": "integer", "minimum": 0, "maximum": MOST_DECIMALS}
    return {
        "rule": _described(
            _refer("rule"), "the conventions of the search: a preset, or the fields to change"
        ),
        "points": _described(_refer("points"), "what each question is worth"),
        "credit": _described(_refer("credit"), "how a partly right answer is credited"),
        "carry": _described(_BOOLEAN, "whether a right step from a wrong value earns its points"),
        "round": _described(decimals, "how many decimals a rounded answer needs"),
        "reveal": _described(
            _refer("reveal"), "when students see the form, the marks, the reasons and the key"
        ),
    }


def _problem() -> Schema:
    """A problem: whether it has `code` decides how it is answered."""
    return {"if": {"required": ["code"]}, "then": _refer("code-problem"), "else": _refer("sheet-problem")}


def _sheet_problem() -> Schema:
    fields = {
        "tree": _described(_refer("tree"), "the tree: its text, a file, or the position of a game"),
        "variants": _described(
            _list("variant", 2, MAX_TREES), "trees of which each student gets one, instead of `tree`"
        ),
    }
    return _object(_described_problem() | fields, "id", "questions") | _one_of("tree", "variants")


def _code_problem() -> Schema:
    fields = {
        "code": _described(_refer("code"), "the program that answers, run on `trees`"),
        "trees": _described(_list("code-tree", 1, MAX_TREES), "the trees that a program is run on"),
        "all-or-nothing": _described(
            _BOOLEAN, "whether every question must be right on every tree to earn anything"
        ),
    }
    return _object(_described_problem() | fields, "id", "code", "trees", "questions")


def _described_problem() -> dict[str, Schema]:
    """The fields that every problem may give."""
    picture = {"type": "string", "pattern": rf"(?i)({'|'.join(PICTURES)})$".replace(".", r"\.")}
    return {
        "id": _described(_refer("id"), "what sheets and reports call the problem"),
        "title": _refer("line"),
        "text": _described(_refer("text"), "what the problem says, in Markdown"),
        "figure": _described(picture, "a picture in the folder of the set"),
        "accept": _described(
            _list("accepted-rule", 1, MAX_ACCEPTED), "further rules under which an answer earns a share"
        ),
        "allow": _described(_refer("reasons"), "warnings of `grader check` to be silent about, and why"),
        "questions": _list("question", 1, MAX_QUESTIONS),
        **_settings(),
    }


def _code() -> Schema:
    classes = [api.name for api in APIS.values() if api.written == "class"]
    seconds = {"type": ["number", "string"], "exclusiveMinimum": 0}
    fields = {
        "file": _described({"type": "string"}, "the file that is handed in, such as `search.py`"),
        "function": _described({"type": "string"}, "the function that is called"),
        "class": _described({"type": "string"}, f"the agent's class, where `api` is {' or '.join(classes)}"),
        "api": _described({"enum": list(APIS)}, "how the program meets the tree"),
        "command": _described(_COMMAND, "how a program in another language is started"),
        "seconds": _described(seconds, "the time on one tree, of a processor"),
        "seconds-in-all": _described(seconds, "the time on all trees, counted alike"),
        "memory": _described({"type": ["string", "integer"]}, "such as `256 MB`"),
        "visits": _described(
            {"type": "integer", "minimum": 1, "maximum": MAX_VISITS}, "how many nodes it may look at"
        ),
    }
    named = {"dependentRequired": {"function": ["file"], "class": ["file"]}}  # a command names its file
    return _object(fields) | _one_of("function", "class", "command") | named


def _code_tree() -> Schema:
    more = {
        "random": _described(_refer("random"), "a tree grown from a seed"),
        "id": _described(_refer("id"), "what reports call the tree"),
        "points": _described(_refer("points"), "how much the tree counts among the others"),
        "hidden": _described(_BOOLEAN, "whether students are not shown the tree"),
        "won": _described(_list("text"), "leaves where agents find the game won, whatever their utility"),
        "lost": _described(_list("text"), "leaves where agents find the game lost"),
        "rule": _refer("rule"),
    }
    return _tree("random", **more)


def _random() -> Schema:
    bounds = {"anyOf": [{"type": "integer"}, {"type": "array", "items": {"type": "integer"}}]}
    fields: dict[str, Schema] = {
        "seed": _described(_refer("text"), "the same seed gives the same tree"),
        "depth": {"type": "integer", "minimum": 1, "maximum": MAX_DEPTH},
        "branching": _described(bounds, f"how many children, at most {MAX_BRANCHING}: a number, or a range"),
        "utilities": _described(bounds, "the range of the leaves"),
        "kinds": _described(
            {"type": "array", "items": {"enum": list(TREE_KINDS)}, "minItems": 1},
            "the kinds of the levels, from the root down and over again",
        ),
        "uneven": _described(_BOOLEAN, "whether some branches end early"),
        "uniform": _described(_BOOLEAN, "whether the outcomes of a chance node are equally likely"),
        "estimates": _described(_BOOLEAN, "whether inner nodes have static evaluations"),
    }
    return _object(fields, "seed", "depth")


def _any_question() -> Schema:
    """A question, whose further fields depend on what it asks."""
    cases = [
        {"if": {"properties": {"ask": {"const": name}}, "required": ["ask"]}, "then": _refer(f"ask-{name}")}
        for name in KINDS
    ]
    ask = _described({"enum": list(KINDS)}, "the kind of question")
    return {"type": "object", "properties": {"ask": ask}, "required": ["ask"], "allOf": cases}


def _question(kind: type[Question]) -> Schema:
    fields = {
        "ask": {"const": kind.ask},
        "id": _described(_refer("id"), "what sheets call the question, if not by what it asks"),
        **_settings(),
        "credit": _described(_credit(kind), "how a partly right answer is credited"),
        "accept": _described(
            _list("accepted", 1, MAX_ACCEPTED), "further rules or answers that earn a share"
        ),
        "void": _described(
            {"enum": list(VOIDS)}, "takes the question out: full points for all, or none to earn"
        ),
        "because": _described(_refer("line"), "why the question is taken out"),
        "allow": _described(_refer("reasons"), "warnings of `grader check` to be silent about, and why"),
    }
    together = {"void": ["because"], "because": ["void"]}
    return _object(fields | dict(kind.schema), "ask", *kind.required) | {"dependentRequired": together}


def _credit(kind: type[Question]) -> Schema:
    """How a kind can be credited: a table is of no use where there is only one thing to answer."""
    words = {"enum": list(kind.credits)}
    return words if kind.single else {"anyOf": [words, _TABLE]}


def _accepted(*choices: str) -> Schema:
    """An entry of `accept:`, which gives one of the choices."""
    given: dict[str, Schema] = {"rule": _refer("rule"), "answer": {"not": {"type": "null"}}}
    fields = {choice: given[choice] for choice in choices} | {
        "credit": _described(_refer("share"), "the share that it earns, if not everything"),
        "because": _described(_refer("line"), "why it is accepted"),
    }
    return _object(fields) | _one_of(*choices)


def _tree(*besides: str, **more: Schema) -> Schema:
    """A tree: its text, a pasted list, or where it comes from."""
    text = {"type": ["string", "number", "array"]}
    fields: dict[str, Schema] = {
        "tree": _described(text, "the text of the tree"),
        "file": _described({"type": "string"}, "a file in the folder of the set"),
        "game": _described({"type": ["string", "integer"]}, "such as `tic-tac-toe`, or `connect-four:5x4:3`"),
        "position": _described(_refer("text"), "where play begins, if not at the start of the game"),
        "to-move": _described(_refer("text"), "who moves first"),
        "depth": _described({"type": "integer", "minimum": 0}, "after how many moves the tree ends"),
    }
    of_games = {"dependentRequired": {name: ["game"] for name in ("position", "to-move", "depth")}}
    return {"anyOf": [text, _object(fields | more) | _one_of("tree", "file", "game", *besides) | of_games]}


def _rule() -> Schema:
    preset = _described({"enum": list(PRESETS)}, "start afresh from this rule")
    return _object({"preset": preset} | {field.name: _rule_field(field) for field in FIELDS})


def _rule_field(field: Field) -> Schema:
    """What a field of the rule can be: one of its words, or numbers; `default` unsets it."""
    meaning = {"enum": list(field.choices)} if field.choices else _RULE_NUMBERS[field.name]
    return _described({"anyOf": [meaning, {"const": "default"}]}, field.help)


def _object(fields: Mapping[str, Schema], *required: str) -> Schema:
    schema: Schema = {"type": "object", "properties": dict(fields), "additionalProperties": False}
    return schema | ({"required": list(required)} if required else {})


def _one_of(*names: str) -> Schema:
    return {"oneOf": [{"required": [name]} for name in names]}


def _list(part: str, least: int = 0, most: int | None = None) -> Schema:
    schema: Schema = {"type": "array", "items": _refer(part), "minItems": least}
    return schema | ({"maxItems": most} if most else {})


def _refer(part: str) -> Schema:
    return {"$ref": f"#/$defs/{part}"}


def _described(schema: Schema, words: str) -> Schema:
    return schema | {"description": words}


# What YAML takes for a number or a truth value is still a text to us where a text is wanted.
_TEXT: Schema = {"type": ["string", "number", "boolean"]}
_LINE: Schema = _TEXT | {"pattern": r"\S"}
_ID: Schema = _TEXT | {"pattern": r"^\w[\w.-]*$", "maxLength": LONGEST_ID, "minimum": 0}
_BOOLEAN: Schema = {"enum": [True, False, "yes", "no"]}
_POINTS: Schema = {"type": ["number", "string"], "minimum": 0, "pattern": _FRACTION}
_SHARE: Schema = {"type": ["number", "string"], "minimum": 0, "maximum": 1, "pattern": _FRACTION}
_TABLE: Schema = {
    "type": "object",
    "patternProperties": {"^[0-9]+$": _SHARE},
    "additionalProperties": False,
    "minProperties": 1,
}
_CREDIT: Schema = {"anyOf": [{"enum": list(CREDITS)}, _TABLE]}
_MOMENT: Schema = {
    "type": "string",
    "pattern": r"^\s*\d{4}-\d\d-\d\d[T ]+\d\d?:\d\d",
    "examples": ["2027-02-01 23:59 Europe/Berlin"],
}
_COMMAND: Schema = {"type": "array", "items": {"type": "string"}, "minItems": 1}
_AFTER: Schema = _object({"after": _refer("moment")}, "after")
_WHOLE: Schema = {"type": "integer", "minimum": 1}
_PAIR: Schema = {"type": "array", "items": _refer("number"), "minItems": 2, "maxItems": 2}
_WEIGHTS: Schema = {"type": "object", "additionalProperties": _refer("number"), "minProperties": 1}
_RULE_NUMBERS = {
    "utilities": _PAIR, "window": _PAIR, "depth": _WHOLE, "agents": _WHOLE, "evaluation": _WEIGHTS,
}  # fmt: skip
