"""Names that look alike: what is said about how they differ."""

from __future__ import annotations

import unicodedata

import pytest

from grader.submissions.collecting.identities import difference

NFC, NFD = (unicodedata.normalize(form, "Zoë") for form in ("NFC", "NFD"))
DIFFERENCES = {
    "capitals": ("ada", "adA", "in capitals: `a` here, `A` there"),
    "one letter and two": (
        NFC, NFD, "in the form of `ë`: one character (U+00EB) here, 2 characters (U+0065 U+0308) there"
    ),
    "a wide letter": ("Ａ", "A", "in spelling: one character (U+FF21) here, one character (U+0041) there"),
    "a letter for two": ("ß", "ss", "in spelling: one character (U+00DF) here, one character (U+0073) there"),
    "a letter more": ("adas", "ada", "in spelling: one character (U+0073) here, nothing there"),
    "nothing": ("ada", "ada", ""),
}  # fmt: skip


@pytest.mark.parametrize(("one", "other", "told"), DIFFERENCES.values(), ids=DIFFERENCES)
def test_the_first_letter_that_differs_is_spelt_out(one: str, other: str, told: str) -> None:
    assert difference(one, other) == told
