"""What is wrong with the fields of an instructor's file, said whole and all at once."""

from __future__ import annotations

import pytest

from grader.document import (
    Fields,
    Value,
    as_boolean,
    as_integer,
    as_number,
    as_text,
    checked,
    list_of,
    load_document,
    mapping_of,
    one_of,
)
from grader.text.source import InputError, Source


def read_set(value: Value) -> None:
    fields = Fields(value)
    fields.read("set", as_text)
    fields.read("title", as_text, "")
    fields.read("questions", list_of(read_question))
    fields.read("weights", mapping_of(as_number), {})
    fields.finish()


def read_question(value: Value) -> None:
    fields = Fields(value)
    if fields.decide("ask", one_of(("value", "best-move", "tree"))) == "tree" or "tree" in fields:
        fields.read(fields.only_one("tree", "file"), as_text)
    fields.read("points", checked(as_number, lambda points: points >= 0, "points cannot be negative"), 1)
    fields.read("of", list_of(as_text), ())
    fields.read("depth", as_integer, None)
    fields.read("hidden", as_boolean, False)
    fields.finish()


MISTAKES = [
    (
        "field-unknown",
        "set: s\nquestions: []\ncolour: red\n",
        """\
week3.yaml:3:1: error: there is no field `colour` here
   3 | colour: red
     | ^^^^^^
     = hint: the fields here are `set`, `title`, `questions` and `weights`""",
    ),
    (
        "field-misspelt",
        "set: s\nquestion: []\n",
        """\
week3.yaml:2:1: error: there is no field `question` here
   2 | question: []
     | ^^^^^^^^
     = hint: did you mean `questions`?""",
    ),
    (
        "field-missing",
        "title: sheet 1\nquestions: []\n",
        """\
week3.yaml:1:1: error: `set` is missing
   1 | title: sheet 1
     | ^^^^^
     = hint: add `set: …`""",
    ),
    (
        "field-doubled",
        "set: s\nset: t\nquestions: []\n",
        """\
week3.yaml:2:1: error: `set` is given twice
   2 | set: t
     | ^^^
   1 | set: s
     | --- first given here
     = hint: delete one of the two""",
    ),
    (
        "field-empty",
        "set: s\ntitle:\nquestions: []\n",
        """\
week3.yaml:2:1: error: there is nothing after `title:`
   2 | title:
     | ^^^^^
     = hint: give a value, or delete the line""",
    ),
    (
        "field-without-space",
        "set: s\nquestions:\n  - {ask:value, points: 3}\n",
        """\
week3.yaml:3:6: error: a space is missing after this colon
   3 |   - {ask:value, points: 3}
     |      ^^^^^^^^^
     = hint: write `ask: …`""",
    ),
    (
        "number",
        "set: s\nquestions:\n  - {ask: value, points: many}\n",
        """\
week3.yaml:3:26: error: `many` is not a number
   3 |   - {ask: value, points: many}
     |                          ^^^^
     = hint: write a number such as `3`, `0.5` or `7/3`""",
    ),
    (
        "number-is-a-list",
        "set: s\nquestions:\n  - {ask: value, points: [3]}\n",
        """\
week3.yaml:3:26: error: a single number is expected here, not a list
   3 |   - {ask: value, points: [3]}
     |                          ^^^
     = hint: write a single number""",
    ),
    (
        "number-negative",
        "set: s\nquestions:\n  - {ask: value, points: -1}\n",
        """\
week3.yaml:3:26: error: points cannot be negative
   3 |   - {ask: value, points: -1}
     |                          ^^""",
    ),
    (
        "whole-number",
        "set: s\nquestions:\n  - {ask: value, depth: 1.5}\n",
        """\
week3.yaml:3:25: error: `1.5` is not a whole number
   3 |   - {ask: value, depth: 1.5}
     |                         ^^^
     = hint: write a number such as `3`""",
    ),
    (
        "choice-misspelt",
        "set: s\nquestions:\n  - ask: valeu\n",
        """\
week3.yaml:3:10: error: `valeu` is not one of the choices here
   3 |   - ask: valeu
     |          ^^^^^
     = hint: did you mean `value`?""",
    ),
    (
        "choice-unknown",
        "set: s\nquestions:\n  - ask: nothing\n",
        """\
week3.yaml:3:10: error: `nothing` is not one of the choices here
   3 |   - ask: nothing
     |          ^^^^^^^
     = hint: write `value`, `best-move` or `tree`""",
    ),
    (
        "neither-true-nor-false",
        "set: s\nquestions:\n  - {ask: value, hidden: maybe}\n",
        """\
week3.yaml:3:26: error: `maybe` is neither true nor false
   3 |   - {ask: value, hidden: maybe}
     |                          ^^^^^
     = hint: write `true` or `false`""",
    ),
    (
        "text-for-a-list",
        "set: s\nquestions: value\n",
        """\
week3.yaml:2:12: error: a list is expected here, not a text
   2 | questions: value
     |            ^^^^^
     = hint: write `[…]`, or begin each item in a line of its own with `- `""",
    ),
    (
        "text-for-fields",
        "set: s\nquestions: [value]\n",
        """\
week3.yaml:2:13: error: a group of fields is expected here, not a text
   2 | questions: [value]
     |             ^^^^^
     = hint: write each field in a line of its own, as `name: value`""",
    ),
    (
        "fields-for-a-text",
        "set: {a: 1}\nquestions: []\n",
        """\
week3.yaml:1:6: error: a text is expected here, not a group of fields
   1 | set: {a: 1}
     |      ^^^^^^
     = hint: put it in quotes, if it is meant as a text""",
    ),
    (
        "list-item-empty",
        "set: s\nquestions:\n  -\n",
        """\
week3.yaml:3:4: error: there is nothing here
   3 |   -
     |    ^
     = hint: give a group of fields""",
    ),
    (
        "excluding-each-other",
        "set: s\nquestions:\n  - {ask: value, tree: '3', file: x}\n",
        """\
week3.yaml:3:29: error: `tree` and `file` exclude each other
   3 |   - {ask: value, tree: '3', file: x}
     |                             ^^^^
   3 |   - {ask: value, tree: '3', file: x}
     |                  ---- `tree` is given here
     = hint: keep one of them""",
    ),
    (
        "none-of-several",
        "set: s\nquestions:\n  - {ask: tree}\n",
        """\
week3.yaml:3:6: error: `tree` or `file` is missing
   3 |   - {ask: tree}
     |      ^^^
     = hint: add one of them""",
    ),
    (
        "weights-doubled",
        "set: s\nquestions: []\nweights: {a: 1, b: 2, a: 3}\n",
        """\
week3.yaml:3:23: error: `a` is given twice
   3 | weights: {a: 1, b: 2, a: 3}
     |                       ^
   3 | weights: {a: 1, b: 2, a: 3}
     |           - first given here
     = hint: delete one of the two""",
    ),
    (
        "weights-not-numbers",
        "set: s\nquestions: []\nweights: {a: 1, b: x, c: y}\n",
        """\
week3.yaml:3:20: error: `x` is not a number
   3 | weights: {a: 1, b: x, c: y}
     |                    ^
     = hint: write a number such as `3`, `0.5` or `7/3`
week3.yaml:3:26: error: `y` is not a number
   3 | weights: {a: 1, b: x, c: y}
     |                          ^
     = hint: write a number such as `3`, `0.5` or `7/3`""",
    ),
    (
        "several-at-once",
        "titel: sheet 1\nquestions:\n  - {ask: value, points: x, of: [B, [C]]}\n"
        "  - {ask: best-mov}\n  - {points: 2}\n",
        """\
week3.yaml:1:1: error: there is no field `titel` here
   1 | titel: sheet 1
     | ^^^^^
     = hint: did you mean `title`?
week3.yaml:1:1: error: `set` is missing
   1 | titel: sheet 1
     | ^^^^^
     = hint: add `set: …`
week3.yaml:3:26: error: `x` is not a number
   3 |   - {ask: value, points: x, of: [B, [C]]}
     |                          ^
     = hint: write a number such as `3`, `0.5` or `7/3`
week3.yaml:3:37: error: a text is expected here, not a list
   3 |   - {ask: value, points: x, of: [B, [C]]}
     |                                     ^^^
     = hint: put it in quotes, if it is meant as a text
week3.yaml:4:11: error: `best-mov` is not one of the choices here
   4 |   - {ask: best-mov}
     |           ^^^^^^^^
     = hint: did you mean `best-move`?
week3.yaml:5:6: error: `ask` is missing
   5 |   - {points: 2}
     |      ^^^^^^
     = hint: add `ask: …`""",
    ),
]


@pytest.mark.parametrize(("text", "message"), [row[1:] for row in MISTAKES], ids=[row[0] for row in MISTAKES])
def test_error(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_set(load_document(Source(text, "week3.yaml")))
    assert str(caught.value) == message
