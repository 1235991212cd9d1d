"""`grader explain`: a student and a question → the answer, its rule and tree; or what was lost, and why."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from fractions import Fraction

from grader.cli.gradebook_arguments import (
    add_book_arguments,
    chosen_set,
    find_check,
    find_student,
    open_book,
)
from grader.cli.output import fenced
from grader.cli.set_arguments import settle_book
from grader.diagnosis import Diagnosis
from grader.drawing import draw
from grader.gradebook import Standing
from grader.grading import Check, Grade
from grader.grading.explanation import Weight, weighed
from grader.problems import Problem, ProblemSet
from grader.reports.record_words import (
    lateness_in_words,
    points_in_words,
    shown_answer,
    shown_points,
    total_in_words,
    typed_answer,
)
from grader.reports.set_words import rule_in_words
from grader.reports.student.answer_pictures import MOST_NODES
from grader.reports.student.search_drawings import drawn, search_of_answer
from grader.rule import Rule
from grader.solving import Solution
from grader.text.columns import visible, width
from grader.text.sentences import sentences
from grader.text.spelling import listed

EXAMPLE = "grader explain ada textbook.pruned --out grades"

_MOST_TREES = 3  # of a program, that are drawn
_SHORT = 12


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("student", metavar="STUDENT", help="the student's id")
    parser.add_argument(
        "question", metavar="PROBLEM.QUESTION", nargs="?",
        help="the question, such as textbook.pruned, or its number in the report, such as 1.2"
        " (default: list all lost points, and why)",
    )  # fmt: skip
    add_book_arguments(parser)


def run(arguments: Namespace) -> int:
    settle_book(arguments)
    with open_book(arguments.out) as book:
        set_id = chosen_set(book, arguments)
        student = find_student(book, set_id, arguments.student)
        standing = book.standing(set_id, student, arguments.keep)
        problems = book.problems(standing.graded.set_hash)
        if arguments.question is None:
            lines = _losses(standing, problems)
        else:
            lines = _explained(standing, find_check(standing.grade, arguments.question), problems)
        with fenced(sys.stdout):
            print(*lines, sep="\n")
    return 0


def _losses(standing: Standing, problems: ProblemSet) -> Iterator[str]:
    """Every question that did not earn all its points, with what the student is told of it, and lateness."""
    grade, say = standing.grade, sentences(problems.language)
    names = grade.question_names
    lost = [check for check in grade.checks if not check.is_known or _lost(check)]
    yield f"{visible(grade.student)}, {problems.id}: {total_in_words(grade, say)}"
    if not lost and not grade.penalty:
        yield "nothing was lost"
    for check in lost:
        yield ""
        yield f"{visible(names[check.id].with_id)}: {_loss(check)}"
        told = check.feedback or ((check.reckoning,) if check.reckoning else ())
        yield from (f"    - {visible(sentence)}" for sentence in told)
    late = [visible(sentence) for sentence in lateness_in_words(grade, problems, say)]
    yield from ["", *late] if late else []


def _lost(check: Check) -> Fraction:
    return Fraction(0) if check.standing == "excluded" else Fraction(check.possible) - (check.earned or 0)


def _loss(check: Check) -> str:
    if not check.is_known:
        return f"{check.standing}, {points_in_words(check.possible)} to earn"
    return f"{check.standing}, {shown_points(_lost(check))} of {points_in_words(check.possible)} lost"


def _explained(standing: Standing, check: Check, problems: ProblemSet) -> Iterator[str]:
    grade = standing.grade
    problem = problems.problem(check.problem)
    yield f"{visible(grade.student)}, {problems.id}, {visible(grade.question_names[check.id].with_id)}"
    yield ""
    yield from _facts(dict(_about(check, problem, problems, grade)))
    if check.feedback:
        yield ""
        yield from (f"- {visible(sentence)}" for sentence in check.feedback)
    yield from _weights(grade, problems)
    yield from _drawings(check, problem, problems, grade)
    yield ""
    say = sentences(problems.language)
    yield f"the whole grade: {total_in_words(grade, say)}"
    yield (
        f"from {visible(grade.name)} ({grade.made_from.submission[:_SHORT]}), marked"
        f" {standing.graded.marked_at:%Y-%m-%d %H:%M} UTC by version {grade.made_from.version}"
        f" with the set {grade.made_from.set[:_SHORT]}"
    )


def _weights(grade: Grade, problems: ProblemSet) -> Iterator[str]:
    """What each answer of the sheet says for or against what was told of it."""
    for found, weights in weighed(grade, problems):
        yield ""
        yield f"the evidence for and against {_told(found)}:"
        names = grade.question_names
        yield from _facts({str(names[weight.check]): _speaks(weight) for weight in weights})


def _told(found: Diagnosis) -> str:
    conventions = [f"`{shift.field}: {shift.value}`" for shift in found.shifts]
    ideas = [listed([idea.id for idea in ideas], "or") for ideas in found.named]
    return " and ".join([*conventions, *ideas]) or "a misread leaf"


def _speaks(weight: Weight) -> str:
    if not weight.speaks_for:
        return "0" if not weight.right else "0    (does not fit)"
    return f"{weight.speaks_for / 1000:+.1f}"


def _about(check: Check, problem: Problem, problems: ProblemSet, grade: Grade) -> Iterator[tuple[str, str]]:
    """What is known of the mark, each with its name."""
    if problem.program is None:
        variant = grade.variant_of(problem)
        asked = next(one for one in grade.seen(problem).questions if one.question.id == check.question)
        solution = problem.solution_for(asked.question, variant)
        yield "question", asked.question.in_full(solution, sentences(problems.language))
    earned = "?" if not check.is_known or check.earned is None else shown_points(check.earned)
    yield "verdict", f"{check.standing}, {earned} of {points_in_words(check.possible)}"
    if (person := check.adjusted) is not None:
        marked = "nothing" if person.earned is None else points_in_words(person.earned)
        yield "adjusted", f"by {person.by}: {person.because}"
        yield "before that", f"{person.verdict}, {marked}"
    if problem.program is None:
        yield from _answer(check)
    else:
        yield "program", problem.code.file
    yield "rule", "\n".join(rule_in_words(_rule(check, problems), problems))
    if check.reckoning:
        yield "reckoning", check.reckoning
    if check.ideas:
        yield "idea behind it", _ideas(check, grade)
    if check.convention is not None:
        yield "right under", f"{check.convention.field}: {check.convention.value}"
    if check.fault is not None:
        yield "our fault", check.fault


def _ideas(check: Check, grade: Grade) -> str:
    """The idea behind an answer; several of them as they hold together, or cannot be told apart."""
    if check.misconception is not None:
        return check.misconception.name
    found = [idea for idea in grade.misconceptions if idea.problem is None and idea.id in check.ideas]
    groups = dict.fromkeys(frozenset((idea.id, *idea.either)) for idea in found)
    return " and ".join(" or ".join(f"“{one.name}”" for one in found if one.id in ids) for ids in groups)


def _answer(check: Check) -> Iterator[tuple[str, str]]:
    """What stands on the sheet, what was made of it, and what should be there."""
    place = "" if check.place is None else f"   (line {check.place[0]}, column {check.place[1]})"
    yield "as typed", "nothing" if check.raw is None else f"{typed_answer(check.raw)}{place}"
    yield "as read", shown_answer(check.as_seen(check.given))
    yield "key", shown_answer(check.as_seen(check.expected))


def _rule(check: Check, problems: ProblemSet) -> Rule:
    return Rule.from_fields(check.rule or {}, under=problems.rule)


def _facts(facts: dict[str, str]) -> Iterator[str]:
    room = max(map(width, facts)) + 2
    for name, text in facts.items():
        for number, line in enumerate(text.splitlines() or [""]):
            yield f"{'' if number else name:{room}}{visible(line)}".rstrip()


def _drawings(check: Check, problem: Problem, problems: ProblemSet, grade: Grade) -> Iterator[str]:
    """The student's tree with what the search finds, and the one that refutes the answer."""
    say = sentences(problems.language)
    rule = _rule(check, problems)
    if problem.program:
        yield from _runs(check, problem, grade)
        return
    variant = grade.variant_of(problem)
    asked = grade.seen(problem).questions
    question = next(each.question for each in asked if each.question.id == check.question)
    solution = problem.solution(variant, rule, question.given)
    if problem.has_tree:
        yield from _drawn(solution)
    own = search_of_answer(question, check, solution)
    if own is not None:
        yield from ("", f"{sentences()(own.title)}:", "", draw(own.solution, "text").rstrip())
    example = check.counterexample
    if example is not None and example.solution is not None:
        yield from (
            "",
            f"a tree on which the value of the root depends on {visible(example.leaf)}:",
            "",
            drawn(example, example.solution, say).rstrip(),
        )


