"""`format_text`: the usual layout keeps comments in their place and numbers as they are written."""

import re

import pytest
from hypothesis import given

from grader.text.source import InputError, Source
from grader.tree import Tree
from grader.tree.language import format_text, parse_tree, parse_trees
from tests.strategies import written_trees

LAYOUTS = {
    "a comment behind a bracket stays behind it": (
        "max( # root\n a1 -> min(3, 12, 8), # first\n 5\n)# done\n# bye\n",
        "max(  # root\n  a1 -> min(3, 12, 8),  # first\n  5,\n)  # done\n# bye\n",
    ),
    "a comment on its own line belongs to what comes next": (
        "# above\nmax(3, # three\n# the second\n[2,\n 6 # six\n # end of the second\n])",
        "# above\nmax(\n  3,  # three\n  # the second\n  min(\n    2,\n    6,  # six\n"
        "    # end of the second\n  ),\n)\n",
    ),
    "comments inside a head stand above the node": (
        "max(a -> # edge\n B = # name\n min # kind\n ~ # sign\n5 # number\n(3), 4)",
        "max(\n  # edge\n  # name\n  # kind\n  # sign\n  # number\n  a -> B = min~5(3),\n  4,\n)\n",
    ),
    "comments among features stand above the node": (
        "max({a=1, # one\n # two\n b=2} # behind\n, min{a=1, # three\nb=2}(3))",
        "max(\n  # one\n  # two\n  {a=1, b=2},  # behind\n  # three\n  min{a=1, b=2}(3),\n)\n",
    ),
    "two comments are never one": (
        "max(3 # a\n, # b\n 4 # c\n) # d\n",
        "max(\n  3,  # a\n  # b\n  4,  # c\n)  # d\n",
    ),
    "one blank line stays beside comments": (
        "\n\n# licence\n\n\n\n# about\n\nmax(\n\n# first\n3,\n\n\n# second\n\n4\n\n# end\n\n)\n\n\n# bye\n\n",
        "# licence\n\n# about\n\nmax(\n  # first\n  3,\n\n  # second\n\n  4,\n\n  # end\n)\n\n# bye\n",
    ),
    "numbers are written as they were": (
        "chance~2.50(0.25 a->3.0,25 %->1e3,.5->min{a=+1}(7 / 3, 6/3, ∞, ?x1, a1 = 007))",
        "chance~2.50(0.25 a -> 3.0, 25% -> 1e3, .5 -> min{a=+1}(7/3, 6/3, ∞, ?x1, a1 = 007))\n",
    ),
    "what is no comment is none": ('max("# no" -> 3,4)', 'max("# no" -> 3, 4)\n'),
    "several trees": (
        "max(3,4)\nmin\n(3,4)\n\n\n# of the third\n5\n# the end\n",
        "max(3, 4)\nmin(3, 4)\n\n# of the third\n5\n# the end\n",
    ),
    "several trees between dashes": (
        "---\nmax(3,4)\n # why\n  ----- # here\n\n5\n6\n---\n# nothing\n\n\n# at all\n---\n",
        "---\nmax(3, 4)\n# why\n---  # here\n5\n6\n---\n# nothing\n\n# at all\n---\n",
    ),
}


@pytest.mark.parametrize(("text", "expected"), LAYOUTS.values(), ids=LAYOUTS)
def test_the_usual_layout(text: str, expected: str) -> None:
    assert format_text(Source(text)) == expected
    assert format_text(Source(expected)) == expected
    assert parse_trees(expected) == parse_trees(text)


@given(written_trees())
def test_the_layout_of_any_text_keeps_tree_and_comments_and_is_stable(written: tuple[str, Tree]) -> None:
    text, tree = written
    formatted = format_text(Source(text))
    assert parse_tree(formatted) == tree
    assert comments(formatted) == comments(text)
    assert format_text(Source(formatted)) == formatted


def comments(text: str) -> list[str]:
    """The comments of `written_trees`, which all say the same."""
    return re.findall(r"# max\(1, 2$", text, re.MULTILINE)


def test_error_all_trees_that_are_wrong_are_named() -> None:
    with pytest.raises(InputError) as caught:
        format_text(Source("max(3 4)\n5\nmin()\n---\nmax(_ _)"))
    assert [mistake.message for mistake in caught.value.mistakes] == [
        "a comma is missing before `4`",
        "there are no children in `()`",
        "a comma is missing before `_`",
    ]
