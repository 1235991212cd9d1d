"""Brackets, quotes and commas that YAML cannot read in an instructor's file, said in plain words."""

from __future__ import annotations

import pytest

from grader.document import load_document
from grader.text.source import InputError, Source

MISTAKES = [
    (
        "brace-never-closed-around-everything",
        '{"set": "search-1",',
        """\
week3.yaml:1:1: error: this `{` is never closed
   1 | {"set": "search-1",
     | ^
     = hint: add a `}` where it ends""",
    ),
    (
        "bracket-never-closed",
        "title: sheet 1\nof: [B, C\npoints: 3\n",
        """\
week3.yaml:2:5: error: this `[` is never closed
   2 | of: [B, C
     |     ^
     = hint: add a `]` where it ends""",
    ),
    (
        "bracket-never-closed-at-the-end",
        "title: sheet 1\nof: [B,\n",
        """\
week3.yaml:2:5: error: this `[` is never closed
   2 | of: [B,
     |     ^
     = hint: add a `]` where it ends""",
    ),
    (
        "brace-never-closed",
        "questions:\n  - {ask: value, of: [B, C}\n",
        """\
week3.yaml:2:22: error: this `[` is never closed
   2 |   - {ask: value, of: [B, C}
     |                      ^
     = hint: add a `]` where it ends""",
    ),
    (
        "bracket-closes-nothing",
        "of: [B]]\n",
        """\
week3.yaml:1:8: error: this `]` closes nothing
   1 | of: [B]]
     |        ^
     = hint: delete it, or add the bracket that it closes""",
    ),
    (
        "double-quote-never-closed",
        'title: "sheet 1\nset: search-1\n',
        """\
week3.yaml:1:8: error: this `"` is never closed
   1 | title: "sheet 1
     |        ^
     = hint: add a `"` at the end of the text""",
    ),
    (
        "single-quote-never-closed",
        "title: 'sheet 1\nset: search-1\n",
        """\
week3.yaml:1:8: error: this `'` is never closed
   1 | title: 'sheet 1
     |        ^
     = hint: add a `'` at the end of the text""",
    ),
    (
        "quote-closed-by-the-next",
        'title: "sheet 1\nset: "search-1"\n',
        """\
week3.yaml:1:8: error: this `"` is never closed
   1 | title: "sheet 1
     |        ^
     = hint: add a `"` at the end of the text""",
    ),
    (
        "apostrophe-before-a-quoted-text",
        "it's: 'a' b\n",
        """\
week3.yaml:1:11: error: nothing can stand after the end of a quoted text or a list
   1 | it's: 'a' b
     |           ^
     = hint: put quotes around the whole text""",
    ),
    (
        "text-after-a-quote",
        'title: "sheet" 1\n',
        """\
week3.yaml:1:16: error: nothing can stand after the end of a quoted text or a list
   1 | title: "sheet" 1
     |                ^
     = hint: put quotes around the whole text""",
    ),
    (
        "text-after-a-list",
        "of: [B] and C\n",
        """\
week3.yaml:1:9: error: nothing can stand after the end of a quoted text or a list
   1 | of: [B] and C
     |         ^
     = hint: put quotes around the whole text""",
    ),
    (
        "comma-missing",
        "question: {ask: value points: 3}\n",
        """\
week3.yaml:1:23: error: a comma is missing before this
   1 | question: {ask: value points: 3}
     |                       ^
     = hint: put a `,` between the things inside `{…}`, or quotes around a text""",
    ),
    (
        "comma-doubled",
        "of: [B,, C]\n",
        """\
week3.yaml:1:8: error: there is nothing before this comma
   1 | of: [B,, C]
     |        ^
     = hint: delete the comma, or write what is missing""",
    ),
    (
        "space-missing-before-a-list",
        "a: {of:[B]}\n",
        """\
week3.yaml:1:7: error: a space is missing after this colon
   1 | a: {of:[B]}
     |       ^
     = hint: write `name: value`""",
    ),
    (
        "escape-unknown",
        'title: "C:\\maps"\n',
        """\
week3.yaml:1:11: error: `\\m` means nothing inside double quotes
   1 | title: "C:\\maps"
     |           ^
     = hint: write `\\\\` for a backslash, or use single quotes""",
    ),
    (
        "list-as-a-name",
        "{[a, b]: 3}\n",
        """\
week3.yaml:1:2: error: a name is expected before a colon, not a list or fields
   1 | {[a, b]: 3}
     |  ^
     = hint: if it is meant as a text, put it in quotes""",
    ),
    (
        "text-after-the-end",
        "{set: search-1}\ntitle: sheet 1\n",
        """\
week3.yaml:2:1: error: nothing can follow here, because the file's list or group is complete
   2 | title: sheet 1
     | ^
     = hint: check the brackets above""",
    ),
]


@pytest.mark.parametrize(("text", "message"), [row[1:] for row in MISTAKES], ids=[row[0] for row in MISTAKES])
def test_error(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        load_document(Source(text, "week3.yaml"))
    assert str(caught.value) == message
