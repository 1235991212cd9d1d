"""`parse_trees`: where one tree of a text ends and the next begins."""

import pytest

from grader.text.source import MAX_MISTAKES, InputError, Mistake, Source
from grader.tree.language import parse_tree, parse_trees

ONE = {
    "a kind and its bracket": "max\n(3, 4)",
    "a kind with a comment": "max # kind\n(3, 4)",
    "a name and its sign": "A\n= max(3, 4)",
    "a name in quotes": '"A B"\n=\n# the kind\nmax\n[3, 4]',
    "a sign and its number": "min ~\n5(3, 4)",
    "a number and its bracket": "min ~ 5\n(3, 4)",
    "features and their bracket": "min\n{a=1}\n(3, 4)",
    "brackets": "max(\n3,\n4\n)",
    "only comments around": "# one\n\nmax(3, 4) # two\n# three\n",
}


@pytest.mark.parametrize("text", ONE.values(), ids=ONE)
def test_a_tree_over_several_lines_is_one(text: str) -> None:
    assert parse_trees(text) == (parse_tree(text),)


@pytest.mark.parametrize("text", ONE.values(), ids=ONE)
def test_it_is_one_among_others_too(text: str) -> None:
    assert parse_trees(f"5\n{text}\n6") == (parse_tree("5"), parse_tree(text), parse_tree("6"))


SEVERAL = {
    "one per line": "max(3, 4)\n\n# a comment (\nmin(3, 4)\n-5\n",
    "over several lines": "max(3,\n 4)\nmin(\n3, 4)\n\n-5",
    "between dashes": "max(3, 4)\n---\n# a comment\nmin(3,\n4)\n---\n\n-5\n---\n",
    "between dashes that are indented, longer, or have a comment": (
        "max(3, 4)\n  ---- # c\nmin(3, 4)\n--- # d\n-5\n---"
    ),
    "both": "---\nmax(3, 4)\nmin(3, 4)\n---\n-5",
    "with Windows line ends": "max(3, 4)\r\n---\r\nmin(3, 4)\r\n-5\r\n",
    "with brackets in quotes": 'max("(" -> 3, 4)\nmin(3, 4) # (\n-5',
    "features": "max(3, {a=1})\n{a=1}\n-5",
}


@pytest.mark.parametrize("text", SEVERAL.values(), ids=SEVERAL)
def test_a_text_may_hold_several_trees(text: str) -> None:
    assert len(parse_trees(text)) == 3
    assert parse_trees(text)[2] == parse_tree("-5")


def test_every_tree_knows_where_it_stands() -> None:
    source = Source("3\n---\n\nmax(4,\n5)\n", "week3.tree")
    places = [source.place(tree.starts[0]) for tree in parse_trees(source)]
    assert places == [(1, 1), (4, 1)]


ERRORS = {
    "of the trees that are wrong": (
        "max(3 4)\n5\nmin()",
        ["1:7 a comma is missing before `4`", "3:4 there are no children in `()`"],
    ),
    "of the whole where nothing is a tree": (
        "Dear all,\nplease find it below.",
        ["1:1 `Dear` is not a number", "1:6 there is more text after the tree"],
    ),
    "of each section": (
        "max(3 4)\n---\nmin()",
        ["1:7 a comma is missing before `4`", "3:4 there are no children in `()`"],
    ),
    "where there is no tree": ("---\n# nothing\n---", ["there is no tree here"]),
}


@pytest.mark.parametrize(("text", "messages"), ERRORS.values(), ids=ERRORS)
def test_errors_are(text: str, messages: list[str]) -> None:
    with pytest.raises(InputError) as caught:
        parse_trees(text)
    assert list(map(shown, caught.value.mistakes)) == messages


def test_error_the_list_is_short_and_says_so() -> None:
    with pytest.raises(InputError) as caught:
        parse_trees("5\n" + "max(3 4)\n" * 50)
    assert len(caught.value.mistakes) == MAX_MISTAKES
    assert str(caught.value).endswith("\n… and more mistakes than these")


def shown(mistake: Mistake) -> str:
    if mistake.span is None:
        return mistake.message
    line, column = mistake.source.place(mistake.span.start)
    return f"{line}:{column} {mistake.message}"
