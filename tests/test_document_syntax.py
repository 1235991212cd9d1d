"""What YAML cannot read in an instructor's file, said whole and in plain words."""

from __future__ import annotations

import pytest
import yaml

from grader.document import load_document
from grader.document.syntax import explain
from grader.source import InputError, Source

MISTAKES = [
    (
        "text-beside-the-start-of-the-document",
        "--- set: search-1\n",
        """\
week3.yaml:1:8: error: nothing can follow `---` in its line
   1 | --- set: search-1
     |        ^
     = hint: start in the next line""",
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
        "tab",
        "problems:\n\t- id: textbook\n",
        """\
week3.yaml:2:1: error: a tab stands where spaces are needed
   2 |  - id: textbook
     | ^
     = hint: indent with spaces only""",
    ),
    (
        "space-missing",
        "set:search-1\ntitle: sheet 1\n",
        """\
week3.yaml:1:4: error: a space is missing after this colon
   1 | set:search-1
     |    ^
     = hint: write `name: value`""",
    ),
    (
        "space-missing-below",
        "title: sheet 1\nset:search-1\n",
        """\
week3.yaml:2:4: error: a space is missing after this colon
   2 | set:search-1
     |    ^
     = hint: write `name: value`""",
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
        "colon-missing",
        "set: search-1\ntitle sheet 1\nrule: aima\n",
        """\
week3.yaml:2:1: error: there is no `: ` in this line
   2 | title sheet 1
     | ^
     = hint: write `name: value`, or indent a text that goes on further than its field""",
    ),
    (
        "colon-in-a-text",
        "title: Search: sheet 1\n",
        """\
week3.yaml:1:14: error: a text with `: ` in it needs quotes
   1 | title: Search: sheet 1
     |              ^
     = hint: put the whole text in quotes""",
    ),
    (
        "name-missing",
        ": search-1\n",
        """\
week3.yaml:1:1: error: there is no name before this colon
   1 | : search-1
     | ^
     = hint: write `name: value`""",
    ),
    (
        "indented-too-far",
        "set: search-1\n  title: sheet 1\n",
        """\
week3.yaml:2:3: error: this line is indented too far
   2 |   title: sheet 1
     |   ^
     = hint: let it start exactly below the field that it follows""",
    ),
    (
        "indented-unlike-anything",
        "rule:\n    ties: cut\n  order: left-to-right\n",
        """\
week3.yaml:3:3: error: the indentation of this line fits nothing above it
   3 |   order: left-to-right
     |   ^
     = hint: give it as many spaces as the lines that it belongs with; a long text stands below `name: |`""",
    ),
    (
        "list-item-among-fields",
        "set: search-1\n- title: sheet 1\n",
        """\
week3.yaml:2:1: error: a list item stands where a field is expected
   2 | - title: sheet 1
     | ^
     = hint: indent it below the field that it belongs to""",
    ),
    (
        "list-beside-its-field",
        "of: - B\n",
        """\
week3.yaml:1:5: error: a list cannot start in the line of its field
   1 | of: - B
     |     ^
     = hint: start it in the next line, or write `[…]`""",
    ),
    (
        "at-sign",
        "title: @home\n",
        """\
week3.yaml:1:8: error: a text cannot start with `@`
   1 | title: @home
     |        ^
     = hint: put the text in quotes""",
    ),
    (
        "backtick",
        "title: `sheet`\n",
        """\
week3.yaml:1:8: error: a text cannot start with a backtick
   1 | title: `sheet`
     |        ^
     = hint: put the text in quotes""",
    ),
    (
        "star",
        "title: *new* sheet\n",
        """\
week3.yaml:1:8: error: a text cannot start with `*`
   1 | title: *new* sheet
     |        ^
     = hint: put the text in quotes""",
    ),
    (
        "question-mark",
        "title: ? what\n",
        """\
week3.yaml:1:8: error: a text cannot start with `?`
   1 | title: ? what
     |        ^
     = hint: put the text in quotes""",
    ),
    (
        "text-beside-a-bar",
        "tree: | max(3, 4)\n",
        """\
week3.yaml:1:7: error: nothing can follow `|` in its line
   1 | tree: | max(3, 4)
     |       ^
     = hint: start the text in the next line, or put it in quotes""",
    ),
    (
        "comparison",
        "answer: >= 8\n",
        """\
week3.yaml:1:9: error: nothing can follow `>` in its line
   1 | answer: >= 8
     |         ^
     = hint: start the text in the next line, or put it in quotes""",
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
        "value-starts-with-a-comma",
        "title: , and so on\n",
        """\
week3.yaml:1:8: error: a text cannot start with `,`
   1 | title: , and so on
     |        ^
     = hint: put the text in quotes""",
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
        "comment-in-a-text",
        "tree: max(3, # left\n  4)\n",
        """\
week3.yaml:2:3: error: this text was ended by the comment above it
   2 |   4)
     |   ^
     = hint: write the text below `name: |`""",
    ),
    (
        "tag",
        "title: !!python/object:os.system x\n",
        """\
week3.yaml:1:8: error: a tag with `!` is not understood
   1 | title: !!python/object:os.system x
     |        ^^^^^^^^^^^^^^^^^^^^^^^^^
     = hint: delete it, or put the text in quotes""",
    ),
    (
        "tag-with-unknown-handle",
        "title: !x!y z\n",
        """\
week3.yaml:1:8: error: a tag with `!` is not understood
   1 | title: !x!y z
     |        ^
     = hint: delete it, or put the text in quotes""",
    ),
    (
        "anchor",
        "rule: &mine {ties: cut}\n",
        """\
week3.yaml:1:7: error: a name with `&` is not understood
   1 | rule: &mine {ties: cut}
     |       ^^^^^
     = hint: delete it, or put the text in quotes""",
    ),
    (
        "alias",
        "rule: *mine\n",
        """\
week3.yaml:1:7: error: a reference with `*` is not understood
   1 | rule: *mine
     |       ^^^^^
     = hint: write the thing out again, or use quotes""",
    ),
    (
        "merge",
        "rule: {<<: 3}\n",
        """\
week3.yaml:1:8: error: `<<` is not understood
   1 | rule: {<<: 3}
     |        ^^
     = hint: write the fields out again""",
    ),
    (
        "directive",
        "%FOO bar\n---\nset: x\n",
        """\
week3.yaml:1:1: error: lines that start with `%` are not understood
   1 | %FOO bar
     | ^
     = hint: delete the line""",
    ),
    (
        "two-documents",
        "set: search-1\n---\nset: search-2\n",
        """\
week3.yaml:2:1: error: a second document starts here
   2 | ---
     | ^^^
     = hint: delete this line, or use two files""",
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
        "control-character",
        "title: a\u0007b\n",
        """\
week3.yaml:1:9: error: this character cannot stand in a file: U+0007
   1 | title: a␇b
     |         ^
     = hint: delete it, and type the text around it again""",
    ),
    (
        "empty",
        "",
        """\
week3.yaml: error: there is nothing in this file
     = hint: start with a field: `name: value`""",
    ),
    (
        "only-a-comment",
        "# nothing yet\n",
        """\
week3.yaml: error: there is nothing in this file
     = hint: start with a field: `name: value`""",
    ),
]


def test_error_that_nobody_foresaw_still_has_a_place_and_a_hint() -> None:
    mark = yaml.Mark("", 3, 0, 3, None, 0)
    mistake = explain(Source("a: b", "week3.yaml"), yaml.MarkedYAMLError(problem="news", problem_mark=mark))
    assert str(mistake) == (
        "week3.yaml:1:4: error: this cannot be read\n"
        "   1 | a: b\n"
        "     |    ^\n"
        "     = hint: check the indentation, the quotes and the brackets around it"
    )


@pytest.mark.parametrize(("text", "message"), [row[1:] for row in MISTAKES], ids=[row[0] for row in MISTAKES])
def test_error(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        load_document(Source(text, "week3.yaml"))
    assert str(caught.value) == message
