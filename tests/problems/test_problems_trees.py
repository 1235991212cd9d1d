"""The trees of a set: written in it, in files of its folder, or unfolded, and one for each student."""

from pathlib import Path

import pytest

from grader.games import unfold
from grader.problems import ProblemSet, load_problems
from grader.rule import Rule
from grader.tree.language import parse_tree
from tests.problem_texts import load, one_problem, refusal_of

TREES = {
    "a text": "tree: max(3, 4)",
    "a text over lines": "tree: |\n      # the root\n      max(3,\n        4)",
    "a text in quotes": 'tree: "max(3, 4)"',
    "a pasted list": "tree: [3, 4]",
    "a pasted list over lines": "tree: [\n      3,\n      4, # four\n      ]",
    "a field of its own": "tree: {tree: 'max(3, 4)'}",
}


@pytest.mark.parametrize("line", TREES.values(), ids=TREES)
def test_a_tree_is_written_in_the_set(line: str) -> None:
    assert [one.tree for one in one_problem(line).trees] == [parse_tree("max(3, 4)")]


def test_a_tree_is_unfolded_from_a_game() -> None:
    problem = one_problem('tree: {game: tic-tac-toe, position: "XO. .X. O..", to-move: X, depth: 9}')
    assert [one.tree for one in problem.trees] == [unfold("tic-tac-toe", "XO. .X. O..", to_move="X", depth=9)]


def test_a_very_deep_tree_is_a_tree() -> None:
    deep = "max(" * 100_000 + "3" + ")" * 100_000
    assert one_problem(f"tree: {deep}").solution().value == 3


def in_folder(folder: Path, line: str) -> ProblemSet:
    question = "    questions:\n      - {ask: value}\n"
    (folder / "set.yaml").write_text(f"set: week-1\nproblems:\n  - id: one\n    {line}\n{question}")
    return load_problems(folder / "set.yaml")


def test_a_tree_is_taken_from_a_file_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "trees").mkdir()
    (tmp_path / "trees" / "one.tree").write_text("# a comment\nmax(3, 4)\n")
    problems = in_folder(tmp_path, "tree: {file: trees/one.tree}")
    assert [one.tree for one in problems.problems[0].trees] == [parse_tree("max(3, 4)")]


def test_error_in_a_file_stands_under_its_own_name(tmp_path: Path) -> None:
    (tmp_path / "one.tree").write_text("\nmax(3; 4)\n")
    message = refusal_of(lambda: in_folder(tmp_path, "tree: {file: one.tree}"))
    assert message.startswith(f"{tmp_path / 'one.tree'}:2:6: error: `;` does not separate children\n")


def test_error_link_that_leads_out_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "secret.tree").write_text("max(3, 4)")
    folder = tmp_path / "set"
    folder.mkdir()
    (folder / "one.tree").symlink_to(tmp_path / "secret.tree")
    message = refusal_of(lambda: in_folder(folder, "tree: {file: one.tree}"))
    assert "`one.tree` is not inside the set's folder" in message


@pytest.mark.parametrize("name", ["loop.tree", "folder", "x" * 5000, "''"], ids=lambda name: name[:20])
def test_error_name_of_no_file(name: str, tmp_path: Path) -> None:
    (tmp_path / "loop.tree").symlink_to("loop.tree")
    (tmp_path / "folder").mkdir()
    assert "there is no file" in refusal_of(lambda: in_folder(tmp_path, f"tree: {{file: {name}}}"))


def test_a_link_inside_the_folder_is_followed(tmp_path: Path) -> None:
    (tmp_path / "other.tree").write_text("max(3, 4)")
    (tmp_path / "one.tree").symlink_to("other.tree")
    assert in_folder(tmp_path, "tree: {file: one.tree}").problems[0].trees[0].tree.root.kind == "max"


def test_a_figure_is_a_file_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "one.SVG").write_text("<svg/>")
    problems = in_folder(tmp_path, "figure: one.SVG\n    tree: max(3, 4)")
    assert problems.on_sheet[0].figure == tmp_path / "one.SVG"


def test_error_figure_that_is_too_large(tmp_path: Path) -> None:
    with (tmp_path / "one.png").open("wb") as file:
        file.truncate(5_000_000)
    message = refusal_of(lambda: in_folder(tmp_path, "figure: one.png\n    tree: max(3, 4)"))
    assert "the picture is larger than 4,194,304 bytes" in message


def test_the_hash_changes_with_every_file_of_the_set(tmp_path: Path) -> None:
    line = "figure: one.svg\n    tree: {file: one.tree}"
    hashes = set()
    for tree, figure in [("max(3, 4)", "<svg/>"), ("max(3, 5)", "<svg/>"), ("max(3, 5)", "<svg></svg>")]:
        (tmp_path / "one.tree").write_text(tree)
        (tmp_path / "one.svg").write_text(figure)
        hashes.add(in_folder(tmp_path, line).hash)
    hashes.add(in_folder(tmp_path, f"title: One\n    {line}").hash)
    assert len(hashes) == 4
    (tmp_path / "notes.txt").write_text("not of the set")
    assert in_folder(tmp_path, f"title: One\n    {line}").hash in hashes


VARIANTS = "variants: ['max(3, 4)', 'max(5, 6)', 'max(7, 8)']"


def test_every_variant_goes_to_about_as_many_students() -> None:
    problem = one_problem(VARIANTS)
    drawn = [problem.variant(f"student-{number}") for number in range(300)]
    assert all(70 < drawn.count(variant) < 130 for variant in range(3))


def test_a_student_always_gets_the_same_variant() -> None:
    names = ["ada", " Ada ", "ADA"]
    assert len({one_problem(VARIANTS).variant(name) for name in names for _ in range(3)}) == 1


@pytest.mark.parametrize("change", ["set: week-2", "set: week-1\nseed: secret"])
def test_another_set_or_seed_draws_other_variants(change: str) -> None:
    students = [f"student-{number}" for number in range(50)]
    text = f"set: week-1\nproblems:\n  - id: one\n    {VARIANTS}\n    questions:\n      - {{ask: value}}\n"
    drawn = [
        [load(changed).problems[0].variant(student) for student in students]
        for changed in (text, text.replace("set: week-1", change))
    ]
    assert drawn[0] != drawn[1]


def test_without_a_student_the_first_variant_is_meant() -> None:
    assert one_problem(VARIANTS).variant(None) == 0


def test_a_tree_is_solved_once_for_each_rule() -> None:
    problem = one_problem(VARIANTS)
    assert problem.solution(1) is problem.solution(1, Rule())
    assert [problem.solution(variant).value for variant in range(3)] == [4, 6, 8]
    assert problem.solution(0, Rule(ties="keep")) is not problem.solution(0)


def test_error_trees_that_are_too_large_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grader.problems.fields.set_folder._MAX_NODES", 5)
    message = refusal_of(lambda: one_problem("variants:", "  - max(3, 4)", "  - max(5, 6)"))
    assert message.startswith("set.yaml:6:9: error: the trees up to here have more than 5 nodes together\n")
