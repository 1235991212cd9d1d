"""Questions of a set, or kinds of them → what Solve asks about a fresh tree, and how the tree looks then."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from typing import TypeAlias

from grader.generating.asked_kinds import AskedKind
from grader.generating.draws import Draws
from grader.questions import Question
from grader.questions.question import Posed
from grader.rule import FIELDS, Rule
from grader.solving import Solution, solve
from grader.text.columns import visible
from grader.text.sentences import Say
from grader.text.source import InputError
from grader.tree import Kind, Tree, Unknown

# A question of a set, which is asked about a tree of one's own in the same way; or a kind that was named.
Asked: TypeAlias = Question | AskedKind


@dataclass(frozen=True, slots=True)
class PractisedQuestion:
    """A question about a tree of the page, in words; `shown` is what stands at some of its nodes meanwhile.

    These are by their index: an unknown in the place of a number, or a static evaluation.
    """

    posed: Posed
    words: str
    notes: tuple[str, ...]
    shown: Mapping[int, str]


def asked_questions(asked: Iterable[Asked], solution: Solution, say: Say) -> tuple[PractisedQuestion, ...]:
    """What is asked about a solved tree; what does not fit it is left out.

    Each question is asked once, also where another rule makes no difference to it.
    """
    say = say.in_decimals() if solution.tree.in_decimals else say
    found: dict[tuple[str, str], PractisedQuestion] = {}
    for posed in dict.fromkeys(posed for each in asked if (posed := _posed(each, solution)) is not None):
        made = _asked_question(posed, solution, say)
        question, own = posed
        same = found.setdefault((made.words, question.show(question.key(own), own)), made)
        if len(made.notes) < len(same.notes):
            found[made.words, question.show(question.key(own), own)] = made
    return tuple(found.values())


def can_be_asked(question: Question, solution: Solution) -> bool:
    """Whether a question of a set can be asked about a fresh tree."""
    return _posed(question, solution) is not None


def rule_words(solution: Solution, say: Say) -> tuple[str, ...]:
    """The conventions that matter for the tree: nothing about chance where there is none."""
    rule, luck = solution.rule, solution.tree.has_chance
    unsaid = {
        field.words(rule, say)
        for field in FIELDS
        if field.name == "exit" or (field.name == "chance" and not luck)
    }
    return tuple(words for words in rule.in_words(say, chance=luck) if words not in unsaid)


def _posed(asked: Asked, solution: Solution) -> Posed | None:
    """The question about the tree as it is, or with static evaluations; None where it fits neither."""
    whole = solution.whole
    for tree in (whole, _evaluated(whole)):
        try:
            own = (
                solution
                if tree is whole and _is_by_rule(asked, solution)
                else solve(tree, _rule(asked, solution))
            )
            posed = Posed(asked.question(own), own) if isinstance(asked, AskedKind) else asked.about(own)
            if posed is not None and _fits(posed, solution.tree):
                return posed
        except InputError:  # a depth without evaluations, or a utility that the rule does not allow
            continue
    return None


def _rule(asked: Asked, solution: Solution) -> Rule:
    rule = solution.rule if isinstance(asked, AskedKind) else asked.rule
    return rule.changed(evaluation=None) if not any(solution.whole.features) else rule


def _is_by_rule(asked: Asked, solution: Solution) -> bool:
    return _rule(asked, solution) == solution.rule


def _fits(posed: Posed, drawn: Tree) -> bool:
    """Whether the question can be asked, and about nothing that is not drawn."""
    question, solution = posed
    return next(question.misfits(solution), None) is None and set(solution.tree.names) <= set(drawn.names)


def _asked_question(posed: Posed, base: Solution, say: Say) -> PractisedQuestion:
    question, solution = posed
    usual = rule_words(base, say)
    unknown = dict(_unknown(solution.whole))
    estimates = (
        {}
        if solution.whole.estimates == base.whole.estimates
        else dict(_estimates(solution.whole, base.tree))
    )
    names = base.tree.names
    notes = [words for words in rule_words(solution, say) if words not in usual]
    notes += [
        say("practice-page.unknown", node=visible(solution.whole.names[index]), unknown=name)
        for index, name in unknown.items()
    ]
    if estimates:
        listed = say.listed(f"{visible(name)} {say.shown(number)}" for name, number in estimates.items())
        notes.append(say("practice-page.estimates", nodes=listed))
    shown = {names.index(solution.whole.names[index]): name for index, name in unknown.items()}
    shown |= {names.index(name): f"~{solution.tree.pretty(number)}" for name, number in estimates.items()}
    return PractisedQuestion(posed, question.in_words(solution, say), tuple(notes), shown)


def _unknown(tree: Tree) -> Iterator[tuple[int, str]]:
    for index, utility in enumerate(tree.utilities):
        if isinstance(utility, Unknown):
            yield index, utility.name


def _estimates(tree: Tree, drawn: Tree) -> Iterator[tuple[str, int | Fraction | float]]:
    for name, estimate in zip(tree.names, tree.estimates, strict=True):
        if estimate is not None and name in drawn.names:
            yield name, estimate


def _evaluated(tree: Tree) -> Tree:
    """The tree with static evaluations, always the same, among the numbers of its leaves."""
    numbers = [number for number in tree.utilities if isinstance(number, int | Fraction)]
    draws, low, high = Draws(str(tree)), floor(min(numbers, default=0)), ceil(max(numbers, default=9))
    inner = [index > 0 and kind is not Kind.LEAF for index, kind in enumerate(tree.kinds)]
    return tree.with_estimates(
        tuple(
            own if own is not None or not is_inner else draws.between(low, high)
            for own, is_inner in zip(tree.estimates, inner, strict=True)
        )
    )
