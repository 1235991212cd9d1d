"""Trees in other systems' formats: what comes back is what went out, and every mistake has its place."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from fractions import Fraction
from io import StringIO
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.exchange.trees.efg_reader import read_efg_game
from grader.exchange.trees.efg_writer import changed_labels, in_ascii, write_efg
from grader.exchange.trees.json_tree import read_json_tree, write_json_tree
from grader.exchange.trees.nested_lists import read_list, write_list
from grader.solving import solve
from grader.text.source import InputError, Source
from grader.tree import Kind, Node, Tree, TreeBuilder
from grader.tree.language import parse_tree
from tests.strategies import trees

TEXTBOOK = parse_tree("A = max(a1 -> min(3, 12, 8), a2 -> min(2, 4, 6), a3 -> chance(1/3 -> 14, 2/3 x -> 5))")
DEEP = "[" * 20_000 + "7" + "]" * 20_000


@given(trees(estimates=True))
def test_a_tree_written_as_json_reads_back(tree: Tree) -> None:
    assert read_json_tree(Source(write_json_tree(tree))) == tree


@given(trees(infinities=False))
def test_a_tree_written_for_gambit_reads_back(tree: Tree) -> None:
    assert read_efg_game(Source(write_efg(tree, 'a "title" \\'))).tree == as_gambit_says(tree)


NESTED = st.recursive(
    st.integers(-9, 9) | st.fractions(-3, 3, max_denominator=4).filter(lambda number: number.denominator > 1),
    lambda inside: st.lists(inside, min_size=1, max_size=3),
    max_leaves=12,
)


@given(st.lists(NESTED, min_size=1, max_size=3))
def test_nested_lists_read_back(nested: list[object]) -> None:
    text = written(nested)
    assert write_list(read_list(Source(text))) == f"{text}\n"


def written(nested: object) -> str:
    return f"[{', '.join(map(written, nested))}]" if isinstance(nested, list) else str(nested)


def as_gambit_says(tree: Tree) -> Tree:
    """The tree without what Gambit has no place for.

    That is letters outside ASCII, odd blanks, moves without a name, and that equal chances were left unsaid.
    """
    builder = TreeBuilder()
    names: list[str] = []
    for node in tree:
        while builder.parents and open_above(builder) != node.parent:
            builder.close()
        names += [primed(node.name, names)] if node.named else []
        builder.open(
            node.kind,
            name=names[-1] if node.named else None,
            label=None if node.parent is None else gambit_label(tree, node),
            probability=None if are_equal(tree, node) else node.probability,
            utility=node.utility,
        )
    while open_above(builder) is not None:
        builder.close()
    labels = zip(builder.labels, builder.tree().names, strict=True)
    builder.labels = [None if label == name else label for label, name in labels]
    return builder.tree()


def open_above(builder: TreeBuilder) -> int | None:
    """The innermost node that is still open."""
    return max((index for index, end in enumerate(builder.ends) if not end), default=None)


def are_equal(tree: Tree, node: Node) -> bool:
    parent = tree.parent(node)
    siblings = () if parent is None else tree.children(parent)
    return all(child.probability in (None, Fraction(1, len(siblings))) for child in siblings)


def gambit_label(tree: Tree, node: Node) -> str:
    """What leads to a node, told from what leads to the siblings before it."""
    parent = tree.parent(node)
    assert parent is not None
    labels: list[str] = []
    for child in tree.children(parent):
        labels.append(primed(child.move, labels))
    return labels[[child.index for child in tree.children(parent)].index(node.index)]


def primed(text: str, taken: list[str]) -> str:
    """The text in ASCII, with as many primes as it takes to be another one than those."""
    written = in_ascii(text)
    while written in taken:
        written += "'"
    return written


def test_what_gambit_reads_is_printable_ascii_and_every_move_has_a_name() -> None:
    """Releases up to 16 refuse any other label; later ones make up names for moves that have none."""
    tree = parse_tree('Ärger = max("zu  spät\u00a0β" -> min(3, 4), "左" -> chance(α -> 1, "–" -> 2), 5)')
    text = write_efg(tree, "Übung")
    assert text.isascii()
    assert text.splitlines() == [
        'EFG 2 R "Ubung" { "Max" "Min" }',
        'p "Arger" 1 1 "" { "zu spat beta" "u5DE6" "Arger3" } 0',
        'p "" 2 1 "" { "A1" "A2" } 0',
        't "" 1 "" { 3 -3 }',
        't "" 2 "" { 4 -4 }',
        'c "" 1 "" { "alpha" 1/2 "-" 1/2 } 0',
        't "" 3 "" { 1 -1 }',
        't "" 4 "" { 2 -2 }',
        't "" 5 "" { 5 -5 }',
    ]
    assert changed_labels(tree)[:2] == (
        "`Ärger` is written as `Arger`",
        "`zu  spät β` is written as `zu spat beta`",
    )
    assert changed_labels(TEXTBOOK) == ()


def test_labels_that_only_other_letters_told_apart_stay_apart() -> None:
    tree = parse_tree("max(é -> 1, e -> 2, è -> 3)")
    assert """{ "e" "e'" "e''" }""" in write_efg(tree)
    assert changed_labels(tree) == (
        "`é` is written as `e`", "`e` is written as `e'`", "`è` is written as `e''`",
    )  # fmt: skip


def test_of_many_changed_labels_the_first_are_told() -> None:
    tree = parse_tree(f"max({', '.join(f'ü{number} -> {number}' for number in range(14))})")
    assert len(changed_labels(tree)) == 11
    assert changed_labels(tree)[-1] == "4 more are written in other letters, too"


LETTERS = {
    "ASCII": ("a1 (b)", "a1 (b)"), "accents": ("Ñandú", "Nandu"), "Greek": ("αΩς", "alphaOmegasigma"),
    "accented Greek": ("ά", "alpha"), "signs": ("x ≤ −1", "x <= -1"), "no form": ("가", "uAC00"),
    "wide": ("ＡＢ", "AB"), "a control": ("a\x1bb", "au241Bb"), "blanks": ("  a  b ", "a b"),
    "a mark": ("a\u0301", "a"), "only a mark": ("\u0301", "u0301"), "no text": ("", ""),
}  # fmt: skip


@pytest.mark.parametrize(("text", "written"), LETTERS.values(), ids=LETTERS)
def test_a_text_is_written_in_ascii(text: str, written: str) -> None:
    assert in_ascii(text) == written


UNKNOWNS = {
    "unassigned": "?x\u0378",
    "a prime": "?x'",
    "a kind's word": "?max",
    "a vowel sign": "?कि",
    "blank": "_",
}


@pytest.mark.parametrize("unknown", UNKNOWNS.values(), ids=UNKNOWNS)
def test_an_unknown_leaf_comes_back_from_json_whatever_its_name(unknown: str) -> None:
    tree = parse_tree(f"max({unknown}, 3)")
    assert read_json_tree(Source(write_json_tree(tree))) == tree


@pytest.mark.parametrize("blank", ["", " ", "\t \u3000"], ids=ascii)
def test_an_action_of_nothing_but_blanks_is_none_so_that_the_tree_can_be_read(blank: str) -> None:
    leaves = 't "" 1 "" { 3 -3 }\nt "" 2 "" { 4 -4 }\n'
    for node in (f'p "{blank}" 1 1 "" {{ "{blank}" "b" }} 0', f'c "" 1 "" {{ "{blank}" 1/3 "b" 2/3 }} 0'):
        tree = read_efg_game(Source(f'EFG 2 R "" {{ "1" "2" }}\n{node}\n{leaves}')).tree
        assert tree.labels[1:] == (None, "b")
        assert parse_tree(str(tree)) == tree


@pytest.mark.parametrize("read", [read_json_tree, read_list], ids=["json", "list"])
def test_a_deep_tree_is_just_a_tree(read: Callable[[Source], Tree]) -> None:
    assert len(read(Source(DEEP))) == 20_001


@pytest.mark.parametrize("depth", [5_000, pytest.param(20_000, marks=pytest.mark.slow)])
def test_a_deep_tree_goes_to_gambit_and_back(depth: int) -> None:
    tree = read_json_tree(Source("[" * depth + "7" + "]" * depth))
    assert read_efg_game(Source(write_efg(tree))).tree == tree
    assert read_json_tree(Source(write_json_tree(tree))) == tree


def test_tuples_are_lists_and_min_may_move_first() -> None:
    assert read_list(Source("((3, 12), [2, 4],)")) == parse_tree("max(min(3, 12), min(2, 4))")
    assert read_list(Source("[[3, 12], 4]"), "min") == parse_tree("min(max(3, 12), 4)")


GROUPED = {
    "a number": ("[(4), 3]", "max(4, 3)"),
    "a list": ("([3, (12)], ((2), 4))", "max(min(3, 12), min(2, 4))"),
    "brackets in brackets": ("([((3)), 12])", "max(3, 12)"),
    "a tuple of one": ("[(4,), 3]", "max(min(4), 3)"),
    "a comment": ("[(4  # (a, b)\n), 3]", "max(4, 3)"),
}


@pytest.mark.parametrize(("text", "tree"), GROUPED.values(), ids=GROUPED)
def test_brackets_round_a_single_thing_are_no_tuple_as_in_python(text: str, tree: str) -> None:
    assert read_list(Source(text)) == parse_tree(tree)


def test_many_brackets_round_a_single_thing_take_no_long_time() -> None:
    deep = 200_000
    assert read_list(Source(f"[{'(' * deep}4{')' * deep}, 3]")) == parse_tree("max(4, 3)")


def test_error_in_a_tuple_is_shown_as_the_file_has_it() -> None:
    with pytest.raises(InputError) as error:
        read_list(Source("((3, x),\n (2, 4))", "tree.py"))
    assert "   1 | ((3, x),\n" in str(error.value)
    with pytest.raises(InputError, match=r"this `\(` is never closed"):
        read_list(Source("[3, (4, 2", "tree.py"))


def test_json_objects_and_lists_mix_and_kinds_alternate_where_they_are_not_said() -> None:
    chance = '{"kind": "chance", "move": 2, "children": [[1, 2], -Infinity]}'
    text = f'{{"name": "top", "children": [[3, "7/3"], {chance}]}}'
    expected = 'top = max(min(3, 7/3), "2" -> chance(min(1, 2), -inf))'
    assert read_json_tree(Source(text)) == parse_tree(expected)


def test_unknown_leaves_are_written_as_in_the_tree_language() -> None:
    assert read_json_tree(Source('["?x", "_", 3]')) == parse_tree("max(?x, _, 3)")


GAMBIT = """\
EFG 2 D "Payoffs on the way, and sets that are named once" { "Ann" "Bob" }
"a comment"
c "start" 1 "luck" { "heads" 1/2 "tails" 0.5 } 1 "entry" { 1, -1 }
p "" 1 7 "" { "l" "r" } 0
t "" 2 "" { 2 -2 }
t "" 3 "" { 1.5 -3/2 }
c "start" 1 0
t "" 2
t "" 0
"""


def test_payoffs_on_the_way_count_and_what_was_described_need_not_be_again() -> None:
    expected = "start = chance(heads -> max(l -> 3, r -> 5/2), tails -> chance(heads -> 3, tails -> 1))"
    assert read_efg_game(Source(GAMBIT)).tree == parse_tree(expected)


def test_a_game_of_one_player_is_a_tree_of_max() -> None:
    text = 'EFG 2 R "" { "Me" }\np "" 1 1 "" { "l" "r" } 1 "fee" { -1 }\nt "" 2 "" { 5 }\n'
    game = read_efg_game(Source(text + 'c "" 1 "" { "h" 1/3 "t" 2/3 } 0\nt "" 3 "" { 4 }\nt "" 2\n'))
    assert game.tree == parse_tree("max(l -> 4, r -> chance(1/3 h -> 3, 2/3 t -> 4))")
    assert game.total is None


def test_a_game_with_a_constant_sum_is_a_tree_of_what_the_first_player_gets() -> None:
    text = 'EFG 2 R "" { "A" "B" }\np "" 1 1 "" { "l" "r" } 0\nt "" 1 "" { 7 3 }\n'
    game = read_efg_game(
        Source(text + 'p "" 2 1 "" { "x" "y" } 0\nt "" 2 "" { 10 0 }\nt "" 3 "" { 5/2 7.5 }\n')
    )
    assert game.tree == parse_tree("max(l -> 7, r -> min(x -> 10, y -> 5/2))")
    assert game.total == 10


VALUED = (
    'max("zu spät" -> 3, "左" -> min(4, α -> 5))',
    "max(3, min(4, 5))",
    str(TEXTBOOK),
    "min(chance(1/3 -> 1, 2/3 -> 7/2), max(2, -1, 9/4))",
)


@pytest.mark.parametrize("text", VALUED)
def test_gambit_agrees_on_the_value(text: str) -> None:
    reason = "pygambit is not installed: `pip install --group gambit` does it, and may take minutes to build"
    pygambit = pytest.importorskip("pygambit", reason=reason, exc_type=ImportError)
    tree = parse_tree(text)
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # such as that a move has no name
        game = pygambit.read_efg(StringIO(write_efg(tree)))
    found = pygambit.nash.lp_solve(game, rational=True)
    assert Fraction(str(first_payoff(found))) == solve(tree).value


def first_payoff(found: Any) -> Any:
    """What the first player gets; releases before 17 say it in other words."""
    if hasattr(found, "equilibrium"):
        return found.equilibrium.payoffs["Max"]
    return found.equilibria[0].payoff("Max")


def test_a_game_in_which_each_has_an_aim_of_their_own_comes_in_and_goes_out() -> None:
    text = 'EFG 2 R "" { "A" "B" }\np "" 1 1 "" { "l" "r" } 0\nt "" 1 "" { 1 -1 }\nt "" 2 "" { 3 3 }'
    game = read_efg_game(Source(text))
    assert (game.tree, game.total) == (parse_tree("p1(l -> (1, -1), r -> (3, 3))"), None)
    assert write_efg(game.tree).splitlines() == [
        'EFG 2 R "" { "p1" "p2" }',
        'p "" 1 1 "" { "l" "r" } 0',
        't "" 1 "" { 1 -1 }',
        't "" 2 "" { 3 3 }',
    ]


def test_three_players_are_read_with_what_they_got_on_the_way() -> None:
    text = (
        'EFG 2 R "" { "A" "B" "C" }\np "" 3 1 "" { "l" "r" } 1 "" { 1 1/2 0 }\nt "" 2 "" { 1 -1 0 }\nt "" 0'
    )
    assert read_efg_game(Source(text)).tree == parse_tree("p3(l -> (2, -1/2, 0), r -> (1, 1/2, 0))")


EFG = {
    "no players": (
        'EFG 2 R "" { }\nt "" 1 "" { 1 -1 0 }',
        "game.efg:1:12: error: this game has no players\n"
        '   1 | EFG 2 R "" { }\n'
        "     |            ^\n"
        "     = hint: only games of one to nine players are trees",
    ),
    "nobody moves": (
        'EFG 2 R "" { "A" "B" "C" }\nt "" 1 "" { 1 -1 0 }',
        "game.efg:2:1: error: several players have utilities here, but none of them moves\n"
        '   2 | t "" 1 "" { 1 -1 0 }\n'
        "     | ^\n"
        "     = hint: let `p1` move somewhere",
    ),
    "not perfect": (
        'EFG 2 R "" { "A" "B" }\np "" 1 1 "" { "l" "r" } 0\n'
        'p "" 2 1 "" { "x" } 0\nt "" 1 "" { 1 -1 }\np "" 2 1 "" { "x" } 0\nt "" 1\n',
        "game.efg:5:1: error: this is not a game of perfect information: set 1 of player 2 has two nodes\n"
        '   5 | p "" 2 1 "" { "x" } 0\n'
        "     | ^\n"
        "     = hint: in a tree, everybody knows all earlier moves",
    ),
}


@pytest.mark.parametrize(("text", "message"), EFG.values(), ids=EFG)
def test_error_a_game_that_is_no_tree_of_max_and_min_is_refused_with_the_reason(
    text: str, message: str
) -> None:
    with pytest.raises(InputError) as refused:
        read_efg_game(Source(text, "game.efg"))
    assert str(refused.value) == message


HEAD = 'EFG 2 R "" { "A" "B" }\n'
BROKEN_EFG = {
    "no game": ("NFG 1 R", "this is not an extensive game for Gambit"),
    "nothing": ("", "this is not an extensive game for Gambit"),
    "old version": ('EFG 1 R "" { }', "the version of the format, `2`, should be here"),
    "no precision": ('EFG 2 X "" { }', "`R` or `D` should be here"),
    "no title": ("EFG 2 R { }", "the title in double quotes should be here"),
    "open quotes": ('EFG 2 R "a { }', "these quotes are never closed"),
    "no nodes": (HEAD, "the file ends here, and a node that a move leads to is missing"),
    "too few nodes": (
        HEAD + 'p "" 1 1 "" { "l" "r" } 0\nt "" 1 "" { 1 -1 }',
        "a node that a move leads to is missing",
    ),
    "too many": (HEAD + 't "" 1 "" { 1 -1 }\nt "" 1', "the tree has ended, and something follows"),
    "no kind": (HEAD + 'x "" 1', "a node should begin here, with `c`, `p` or `t`"),
    "no such player": (HEAD + 'p "" 3 1 "" { "l" } 0', "there is no player 3 in a game of two"),
    "a word for a number": (
        HEAD + 'p "" one 1',
        "the number of the player should be here, a whole number",
    ),
    "no moves": (HEAD + 'p "" 1 1 0', "the moves of this information set are not given"),
    "an empty list": (HEAD + 'p "" 1 1 "" { } 0', "a node where somebody moves needs a move"),
    "no outcomes": (HEAD + 'c "" 1 0', "the outcomes of this chance node are not given"),
    "an empty chance": (HEAD + 'c "" 1 "" { } 0', "a chance node needs an outcome"),
    "no payoffs": (HEAD + 't "" 4', "the payoffs of outcome 4 are not given"),
    "no players": ('EFG 2 R "" { }\nt "" 0', "this game has no players"),
    "a second player of one": (
        'EFG 2 R "" { "A" }\np "" 2 1 "" { "l" } 0',
        "there is no player 2 in a game of one",
    ),
    "two payoffs for one": (
        'EFG 2 R "" { "A" }\nt "" 1 "" { 3 -3 }',
        "there should be one payoff here, not 2",
    ),
    "one payoff": (HEAD + 't "" 4 "" { 3 }', "there should be two payoffs here, not 1"),
    "open payoffs": (HEAD + 't "" 4 "" { 3 -3', "`}` after the payoffs should be here"),
    "no number": (HEAD + 't "" 4 "" { x -3 }', "`x` is not a number"),
    "infinite": (HEAD + 't "" 4 "" { inf -inf }', "a payoff cannot be infinite"),
    "doubled move": (
        HEAD + 'p "" 1 1 "" { "l" "l" } 0\nt "" 1 "" { 1 -1 }\nt "" 1',
        "two moves of one node are called `l`",
    ),
    "rounded chances": (
        HEAD + 'c "" 1 "" { "a" 0.33 "b" 0.66 } 0\nt "" 1 "" { 1 -1 }\nt "" 1',
        "the probabilities under this chance node add up to 99/100, not 1",
    ),
    "impossible": (
        HEAD + 'c "" 1 "" { "a" 0 "b" 1 } 0\nt "" 1 "" { 1 -1 }\nt "" 1',
        "`0` is not the probability of something that can happen",
    ),
}


@pytest.mark.parametrize(("text", "message"), BROKEN_EFG.values(), ids=BROKEN_EFG)
def test_error_a_broken_game_is_refused_in_plain_words(text: str, message: str) -> None:
    with pytest.raises(InputError) as refused:
        read_efg_game(Source(text, "game.efg"))
    assert message in str(refused.value)
    assert str(refused.value).startswith("game.efg:")


BROKEN_JSON = {
    "nothing": ("", "there is nothing in this file"),
    "open list": ("[3, [4", "this `[` is never closed"),
    "open quotes": ('["3', "these quotes are not closed on this line"),
    "no comma": ("[3 4]", "a comma or the closing bracket should be here, not `4`"),
    "comma before": ("[,3]", "a value or the closing bracket should be here, not `,`"),
    "comma behind": ("[3,]", "a value should be here, not `]`"),
    "wrong bracket": ("[3}", "`]` should be here, not `}`"),
    "two values": ("[3] 4", "the value has ended, and something follows"),
    "a bare name": ("{kind: 3}", "the name of a field needs double quotes"),
    "no colon": ('{"kind" 3}', "a colon should be here, not `3`"),
    "a field twice": ('{"kind": "max", "kind": "min"}', "the field `kind` is given twice"),
    "no word of JSON": ("[three]", "`three` means nothing in JSON"),
    "a bad escape": (r'["\x41"]', "there is an escape in this text that means nothing"),
    "half a character": (r'["\ud800"]', "this text has half a character in it"),
    "a feature without a name": ('[{"features": {" ": 1}}]', "there is nothing in these quotes"),
    "a feature in two spellings": (
        '[{"features": {"e\u0301": 1, "\u00e9": 2}}]',
        "the feature `\u00e9` is given twice",
    ),
    "no node": ("[true]", "`true` is not a number"),
    "no kind": ('{"kind": "mox", "children": [3]}', "`mox` is not a kind of node"),
    "an empty list": ("[]", "this node has no children"),
    "no children": ('{"kind": "max"}', "this max node has no `children`"),
    "no list": ('{"children": 3}', "`children` are a list"),
    "a leaf with children": ('{"kind": "leaf", "children": [3]}', "a leaf has no children"),
    "an inner utility": ('{"utility": 3, "children": [3]}', "only a leaf has a `utility`"),
    "an empty leaf": ('[{"name": "B"}]', "a leaf has either a `utility` or `features`"),
    "estimate and features": (
        '{"estimate": 3, "features": {"m": 1}, "children": [3]}',
        "a node has either an `estimate` or `features`",
    ),
    "no features": ('[{"features": 3}]', "features are numbers by name"),
    "an infinite feature": ('[{"features": {"m": "inf"}}]', "a feature cannot be infinite"),
    "a list for a number": ('[{"utility": [3]}]', "a number should be here"),
    "a name of blanks": ('[{"name": " ", "utility": 3}]', "a text in quotes should be here"),
    "an unknown field": ('[{"utilty": 3}]', "a node has no field `utilty`"),
    "a name twice": (
        '[{"name": "B", "utility": 3}, {"name": "B", "utility": 4}]',
        "the name `B` is used twice",
    ),
    "a move twice": ('[{"move": "l", "utility": 3}, {"move": "l", "utility": 4}]', "two moves of one node"),
    "a move to the root": ('{"move": "l", "children": [3]}', "nothing leads to the root"),
    "a chance for Max": ('[{"probability": 1, "utility": 3}]', "a move of a max node has no probability"),
    "some chances": (
        '{"kind": "chance", "children": [{"probability": 1, "utility": 3}, 4]}',
        "this outcome has no probability",
    ),
}


@pytest.mark.parametrize(("text", "message"), BROKEN_JSON.values(), ids=BROKEN_JSON)
def test_error_a_broken_json_tree_is_refused_in_plain_words(text: str, message: str) -> None:
    with pytest.raises(InputError) as refused:
        read_json_tree(Source(text, "tree.json"))
    assert message in str(refused.value)
    assert str(refused.value).startswith("tree.json:")


def test_error_all_mistakes_of_a_json_tree_are_reported() -> None:
    with pytest.raises(InputError) as refused:
        read_json_tree(Source('[{"utilty": 3}, {"kind": "max"}, []]', "tree.json"))
    assert len(refused.value.mistakes) == 4


def test_error_too_many_nodes_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grader.exchange.trees.tree_draft.MAX_NODES", 3)
    with pytest.raises(InputError, match="the tree has more than 3 nodes"):
        read_json_tree(Source("[1, 2, 3]"))


UNWRITABLE = {
    "infinite": ("max(3, -inf)", write_efg, "the leaf `A2` is infinite, and Gambit needs a finite one"),
    "unknown": ("max(3, ?x)", write_efg, "the leaf `A2` has no number, and Gambit needs a finite one"),
    "min first": ("min(3, 4)", write_list, "a nested list begins with Max, and this tree does not"),
    "chance": ("max(chance(3, 4))", write_list, "`B` is a chance node below a max node"),
    "two rounds": ("max(max(3, 4))", write_list, "`B` is a max node below a max node"),
    "no number": ("max(?x)", write_list, "the leaf `A1` has no number"),
}


@pytest.mark.parametrize(("text", "write", "message"), UNWRITABLE.values(), ids=UNWRITABLE)
def test_error_what_a_format_cannot_say_is_refused(
    text: str, write: Callable[[Tree], str], message: str
) -> None:
    with pytest.raises(InputError) as refused:
        write(parse_tree(text))
    assert message in str(refused.value)


def test_error_what_is_no_list_is_refused() -> None:
    with pytest.raises(InputError, match="a nested list should be here"):
        read_list(Source("max(3, 4)"))


def test_no_leaf_is_lost_on_the_way_to_gambit() -> None:
    assert write_efg(TEXTBOOK).count("\nt ") == TEXTBOOK.kinds.count(Kind.LEAF)