def _drawn(solution: Solution) -> Iterator[str]:
    yield ""
    if len(solution.tree) > MOST_NODES:
        yield f"(the tree has {len(solution.tree)} nodes, too many to draw it here)"
    else:
        yield draw(solution, "text").rstrip()


def _runs(check: Check, problem: Problem, grade: Grade) -> Iterator[str]:
    """What the program did on every tree, and the trees on which it was not right."""
    runs = {ran.tree: ran for ran in grade.runs if ran.problem == problem.id}
    verdicts = {name: ran.verdicts.get(check.question, ran.outcome) for name, ran in runs.items()}
    yield ""
    for name, ran in runs.items():
        nodes = "1 node" if ran.visits == 1 else f"{ran.visits} nodes"
        told = " ".join(ran.said) or f"returned {ran.returned}, {nodes} visited"
        yield f"tree {visible(name)}: {verdicts[name]}: {visible(told)}"
    wrong = [tree for tree in problem.trees if verdicts.get(tree.id, "right") != "right"]
    for tree in wrong[:_MOST_TREES]:
        yield ""
        yield from _facts({
            f"tree {tree.id}": "",
            "answered": shown_answer((check.given or {}).get(tree.id)),
            "key": shown_answer((check.expected or {}).get(tree.id)),
        })  # fmt: skip
        yield from _drawn(tree.solution(problem.rule))
