"""A ProblemSet and its questions → what every page says of them in words: rule, trees, keys, errata."""

from __future__ import annotations

from collections.abc import Iterator

from grader.problems import Problem, ProblemSet
from grader.problems.question_name import names_in_problem
from grader.questions import Question
from grader.rule import FIELDS, Rule
from grader.solving import Solution
from grader.text.columns import visible
from grader.text.sentences import Say, sentences


def rule_in_words(rule: Rule, problems: ProblemSet) -> tuple[str, ...]:
    """The rule as the sheet states it: nothing about chance, or windows on exit, where there are none."""
    say = sentences(problems.language)
    trees = [one.tree for problem in problems.problems if problem.has_tree for one in problem.examples]
    luck = any(tree.has_chance for tree in trees)
    several = {bool(tree.players) for tree in trees}
    exits = any(asked.question.sees_exits for problem in problems.problems for asked in problem.questions)
    matters = {"chance": luck, "exit": exits}
    unsaid = {field.words(rule, say) for field in FIELDS if not matters.get(field.name, True)}
    words = rule.in_words(say, chance=luck, players=several == {True})
    also = (say("rule.players"),) if len(several) > 1 else ()
    return tuple(sentence for sentence in (*words, *also) if sentence not in unsaid)


def rule_change_in_words(rule: Rule, above: Rule, problems: ProblemSet) -> tuple[str, ...]:
    """What a rule says that the one above it does not; all of it where something is no longer said."""
    words, usual = rule_in_words(rule, problems), rule_in_words(above, problems)
    changed = tuple(sentence for sentence in words if sentence not in usual)
    gone = sum(sentence not in words for sentence in usual)
    return words if gone > len(changed) else changed


def errata_in_words(problems: ProblemSet, say: Say) -> tuple[str, ...]:
    """What was corrected after the release, and when."""
    titles = {problem.id: problem.title or problem.id for problem in problems.problems}
    return tuple(
        say("sheet.erratum-of-set", date=str(erratum.date), text=visible(erratum.text))
        if erratum.problem is None
        else say(
            "sheet.erratum", date=str(erratum.date), text=visible(erratum.text),
            problem=visible(titles[erratum.problem]),
        )
        for erratum in problems.errata
    )  # fmt: skip


def shown_key(question: Question, solution: Solution) -> str:
    """The right answer as the sheet prints it."""
    return question.show(question.key(solution), solution)


def key_in_words(question: Question, solution: Solution, say: Say) -> str:
    """The right answer as people read it: where any of several moves is right, `D or C`."""
    *first, last = (question.show(answer, solution) for answer in question.alternatives(solution))
    return say("key-page.any-of", first=say("list.comma").join(first), last=last) if first else last


def hand_in(problem: Problem, say: Say) -> str:
    """Which file with what in it is handed in, and on how many trees it is run."""
    code, hidden = problem.code, sum(tree.hidden for tree in problem.trees)
    file = say(f"hand-in.{code.way.written}", file=code.file, name=code.name, command=" ".join(code.command))
    key = "hand-in.trees-hidden" if hidden else "hand-in.trees"
    trees = say(key, number=len(problem.trees), hidden=hidden)
    return say("drawing.space").join((file, trees))


def questions_in_words(problem: Problem, number: int, say: Say) -> Iterator[str]:
    """What a program is asked, with the points."""
    for asked, name in zip(problem.questions, names_in_problem(problem, number, say), strict=True):
        points = say("sheet.points", number=asked.question.points)
        words = say("drawing.space").join((str(name), problem.in_words(asked.question, 0, say)))
        yield say("sheet.question", question=words, points=points)


def variant_in_words(problem: Problem, variant: int, say: Say) -> str:
    """Which of its trees a problem has here; empty where there is but one."""
    if problem.variants == 1:
        return ""
    if problem.versions:
        return say("sheet.version", version=problem.versions[variant])
    return say("sheet.variant", number=variant + 1, of=problem.variants)


def tree_title(problem: Problem, place: int, say: Say) -> str:
    """The problem's title, and where it has several trees, which of them this is."""
    title, tree = problem.title or problem.id, problem.trees[place]
    if problem.program:
        return say("hand-in.tree-hidden" if tree.hidden else "hand-in.tree", problem=title, tree=tree.id)
    words = variant_in_words(problem, place, say)
    return say("key.variant", title=title, variant=words) if words else title
