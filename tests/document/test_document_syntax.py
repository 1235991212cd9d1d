"""What YAML cannot read in an instructor's file, said whole and in plain words."""

from __future__ import annotations

import pytest
import yaml

from grader.document import load_document
from grader.document.loader import explain_yaml
from grader.text.source import InputError, Source

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
        "value-starts-with-a-comma",
        "title: , and so on\n",
        """\
week3.yaml:1:8: error: a text cannot start with `,`
   1 | title: , and so on
     |        ^
     = hint: put the text in quotes""",
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
    mistake = explain_yaml(
        Source("a: b", "week3.yaml"), yaml.MarkedYAMLError(problem="news", problem_mark=mark)
    )
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
