"""`grader solve` and `grader draw --game`, as a person types them."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from grader.cli.main import main
from grader.drawing import draw
from grader.drawing.marks import marks_of
from grader.solving import solve
from grader.tree.language import parse_tree

TEXTBOOK = "max(a1 -> min(3, 12, 8), a2 -> min(2, 4, 6), a3 -> min(14, 5, 2))"


def output(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(words) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def refusal(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    return err


def test_the_textbook_tree_in_text(capsys: pytest.CaptureFixture[str]) -> None:
    drawing, _, facts = output(capsys, "solve", TEXTBOOK).partition("\n\nvalue ")
    assert "▼ C ≤ 2" in drawing
    assert facts.splitlines()[:6] == [
        "     3",
        "best move  a1",
        "line       A, B, B1",
        "visited    A, B, B1, B2, B3, C, C1, D, D1, D2, D3",
        "pruned     C2, C3",
        "reasons    C is at most 2 after C1, but Max can already get 3 at B, so the rest of C cannot matter",
    ]
    assert "           a tie is cut: stop when α ≥ β" in facts.splitlines()


def test_json_has_exactly_the_promised_shape(capsys: pytest.CaptureFixture[str]) -> None:
    record = json.loads(output(capsys, "solve", "max(7/2, min(3, inf))", "--format", "json"))
    assert list(record) == ["value", "best_moves", "line", "visited", "pruned", "cutoffs", "nodes", "rule"]
    assert record["value"] == "7/2"
    assert record["cutoffs"] == [
        {
            "at": "B", "after": "B1", "alpha": "7/2", "beta": 3, "value": 3, "bound": "alpha",
            "set_by": "A1", "skipped": ["B2"], "deep": False,
            "why": "B is at most 3 after B1, but Max can already get 7/2 at A1, "
            "so the rest of B cannot matter",
        }
    ]  # fmt: skip
    assert record["nodes"]["B"] == {
        "kind": "min", "value": 3, "returned": 3, "bound": "upper", "window": ["7/2", "inf"],
    }  # fmt: skip
    assert record["nodes"]["B2"] == {
        "kind": "leaf", "value": "inf", "returned": None, "bound": None, "window": None,
    }  # fmt: skip


def test_a_flag_for_a_field_and_one_for_a_preset(capsys: pytest.CaptureFixture[str]) -> None:
    rule = json.loads(
        output(capsys, "solve", "3", "--rule", "cs188", "--order", "right-to-left", "--format", "json")
    )["rule"]
    assert (rule["ties"], rule["chance"], rule["order"]) == ("keep", "none", "right-to-left")


@pytest.mark.parametrize(
    ("flag", "value"),
    [
        ("--search", "minimax"), ("--ties", "keep"), ("--order", "right-to-left"), ("--cutoffs", "shallow"),
        ("--returns", "hard"), ("--chance", "star1"), ("--utilities=-9,9", None), ("--window=0,5", None),
        ("--depth", "2"), ("--depth-unit", "rounds"), ("--agents", "3"), ("--evaluation", "m=2"),
        ("--best", "any"), ("--last-child", "event"),
    ],
)  # fmt: skip
def test_every_field_of_the_rule_has_its_flag(
    flag: str, value: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [flag] if value is None else [flag, value]
    plain = output(capsys, "solve", "3", "--format", "json")
    assert output(capsys, "solve", "3", "--format", "json", *words) != plain


def test_steps_are_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    out = output(capsys, "solve", "max(2, min(1, 3))", "--steps")
    assert out.partition("\n\nstep")[2].splitlines()[1:] == [
        "1     enter   A     −∞  ∞  −∞  Max moves at A",
        "2     leaf    A1    −∞  ∞  2   A1 is worth 2",
        "3     update  A     2   ∞  2   A is at least 2 by A1",
        "4     enter   B     2   ∞  ∞   Min moves at B",
        "5     leaf    B1    2   ∞  1   B1 is worth 1",
        "6     update  B     2   1  1   B is at most 1 by B1",
        "7     cut     B     2   1  1   B is at most 1 after B1, but Max can already get 2 at A1, "
        "so the rest of B cannot matter",
        "8     return  B     2   1  1   B is at most 1",
        "9     update  A     2   ∞  2   B changes nothing at A",
        "10    return  A     2   ∞  2   A is 2",
    ]


def test_svg_is_one_drawing(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "tree.svg"
    assert main(["solve", TEXTBOOK, "--format", "svg", "-o", str(path)]) == 0
    assert capsys.readouterr() == ("", f"wrote {path}\n")
    drawing = ElementTree.parse(path).getroot()  # noqa: S314 - our own file
    assert drawing.tag == "{http://www.w3.org/2000/svg}svg"


def test_a_leaf_leaves_nothing_to_decide_and_chance_decides_alone(capsys: pytest.CaptureFixture[str]) -> None:
    leaf, chance = output(capsys, "solve", "3"), output(capsys, "solve", "chance(3, 4)")
    assert "\nbest move  none: nothing is left to decide\n" in leaf
    assert "\nbest move  none: chance decides\n" in chance
    assert "best line" not in leaf + chance


def test_numbers_are_decimals_where_the_author_writes_decimals(capsys: pytest.CaptureFixture[str]) -> None:
    out = output(capsys, "solve", "max(2.5, min(0.25, 3), chance(0.5 -> 1/8, 0.5 -> 1/3))", "--steps")
    assert "at most 0.25 after B1, but Max can already get 2.5 at A1" in out
    assert "\nvalue      2.5\n" in out
    assert "C1 adds 0.0625" in out
    assert "C2 adds 1/6" in out
    assert "1/2" not in out


def test_a_tree_too_large_to_look_at_is_not_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    out = output(capsys, "solve", f"max({'3, ' * 2000})")
    assert out.startswith("value      3\n")
    assert "\ndrawing    left out, with 2,001 nodes; --format svg or outline draws it\n" in out


@pytest.mark.parametrize("flag", ["--format", "--as"])
@pytest.mark.parametrize("form", ["svg", "tikz", "outline"])
def test_a_solution_is_drawn_in_any_form(flag: str, form: str, capsys: pytest.CaptureFixture[str]) -> None:
    solution = solve(parse_tree(TEXTBOOK))
    drawing = draw(solution, form, marks_of(solution, windows=True))
    assert output(capsys, "solve", TEXTBOOK, flag, form) == drawing


SUFFIXES = {"svg": "<svg", "tex": "%", "json": "{", "jsonl": "{", "txt": "▲", "out": "▲"}


@pytest.mark.parametrize(("suffix", "beginning"), SUFFIXES.items())
def test_the_form_is_what_the_suffix_of_the_file_says(suffix: str, beginning: str, tmp_path: Path) -> None:
    path = tmp_path / f"tree.{suffix}"
    assert main(["solve", "max(3)", "-o", str(path)]) == 0
    assert path.read_text(encoding="utf-8").startswith(beginning)


NEGATIVE = {
    "--utilities": ("-20,20", [-20, 20]),
    "--window": ("-inf,5", ["-inf", 5]),
}


@pytest.mark.parametrize("flag", NEGATIVE)
def test_a_flag_may_begin_with_a_minus_sign(flag: str, capsys: pytest.CaptureFixture[str]) -> None:
    text, pair = NEGATIVE[flag]
    rule = json.loads(output(capsys, "solve", "3", "--format", "json", flag, text))["rule"]
    assert rule[flag.removeprefix("--")] == pair


def test_each_of_several_trees_has_a_heading(capsys: pytest.CaptureFixture[str]) -> None:
    lines = output(capsys, "solve", "3\n---\n\nmax(4,\n5)\n6").splitlines()
    assert [line for line in lines if line.startswith("tree ")] == [
        "tree 1 (line 1)",
        "tree 2 (line 4)",
        "tree 3 (line 6)",
    ]


def test_a_single_tree_has_no_heading(capsys: pytest.CaptureFixture[str]) -> None:
    assert "tree 1" not in output(capsys, "solve", "max\n(3, 4)")


SEVERAL = {
    "one per line": "max(3, 4)\n\n# a comment (\nmin(3, 4)\n5\n",
    "between dashes": "max(3, 4)\n---\n# a comment\nmin(3,\n4)\n---\n\n5\n---\n",
}


@pytest.mark.parametrize("text", SEVERAL.values(), ids=SEVERAL)
def test_a_file_may_hold_several_trees(text: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "several.tree"
    path.write_bytes(text.encode())
    lines = output(capsys, "solve", str(path), "--format", "jsonl").splitlines()
    assert [json.loads(line)["value"] for line in lines] == [4, 3, 5]
    assert output(capsys, "solve", str(path)).count("\nvalue ") == 3


def test_a_game_unfolds_and_is_solved(capsys: pytest.CaptureFixture[str]) -> None:
    out = output(capsys, "solve", "--game", "tic-tac-toe", "--position", "XOX OX. O..", "--format", "json")
    assert json.loads(out)["best_moves"] == ["c3"]


def test_a_depth_of_the_rule_limits_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    weights = "--evaluation=lines_of_2=3,lines_of_1=1"
    out = output(capsys, "solve", "--game", "tic-tac-toe", "--depth", "1", weights, "--format", "json")
    assert len(json.loads(out)["nodes"]) == 10


def test_a_game_is_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["draw", "--game", "tic-tac-toe", "--position", "XO. .X. O..", "--to-move", "X"]
    assert "lines_of_2=1" in output(capsys, *words, "--depth", "1")
    assert "lines_of_2" not in output(capsys, *words, "--as", "outline")


ERRORS = {
    "no tree": (
        ["solve"],
        "grader: error: there is no tree\n     = hint: name a tree, a file, or a game with --game\n",
    ),
    "a tree and a game": (
        ["solve", "3", "--game", "nim"],
        "grader: error: there are both a tree and a game\n     = hint: name one of them\n",
    ),
    "no such game": (
        ["draw", "--game", "tictactoe"],
        "--game: error: there is no game `tictactoe`\n     = hint: did you mean `tic-tac-toe`?\n",
    ),
    "a depth without a game": (
        ["draw", "3", "--depth", "2"],
        "--depth: error: only a game is drawn down to a depth\n"
        "     = hint: remove it, or name a game with --game\n",
    ),
    "wrong flags": (
        ["solve", "3", "--ties", "kep", "--depth", "0", "--rule", "cs18"],
        "--depth: error: `0` is not a whole number from 1\n     = hint: such as `2`; `default` unsets it\n"
        "--rule: error: no preset is called `cs18`\n     = hint: did you mean `cs188`?\n"
        "--ties: error: `kep` is not one of its values\n     = hint: did you mean `keep`?\n",
    ),
    "two unknown leaves": (
        ["solve", "max(min(?x, 3), ?y)"],
        "<tree>:1:17: error: the tree has 2 unknowns: `?x`, `?y`\n"
        "   1 | max(min(?x, 3), ?y)\n     |                 ^^\n"
        "     = hint: write numbers for all but one of them\n",
    ),
    "a blank beside an unknown leaf": (
        ["solve", "max(?x, _)"],
        "<tree>:1:9: error: the leaf `A2` is left blank\n"
        "   1 | max(?x, _)\n     |         ^\n     = hint: a search needs a number here\n",
    ),
    "depths that fall": (
        ["solve", "3", "--depths", "2,1"],
        "--depths: error: `2,1` is not a list of increasing depths\n     = hint: such as 1,2,3\n",
    ),
    "depths with an unknown leaf": (
        ["solve", "max(?x, 3)", "--depths", "1"],
        "--depths: error: a tree with an unknown leaf has no depths\n"
        "     = hint: remove it, or write a number\n",
    ),
    "a depth at which nothing is evaluated": (
        ["solve", "max(min(1, 2), 3)", "--depths", "1,2"],
        "<tree>:1:5: error: `B` is where the depth ends, and it has no static evaluation\n"
        "   1 | max(min(1, 2), 3)\n     |     ^^^\n"
        "     = hint: write one after its kind, such as `min~5(…)`, or change `--depth`\n",
    ),
    "steps with an unknown leaf": (
        ["solve", "max(?x, 3)", "--steps"],
        "--steps: error: a tree with an unknown leaf has no steps\n"
        "     = hint: remove it, or write a number\n",
    ),
    "the best order for several players": (
        ["solve", "p1(p2((8, 3), (2, 2)), (4, 9))", "--best-order"],
        "--best-order: error: with several players nothing is pruned, in any order\n     = hint: remove it\n",
    ),
    "a blank": (
        ["solve", "max(3, _)"],
        "<tree>:1:8: error: the leaf `A2` is left blank\n"
        "   1 | max(3, _)\n     |        ^\n     = hint: a search needs a number here\n",
    ),
    "a position without a game": (
        ["solve", "3", "--position", "XO"],
        "--position: error: this belongs to a game, and there is none\n"
        "     = hint: remove it, or name a game with --game\n",
    ),
    "a player without a game": (
        ["draw", "3", "--to-move", "X"],
        "--to-move: error: this belongs to a game, and there is none\n"
        "     = hint: remove it, or name a game with --game\n",
    ),
    "steps in JSON": (
        ["solve", "3", "--steps", "--format", "json"],
        "--steps: error: --format json has no steps\n     = hint: remove it, or use --format text\n",
    ),
    "steps in a file of another form": (
        ["solve", "3", "--steps", "-o", "tree.svg"],
        "--steps: error: --format svg has no steps\n     = hint: remove it, or use --format text\n",
    ),
    "a game without all weights": (
        ["solve", "--game", "tic-tac-toe", "--depth", "1", "--evaluation", "lines_of_2=1"],
        "tic-tac-toe: error: the rule gives no weight to `lines_of_1`, which 9 leaves have, "
        "the first one `A1`\n"
        "     = hint: `--evaluation` weighs `lines_of_2`\n",
    ),
    "a leaf outside the utilities": (
        ["solve", "-3", "--utilities", "0,20"],
        "<tree>:1:1: error: the leaf `A` is −3, but the rule says that utilities lie between 0 and 20\n"
        "   1 | -3\n     | ^^\n     = hint: change the leaf, or `--utilities`\n",
    ),
    "flags that cannot be read": (
        ["solve", "3", "--utilities", "ten", "--window", "1", "--evaluation", "{}"],
        "--evaluation: error: `{}` gives no weights of features\n"
        "     = hint: such as `--evaluation mobility=3,material=1`\n"
        "--utilities: error: `ten` is not a pair of numbers\n     = hint: such as `--utilities -10,10`\n"
        "--window: error: `1` is not a pair of numbers\n     = hint: such as `--window -10,10`\n",
    ),
    "several trees for one drawing": (
        ["solve", "3\n4", "--format", "svg"],
        "grader solve: error: there are 2 trees, and --format svg shows one\n"
        "     = hint: use --format jsonl or --format text\n",
    ),
    "several trees that are wrong": (
        ["solve", "max(3 4)\n?x\nmin()"],
        "<tree>:1:7: error: a comma is missing before `4`\n"
        "   1 | max(3 4)\n     |       ^\n     = hint: separate children with `,`\n"
        "<tree>:3:4: error: there are no children in `()`\n"
        "   3 | min()\n     |    ^^\n     = hint: write at least one between the brackets\n",
    ),
    "several trees that cannot be solved": (
        ["solve", "max(_, 2)\n3\n_"],
        "<tree>:1:5: error: the leaf `A1` is left blank\n"
        "   1 | max(_, 2)\n     |     ^\n     = hint: a search needs a number here\n"
        "<tree>:3:1: error: the leaf `A` is left blank\n"
        "   3 | _\n     | ^\n     = hint: a search needs a number here\n",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("words", "message"), ERRORS.values(), ids=ERRORS)
def test_error_message(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert refusal(capsys, *words) == message


UNKNOWN = "max(min(3, ?x), min(2, 4))"


def test_for_which_numbers_an_unknown_leaf_changes_what(capsys: pytest.CaptureFixture[str]) -> None:
    drawing, _, table = output(capsys, "solve", UNKNOWN).partition("\n\n")
    assert drawing.splitlines()[-2:] == ["3   ?x   2   4", "B1  B2   C1  C2"]
    assert table.splitlines()[:4] == [
        "x            value  best move  pruned",
        "x < 2        2      C          nothing",
        "2 <= x <= 3  x      B          C2",
        "x > 3        3      B          C2",
    ]


def test_the_cases_of_an_unknown_leaf_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    record = json.loads(output(capsys, "solve", UNKNOWN, "--ties", "keep", "--format", "json"))
    assert (record["unknown"], record["rule"]["ties"]) == ("x", "keep")
    assert [(case["low"], case["low_in"], case["pruned"]) for case in record["cases"]] == [
        ("-inf", False, []), (2, True, []), (2, False, ["C2"]), (3, False, ["C2"]),
    ]  # fmt: skip


def test_a_tree_with_an_unknown_leaf_is_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    assert ">?x</text>" in output(capsys, "solve", UNKNOWN, "--format", "svg")


def test_the_best_order_in_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert output(capsys, "solve", TEXTBOOK, "--best-order").splitlines()[-2:] == [
        "leaves     7 as the tree stands, 5 in the best order",
        "best order D: D3, D1, D2",
    ]


def test_the_best_order_may_be_that_of_the_tree(capsys: pytest.CaptureFixture[str]) -> None:
    assert output(capsys, "solve", "max(min(3, 4), min(2, 9))", "--best-order").splitlines()[-2:] == [
        "leaves     3 as the tree stands, 3 in the best order",
        "best order as the tree stands",
    ]


def test_the_best_order_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("solve", "max(min(2, 9), min(3, 4))", "--best-order", "--format", "json")
    assert json.loads(output(capsys, *words))["best_order"] == {
        "leaves": 3,
        "given": 4,
        "orders": {"A": ["C", "B"], "B": ["B1", "B2"], "C": ["C1", "C2"]},
    }


def test_error_a_drawing_has_no_best_order(capsys: pytest.CaptureFixture[str]) -> None:
    assert refusal(capsys, "solve", TEXTBOOK, "--best-order", "--format", "svg") == (
        "--best-order: error: --format svg has no best order\n     = hint: use --format text or json\n"
    )


DEEPENED = (
    "A = max~5(a -> B = min~4(E = max~6(3, 9), F = max~7(8, 2)),"
    " b -> C = min~6(G = max~5(4, 5), H = max~3(1, 6)))"
)


def test_every_depth_has_a_row(capsys: pytest.CaptureFixture[str]) -> None:
    assert output(capsys, "solve", DEEPENED, "--depths", "1,2,3").splitlines()[-4:] == [
        "depth  value  best move  leaves  pruned",
        "1      6      b          2       nothing",
        "2      6      a          3       H",
        "3      8      a          6       H, H1, H2",
    ]


def test_each_depth_goes_in_the_order_of_the_last_one(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("solve", DEEPENED, "--depths", "1,2,3", "--deepening", "reorder")
    assert output(capsys, *words).splitlines()[-4:] == [
        "depth  value  best move  leaves  pruned     order",
        "1      6      b          2       nothing",
        "2      6      a          4       nothing    A: C, B",
        "3      8      a          6       G, G1, G2  C: H, G",
    ]
    deepest = json.loads(output(capsys, *words, "--format", "json"))["rounds"][-1]
    assert deepest["visited"] == ["A", "B", "E", "E1", "E2", "F", "F1", "F2", "C", "H", "H1", "H2"]
    assert (deepest["value"], deepest["leaves_evaluated"]) == (8, 6)


def test_children_are_ordered_by_their_values_also_where_they_were_pruned(
    capsys: pytest.CaptureFixture[str],
) -> None:
    tree = "max~0(B = min~6(E = max~6(5), F = max~7(7)), C = min~5(G = max~5(9), H = max~3(4)))"
    assert output(capsys, "solve", tree, "--depths", "1,2,3", "--deepening", "reorder").splitlines()[-3:] == [
        "1      6      B          2       nothing",
        "2      6      B          3       H",
        "3      5      B          3       G, G1    C: H, G",
    ]


def test_error_a_drawing_has_no_depths(capsys: pytest.CaptureFixture[str]) -> None:
    assert refusal(capsys, "solve", DEEPENED, "--depths", "1,2", "--format", "svg") == (
        "--depths: error: --format svg has no depths\n     = hint: use --format text or json\n"
    )


def test_error_too_many_orders_cannot_be_compared(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("grader.solving.best_order.MOST_STEPS", 4_000)  # which is as much too few
    tree = f"min(7, max({', '.join(map(str, range(40)))}))"
    assert refusal(capsys, "solve", tree, "--best-order") == (
        "--best-order: error: there are too many orders to find the best one in 400,000 steps\n"
        "     = hint: take a smaller tree\n"
    )


def test_a_game_that_ends_early_has_its_usual_weights_and_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "--game", "tic-tac-toe", "--depth", "1"]) == 0
    told = capsys.readouterr().out
    assert "value      1/25\n" in told
    assert told.endswith(
        "the usual ones for tic-tac-toe: lines_of_2=1/10,lines_of_1=1/100; --evaluation gives others\n"
    )
    assert main(["solve", "--game", "tic-tac-toe", "--depth", "1", "--evaluation", "lines_of_1=1"]) == 2


def test_a_game_shows_its_boards_unless_names_are_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    game = ["draw", "--game", "tic-tac-toe", "--position", "XO. XO. ...", "--depth", "1"]
    main(game)
    assert "XO." in capsys.readouterr().out
    main([*game, "--show", "names"])
    assert "XO." not in capsys.readouterr().out
    main([*game, "--as", "svg"])
    assert 'class="tree-board"' in capsys.readouterr().out


def test_a_search_has_a_page_of_its_own(tmp_path: Path) -> None:
    assert main(["solve", "max(3, min(4, 5))", "-o", str(tmp_path / "steps.html")]) == 0
    page = (tmp_path / "steps.html").read_text(encoding="utf-8")
    assert "unsafe-inline" not in page
    assert "B is 4" in page
