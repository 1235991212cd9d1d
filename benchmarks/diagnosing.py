"""How often the idea behind a sheet is named, and how often one is named that is not there."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

from grader.diagnosis import Evidence, Idea, Predictions, diagnose, ideas
from grader.questions import KINDS, Question
from grader.questions.answer_form import NumberPerNode, Options
from grader.rule import Rule
from grader.solving import Solution, solve
from grader.text.numbers import Number, exact
from grader.tree import Kind, Tree, TreeBuilder

SHEETS = 200
TREES = 3
MOST_TRIES = 2000  # before an idea is taken to show in none of the questions


@dataclass(frozen=True)
class Sheet:
    """Three trees with three questions each, and what every idea answers to them."""

    predictions: tuple[Predictions, ...]

    def evidence(self, answers: Sequence[Any]) -> list[Evidence]:
        return [part.evidence(answer) for part, answer in zip(self.predictions, answers, strict=True)]

    def right(self) -> list[Any]:
        return [part.question.key(part.solution) for part in self.predictions]

    def filled(self, bit: int) -> list[Any]:
        """The sheet as somebody fills it in who goes by an idea, and is right where it says nothing."""
        answers = []
        for part, right in zip(self.predictions, self.right(), strict=True):
            said = part.of(bit)
            answers.append(said.get("", right) if part.parts == ("",) else {**right, **said})
        return answers


def main(sheets: int) -> int:
    random = Random(7)
    print(f"{'misconception':<46} {'alone':>6} {'either':>6} {'missed':>6} {'wrongly':>7}")
    total: Counter[str] = Counter()
    for bit, idea in enumerate(ideas()):
        if idea.shift is None:
            counts = Counter(_outcome(sheet, bit) for sheet in _sheets(random, bit, sheets))
            total += counts
            row = _row(counts) if counts else "shows in none of these questions"
            print(f"{idea.id:<46} {row}", flush=True)
    print(f"{'all':<46} {_row(total)}")
    told, slips = _slips(random, sheets * 10)
    print(f"one slip in a right sheet: told a misconception {told} of {slips} times ({told / slips:.2%})")
    return 0


def _row(counts: Counter[str]) -> str:
    number = sum(counts.values())
    shares = [counts[what] / number for what in ("alone", "either", "missed", "wrongly")]
    return "{:>6.1%} {:>6.1%} {:>6.1%} {:>7.1%}".format(*shares)


def _outcome(sheet: Sheet, bit: int) -> str:
    """Whether the idea is named alone, or with others (or a rule) that answer the same, or not at all."""
    answers = sheet.filled(bit)
    found = diagnose(sheet.evidence(answers))
    if found is None:
        return "missed"
    named = {idea.id for idea in found.ideas}
    if named == {ideas()[bit].id}:
        return "alone"
    same = all(sheet.filled(other) == answers for other, idea in enumerate(ideas()) if idea.id in named)
    return "either" if same else "wrongly"


def _sheets(random: Random, bit: int, number: int) -> Iterator[Sheet]:
    """Sheets on which the idea's answers differ from the right ones somewhere."""
    idea = ideas()[bit]
    made = tries = 0
    while made < number and (made or tries < MOST_TRIES):
        tries += 1
        solutions = _solutions(random)
        if any(_shows(idea, question, solution) for solution in solutions for question in _asked(solution)):
            made += 1
            yield _sheet(solutions)


def _shows(idea: Idea, question: Question, solution: Solution) -> bool:
    """Whether somebody who goes by the idea answers this question wrongly."""
    answered = idea.answered(question, solution)
    if answered is None:
        return False
    asked, imagined = answered
    return any(_is_wrong(part, asked, imagined, question, solution) for part in question.parts(solution))


def _is_wrong(part: str, asked: Question, imagined: Solution, question: Question, solution: Solution) -> bool:
    try:
        return not question.is_right(part, asked.expected(part, imagined), solution)
    except LookupError:  # the idea says nothing here
        return False


def _solutions(random: Random) -> list[Solution]:
    chance = random.random() < 0.5
    rule = Rule(chance="star1", utilities=(-20, 20)) if chance else Rule()
    return [solve(_tree(random, chance), rule) for _ in range(TREES)]


def _sheet(solutions: Sequence[Solution]) -> Sheet:
    return Sheet(
        tuple(Predictions(question, solution) for solution in solutions for question in _asked(solution))
    )


def _asked(solution: Solution) -> Iterator[Question]:
    inner = tuple(node.name for node in solution.tree if not node.is_leaf)
    yield KINDS["value"](id="value", rule=solution.rule, of=inner)  # type: ignore[call-arg]
    if solution.tree.kinds[0] is not Kind.CHANCE:
        yield KINDS["best-move"](id="best-move", rule=solution.rule)
    yield KINDS["pruned"](id="pruned", rule=solution.rule)


def _tree(random: Random, chance: bool) -> Tree:
    """A tree of 7 to 15 leaves, mostly with players in turn."""
    while True:
        tree = _grown(random, chance)
        if 7 <= len(tree.leaves) <= 15:
            return tree


def _grown(random: Random, chance: bool) -> Tree:
    builder = TreeBuilder()
    whole = random.random() < 0.7
    largest = random.choice((2, 9, 20, 20))

    def grow(depth: int, kind: Kind, probability: Number | None) -> None:
        if depth == 0 or (depth < 3 and random.random() < 0.25):
            number: Number = random.randint(-largest, largest)
            builder.leaf(number if whole else exact(Fraction(number, 2)), probability=probability)
            return
        builder.open(kind, probability=probability)
        width = random.choice((2, 2, 3))
        shares = _probabilities(random, width) if kind is Kind.CHANCE else [None] * width
        for share in shares:
            grow(depth - 1, _next(random, kind, chance), share)
        builder.close()

    grow(3, random.choice((Kind.MAX, Kind.MAX, Kind.MIN)), None)
    return builder.tree()


def _next(random: Random, kind: Kind, chance: bool) -> Kind:
    if chance and kind is not Kind.CHANCE and random.random() < 0.4:
        return Kind.CHANCE
    if random.random() < 0.1:
        return kind if kind is not Kind.CHANCE else Kind.MAX
    return Kind.MIN if kind is Kind.MAX else Kind.MAX


def _probabilities(random: Random, number: int) -> list[Number]:
    weights = [random.randint(1, 4) for _ in range(number)]
    return [Fraction(weight, sum(weights)) for weight in weights]


def _slips(random: Random, number: int) -> tuple[int, int]:
    """How often a right sheet with one random slip is told a misconception."""
    told = 0
    for _ in range(number):
        sheet = _sheet(_solutions(random))
        found = diagnose(sheet.evidence(_slipped(random, sheet)))
        told += found is not None and not found.is_convention
    return told, number


def _slipped(random: Random, sheet: Sheet) -> list[Any]:
    answers = sheet.right()
    parts = [place for place, part in enumerate(sheet.predictions) for _ in part.parts]
    place = random.choice(parts)  # every answer alike, one for each node's value
    part, right = sheet.predictions[place], answers[place]
    tree = part.solution.tree
    match part.question.answer_form(part.solution):
        case NumberPerNode(nodes):
            name = random.choice(nodes)
            answers[place] = {**right, name: right[name] + random.choice((-3, -2, -1, 1, 2, 3))}
        case Options(options):
            answers[place] = random.choice([option.value for option in options if option.value != right])
        case _:
            leaf = random.choice([leaf.name for leaf in tree.leaves])
            changed = set(right) ^ {leaf}
            answers[place] = tuple(name for name in tree.names if name in changed)
    return answers


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else SHEETS))
