"""`grader check` on sets with programs: what is tried, what is weak, and what the trees tell apart."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from grader.checking import Finding, check_problems, cover
from grader.checking.program_checks import plan_of, reference_earns_everything, starter_earns_nothing
from grader.problems import ProblemSet, load_problems
from grader.rule import Rule
from grader.sandbox.apis import APIS, Api
from grader.sandbox.run import Worker
from grader.solving import solve
from grader.text.source import Source
from grader.tree.language import parse_tree

PROBLEMS = Path(__file__).parents[2] / "problems"
TEXTBOOK = "max(a1 -> min(3, 12, 8), a2 -> min(2, 4, 6), a3 -> min(14, 5, 2))"
DEEP = "max(7, min(max(min(5, 4), 3), 2))"
TIE = "max(min(4, 6), min(4, 9))"


def a_text(*trees: str, code: str = "function: alphabeta", more: str = "", ask: str = "visited") -> str:
    listed = "".join(f"      - {tree}\n" for tree in trees or (f'"{TEXTBOOK}"', f'"{DEEP}"', f'"{TIE}"'))
    return f"""\
set: week-1
rule: mit-6034
problems:
  - id: ab
    {more}
    code: {{file: search.py, {code}}}
    questions: [{{ask: {ask}}}]
    trees:
{listed}"""


def a_set(*trees: str, **parts: str) -> ProblemSet:
    return load_problems(Source(a_text(*trees, **parts), "set.yaml"))


def named(findings: tuple[Finding, ...], name: str) -> list[str]:
    return [finding.mistake.message for finding in findings if finding.name == name]


def in_folder(folder: Path, text: str, **samples: str) -> ProblemSet:
    (folder / "samples").mkdir()
    (folder / "set.yaml").write_text(text, encoding="utf-8")
    for name, code in samples.items():
        (folder / "samples" / f"{name}.py").write_text(code, encoding="utf-8")
    return load_problems(folder)


def test_a_good_set_has_nothing_to_be_found(walled: Worker) -> None:
    del walled  # only where programs can be run
    assert check_problems(a_set()) == ()


@pytest.mark.parametrize("api", APIS.values(), ids=APIS)
@pytest.mark.parametrize("depth", ["", ", depth: 1"])
def test_our_own_search_earns_everything_through_every_api(api: Api, depth: str, walled: Worker) -> None:
    ask = "value" if "value" in api.returns else "best-move"
    tree = '{tree: "max(a -> min~3(2, 9), b -> min~5(4, 1), c -> min~4(4, 7))"}'
    rule = f"rule: {{agents: 2{depth}}}"
    problems = a_set(tree, code=f"{api.written}: {api.example}, api: {api.name}", more=rule, ask=ask)
    assert list(reference_earns_everything(problems, walled)) == []


@pytest.mark.parametrize("tree", ["min(a -> max(7/3, 2), b -> 9)", "chance(1/3 -> 4, 2/3 -> -inf)", "5"])
@pytest.mark.parametrize("api", [name for name, api in APIS.items() if "value" in api.returns])
def test_our_own_search_returns_every_kind_of_value(tree: str, api: str, walled: Worker) -> None:
    problems = a_set(f'"{tree}"', code=f"function: search, api: {api}", ask="value")
    assert list(reference_earns_everything(problems, walled)) == []


def test_our_own_search_returns_the_utilities_of_several_players(walled: Worker) -> None:
    tree = '"p1(a -> p2((8, 3), (2, 2)), b -> (4, 9))"'
    problems = a_set(tree, code="function: search", more="rule: {search: minimax}", ask="value")
    assert list(reference_earns_everything(problems, walled)) == []


def test_limits_that_our_own_search_breaks_are_an_error(walled: Worker) -> None:
    (found,) = reference_earns_everything(a_set(code="function: alphabeta, visits: 8"), walled)
    told = "our own search is not right on `tree-1` when “1.1 Which nodes does it look at?” is marked: visits"
    assert (found.name, found.mistake.message) == ("reference-falls-short", told)
    assert found.is_error


@pytest.mark.parametrize("marked", ["", "all-or-nothing: true"])
def test_questions_that_no_single_program_could_answer_are_an_error(marked: str, walled: Worker) -> None:
    asked = "[{ask: visited}, {ask: pruned, rule: {ties: keep}}]"
    text = a_text(more=marked).replace("[{ask: visited}]", asked)
    problems = load_problems(Source(text, "set.yaml"))
    assert [found.name for found in reference_earns_everything(problems, walled)] == ["reference-falls-short"]


def test_a_program_in_another_language_is_not_tried(walled: Worker) -> None:
    problems = a_set(code="command: [node, search.js]")
    assert list(reference_earns_everything(problems, walled)) == []
    assert list(starter_earns_nothing(problems, walled)) == []


def test_a_starter_that_earns_something_is_an_error(walled: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    generous = "def alphabeta(node): return node.children[0].utility, node.moves[0]"
    monkeypatch.setattr(
        "grader.checking.program_checks.starter_files", lambda _problems: {"search.py": generous}
    )
    (found,) = starter_earns_nothing(a_set('"max(a -> 4, b -> 3)"', ask="best-move"), walled)
    assert found.mistake.message == "the starter earns 1 point for “1.1 Which move is best?”"


def test_what_everybody_is_given_the_starter_may_earn(walled: Worker) -> None:
    text = a_text().replace("{ask: visited}", "{ask: visited, void: full, because: unclear}")
    assert list(starter_earns_nothing(load_problems(Source(text, "set.yaml")), walled)) == []


def test_where_programs_cannot_be_run_a_warning_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    (found,) = check_problems(a_set())
    assert (found.name, found.is_error) == ("not-run", False)
    assert found.mistake.message.startswith(
        "programs are not tried here: students' code runs only on 64-bit Linux"
    )


# What is weak.


def test_a_problem_all_of_whose_trees_are_hidden_is_weak(walled: Worker) -> None:
    del walled
    problems = a_set(*[f'{{tree: "{tree}", hidden: true}}' for tree in (TEXTBOOK, DEEP, TIE)])
    told = ["every tree of “ab” is hidden, so students never see what went wrong"]
    assert named(check_problems(problems), "all-hidden") == told


@pytest.mark.parametrize(
    ("trees", "untested"),
    [
        ((TEXTBOOK, DEEP), ["ties: cut"]),
        ((TEXTBOOK, TIE), ["cutoffs: deep"]),
        ((TEXTBOOK,), ["ties: cut", "cutoffs: deep"]),
        ((TEXTBOOK, DEEP, TIE), []),
    ],
    ids=["no tie", "nothing deep", "neither", "both"],
)
def test_a_field_of_the_rule_that_no_tree_tries_is_weak(
    trees: tuple[str, ...], untested: list[str], walled: Worker
) -> None:
    del walled
    found = named(check_problems(a_set(*[f'"{tree}"' for tree in trees])), "untested-rule")
    assert found == [f"no tree of “ab” shows whether a program follows `{field}`" for field in untested]


def test_which_tied_move_is_best_is_tried_where_moves_are_asked(walled: Worker) -> None:
    del walled
    told = ["no tree of “ab” shows whether a program follows `best: first`"]
    assert named(check_problems(a_set(f'"{TEXTBOOK}"', ask="best-move")), "untested-rule") == told
    assert named(check_problems(a_set(f'"{TIE}"', ask="best-move")), "untested-rule") == []
    anything = a_set(f'"{TEXTBOOK}"', ask="best-move", more="rule: {best: any}")
    assert named(check_problems(anything), "untested-rule") == []


def test_plain_minimax_has_no_cuts_to_try(walled: Worker) -> None:
    del walled
    problems = a_set(f'"{TEXTBOOK}"', more="rule: {search: minimax}")
    assert named(check_problems(problems), "untested-rule") == []


def test_a_quota_with_little_room_is_weak(walled: Worker) -> None:
    del walled
    found = named(check_problems(a_set(code="function: alphabeta, visits: 20")), "tight-limits")
    told = "on `tree-1` a right search asks about 11 nodes, and `visits` lets a program ask about 20"
    assert found == [told]


def test_a_warning_about_a_program_can_be_allowed(walled: Worker) -> None:
    del walled
    problems = a_set(f'"{TEXTBOOK}"', more="allow: {untested-rule: the next sheet has it}")
    assert check_problems(problems) == ()


# What the trees tell.


def test_a_misconception_shows_if_it_shows_on_one_tree() -> None:
    (exposure,) = cover(a_set()).exposures
    assert "no-deep-cutoffs" in exposure.exposes
    (shallow,) = cover(a_set(f'"{TEXTBOOK}"')).exposures
    assert "no-deep-cutoffs" not in shallow.exposes


def test_programs_are_not_expected_to_show_what_only_people_get_wrong() -> None:
    assert "alpha-beta-labels-swapped" not in cover(a_set()).applies


def test_a_problem_with_only_large_trees_is_not_tried() -> None:
    problems = a_set("{id: large, random: {seed: 1, depth: 12}}")
    assert cover(problems).too_large == ("ab",)


# Samples.

RIGHT = "# expect: {earned: 1, possible: 1}\n"
ALPHABETA = (PROBLEMS / "code-alpha-beta" / "samples" / "recursive.py").read_text(encoding="utf-8")
SEARCH = ALPHABETA.partition("\n")[2]


def test_a_sample_says_in_a_comment_what_it_earns(tmp_path: Path, walled: Worker) -> None:
    del walled
    assert check_problems(in_folder(tmp_path, a_text(), right=RIGHT + SEARCH)) == ()


def test_a_sample_that_earns_something_else_is_found_at_its_comment(tmp_path: Path, walled: Worker) -> None:
    del walled
    (found,) = check_problems(in_folder(tmp_path, a_text(), wrong=RIGHT.replace("1,", "0,") + SEARCH))
    assert "this sample is graded differently: `earned` is 1, not 0" in str(found.mistake)
    assert f"{tmp_path}/samples/wrong.py:1:20: error:" in str(found.mistake)


def test_a_misconception_that_is_not_named_is_found(tmp_path: Path, walled: Worker) -> None:
    del walled
    said = "# expect: {earned: 1, misconceptions: [no-deep-cutoffs]}\n"
    (found,) = check_problems(in_folder(tmp_path, a_text(), odd=said + SEARCH))
    assert found.mistake.message == "`no-deep-cutoffs` is not named as the misconception behind this sample"
    assert found.mistake.hint == "none is named"


def test_a_misconception_that_does_not_exist_is_found(tmp_path: Path, walled: Worker) -> None:
    del walled
    said = "# expect: {misconceptions: [no-deep-cutofs]}\n"
    (found,) = check_problems(in_folder(tmp_path, a_text(), odd=said + SEARCH))
    assert found.mistake.hint == "did you mean `no-deep-cutoffs`?"


def test_a_sample_that_says_nothing_is_found(tmp_path: Path, walled: Worker) -> None:
    del walled
    (found,) = check_problems(in_folder(tmp_path, a_text(), silent=SEARCH))
    assert found.name == "sample-unsaid"


def test_a_folder_is_a_sample_too(tmp_path: Path, walled: Worker) -> None:
    del walled
    problems = in_folder(tmp_path, a_text())
    (tmp_path / "samples" / "ada").mkdir()
    (tmp_path / "samples" / "ada" / "search.py").write_text(
        RIGHT + "from mine import alphabeta", encoding="utf-8"
    )
    (tmp_path / "samples" / "ada" / "mine.py").write_text(SEARCH, encoding="utf-8")
    assert check_problems(problems) == ()


def test_where_programs_cannot_be_run_their_samples_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    problems = in_folder(tmp_path, a_text(), right=RIGHT + SEARCH)
    monkeypatch.setattr(sys, "platform", "darwin")
    assert [found.name for found in check_problems(problems)] == ["not-run"]


# The plan that our own search is written down as.


def test_a_plan_names_every_visit_by_its_parent_and_number() -> None:
    tree = parse_tree(TEXTBOOK)
    plan: dict[str, object] = {}
    exec(plan_of(tree, solve(tree, Rule())), plan)  # noqa: S102 - our own text
    assert (plan["VALUES"], plan["BEST"]) == (["3"], 0)
    assert plan["STEPS"] == [
        (0, 0), (1, 0), (1, 1), (1, 2), (0, 1), (5, 0), (0, 2), (7, 0), (7, 1), (7, 2),
    ]  # fmt: skip


def test_under_a_depth_the_plan_stops_there() -> None:
    tree = parse_tree("max(min~3(2, 9), min~5(4, 1))")
    solution = solve(tree, replace(Rule(), depth=1))
    assert plan_of(tree, solution).splitlines()[0] == "STEPS = [(0, 0), (0, 1)]"
