"""A released set says the same as the set itself, but for its keys, and nothing can be marked by it."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.course import load_released, release_files
from grader.course.new_course import write_folder
from grader.problems import Problem, ProblemSet, load_problems
from grader.reports.set_words import shown_key
from grader.text.source import InputError
from tests.bundled import bundled

ROOT = Path(__file__).parents[2]
SETS = [*sorted((ROOT / "problems").glob("*/set.yaml")), Path(__file__).parent / "canaries" / "set.yaml"]
STUDENT = "ada"


def released(problems: ProblemSet, folder: Path, student: str | None = STUDENT) -> Path:
    write_folder(folder, release_files(problems, student))
    return folder


@pytest.mark.parametrize("path", SETS, ids=lambda path: path.parent.name)
def test_a_released_set_asks_the_same(path: Path, tmp_path: Path) -> None:
    problems = as_dealt(bundled(path))
    again = load_released(released(bundled(path), tmp_path / "out")).problems
    assert [again.id, again.title, again.language, again.rule] == [
        problems.id, problems.title, problems.language, problems.rule,
    ]  # fmt: skip
    assert [public(problem) for problem in again.problems] == [
        public(problem) for problem in problems.problems
    ]


def as_dealt(problems: ProblemSet) -> ProblemSet:
    """The set in the version that the student has."""
    version = problems.version_of(STUDENT)
    return problems if version is None else problems.of_version(version)


def public(problem: Problem) -> list[object]:
    """What a problem asks, on which trees, and under which rules."""
    problem = problem.at(problem.variant(STUDENT)) if problem.program is None else problem
    questions = [asked.question for asked in problem.questions]
    same = [problem.id, problem.title, problem.text, problem.figure and problem.figure.name, problem.rule]
    asked = [(one.id, one.ask, one.points, one.rule, getattr(one, "of", None)) for one in questions]
    if problem.program is None:
        return [*same, asked, problem.trees[problem.variant(STUDENT)].tree]
    open_trees = [tree for tree in problem.trees if not tree.hidden]
    return [*same, asked, problem.code, [(one.id, one.tree, one.rule(problem.rule)) for one in open_trees]]


@pytest.mark.parametrize("path", SETS, ids=lambda path: path.parent.name)
def test_the_forms_of_answers_are_the_same_in_a_released_set(path: Path, tmp_path: Path) -> None:
    problems = as_dealt(bundled(path))
    again = load_released(released(bundled(path), tmp_path / "out")).problems
    assert blanks(again) == blanks(problems)


def blanks(problems: ProblemSet) -> list[str]:
    """What the sheet prints behind the id of every question, and the key where it follows from the tree."""
    found = []
    for problem in (one.at(one.variant(STUDENT)) for one in problems.on_sheet):
        for question in (asked.question for asked in problem.questions):
            solution = problem.solution_for(question, problem.variant(STUDENT))
            shown = shown_key(question, solution) if question.about_search else ""
            found.append(f"{question.blank(solution)} {shown}")
    return found


def test_nothing_is_marked_by_a_released_set(tmp_path: Path) -> None:
    folder = released(load_problems(SETS[-1]), tmp_path / "out")
    with pytest.raises(InputError) as caught:
        load_problems(folder)
    assert str(caught.value).replace(str(tmp_path), "") == (
        "/out/set.yaml:2:11: error: this is the student version of a set, which cannot be used for grading\n"
        "   2 | released: true\n"
        "     |           ^^^^\n"
        "     = hint: name the set itself; `grader preview` reads this one"
    )


def test_a_release_for_one_student_says_for_whom(tmp_path: Path) -> None:
    assert load_released(released(load_problems(SETS[-1]), tmp_path / "out")).student == STUDENT


def test_a_release_for_everybody_is_for_nobody_alone(tmp_path: Path) -> None:
    problems = load_problems(ROOT / "docs" / "examples" / "week1" / "set.yaml")
    assert load_released(released(problems, tmp_path / "out", None)).student is None


def test_a_set_with_its_keys_can_be_previewed_by_too() -> None:
    assert load_released(SETS[0]).problems == load_problems(SETS[0])


ASKED = "problems: [{{id: a, tree: 'max(1, 2)', questions: [{{ask: {}}}]}}]\n"
BROKEN = {
    "problems that are no list": ("problems: 3\n", "a list is expected"),
    "a problem that is a word": ("problems: [word]\n", "a group of fields is expected"),
    "options that are no list": (ASKED.format("choice, options: word"), "a list is expected"),
    "no options": (ASKED.format("choice, options: []"), "a choice has 2 to 26 options"),
    "an option that is a word": (ASKED.format("choice, options: [b, c]"), "a group of fields is expected"),
    "no question": (ASKED.format("[b]"), "or `manual` is expected"),
}


@pytest.mark.parametrize(("text", "said"), BROKEN.values(), ids=BROKEN)
def test_error_a_released_set_that_was_changed_is_refused_at_its_place(
    text: str, said: str, tmp_path: Path
) -> None:
    path = tmp_path / "set.yaml"
    path.write_text(f"released: true\nset: x\n{text}", encoding="utf-8")
    with pytest.raises(InputError) as caught:
        load_released(path)
    assert f"{path}:3:" in str(caught.value)
    assert said in str(caught.value)


def test_error_a_released_set_that_is_no_group_of_fields_is_refused(tmp_path: Path) -> None:
    (tmp_path / "set.yaml").write_text("- released\n", encoding="utf-8")
    with pytest.raises(InputError, match="a group of fields"):
        load_released(tmp_path)
