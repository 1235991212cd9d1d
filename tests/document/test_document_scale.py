"""Hostile sheets: whatever is in them, reading takes time in proportion to their length."""

from __future__ import annotations

import pytest

from grader.document import read_sheet
from grader.text.source import Source
from tests.growth import is_within

LENGTH = 60_000
SECONDS = 10  # a reading that takes the square of the length needs minutes
BELOW = "answers:\n  p:\n"

HOSTILE = {
    "brackets": BELOW + "    a: " + "[" * LENGTH,
    "nested": BELOW + "    a: " + "[" * (LENGTH // 2) + "]" * (LENGTH // 2),
    "braces": "{" * LENGTH,
    "braces-closed-wrongly": "answers: " + "{" * (LENGTH // 2) + "]" * (LENGTH // 2),
    "json": '{"a":' * (LENGTH // 5),
    "open-lists": BELOW + "    a: [\n" * (LENGTH // 9),
    "open-lists-with-commas": BELOW + "    a: [b,\n" * (LENGTH // 11),
    "open-problems": "answers:\n" + "".join(f"  p{number}: {{\n" for number in range(LENGTH // 10)),
    "open-fields": "a: [\n" * (LENGTH // 5),
    "open-quotes": BELOW + "    a: \"x\n    b: 'y\n" * (LENGTH // 20),
    "lines-in-a-brace": "{\n answers: {\n  t: {\n" + "   a: [1,\n" * (LENGTH // 10),
    "escapes": BELOW + '    a: "' + '\\"' * (LENGTH // 2),
    "blanks": BELOW + "    a: 1" + " " * LENGTH + "x",
    "blanks-in-quotes": BELOW + '    a: "' + " \n" * (LENGTH // 2) + '"',
    "blanks-before-a-colon": BELOW + "    a" + " " * LENGTH + ": 1",
    "colons": BELOW + "    " + "a:" * (LENGTH // 2),
    "comments": BELOW + "    a:\n    # x\n    # y\n" * (LENGTH // 23),
    "dashes": BELOW + "- " * (LENGTH // 2),
    "doubles": BELOW + "    a: 1\n" * (LENGTH // 9),
    "aliases": BELOW + "    a: &a [*a, *a, *a]\n" * (LENGTH // 23),
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_sheet_is_read_in_bounded_time(text: str) -> None:
    assert is_within(SECONDS, read_sheet, Source(text))
