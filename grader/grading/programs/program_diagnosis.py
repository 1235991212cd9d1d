"""What a program answered on all trees → the checks with the idea that does exactly the same, if one does."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any

from grader.diagnosis import Hypothesis, conventions, of_programs
from grader.grading.grade_record import Check, Convention, Misconception
from grader.grading.idea_words import IdeaWords, idea_words, looks_like
from grader.grading.programs.observation import NotAnswered, Observed
from grader.grading.programs.program_answers import AnsweredSeries, AnswerOnTree
from grader.grading.visibility import tells_ideas
from grader.ideas import BY_ID, NotPredicted, WrongIdea
from grader.problems.policies import DiagnosisPolicy
from grader.questions import Question
from grader.questions.verdict import SeenVerdict
from grader.solving import Solution
from grader.text.sentences import Say

_WRONG: frozenset[SeenVerdict] = frozenset(("wrong", "partly"))
_MOST_ALIKE = 3
_MOST_NODES = 3_000  # of a tree on which every idea is tried
_AHEAD = Hypothesis((BY_ID["generates-all-first"],), "run")
_UNCUT = Hypothesis((BY_ID["bookkeeping-without-cutting"],), "run")


def diagnosed(
    checks: Sequence[Check], rows: Sequence[AnsweredSeries], diagnosis: DiagnosisPolicy, say: Say
) -> tuple[tuple[Check, ...], tuple[Misconception, ...]]:
    """The checks, of which those that are wrong name an idea that does what the program did on every tree.

    The second part are the misconceptions among which the idea must be, with the trees that each explains.
    Students are told what follows from the trees that they know: on a hidden one a program could follow one
    idea or another, to say what it saw there.
    """
    if diagnosis.tell == "off" or not any(check.verdict in _WRONG for check in checks):
        return tuple(checks), ()
    secretive = any(answer.tree.hidden for answer in rows[0].answers)
    whole = _find(rows, diagnosis.without)
    named = () if whole is None else tuple(_named(whole, say, hidden=secretive))
    staff = [_with_idea(check, whole, diagnosis, say) for check in checks]
    if not secretive:
        return tuple(staff), named
    public = _find([replace(row, answers=row.public) for row in rows], diagnosis.without)
    students = [_with_idea(check, public, diagnosis, say) for check in checks]
    return tuple(map(_both, checks, staff, students)), named


def _both(check: Check, staff: Check, student: Check) -> Check:
    """The check as the staff sees it, with what a student sees instead."""
    before = len(check.feedback)
    whole, public = (one.feedback[: len(one.feedback) - before] for one in (staff, student))
    unseen: dict[str, Any] = {
        name: getattr(student, name)
        for name in ("convention", "misconception", "idea")
        if getattr(student, name) != getattr(staff, name)
    }
    if whole and whole != public:
        *most, last = zip_longest(whole, public[: len(whole)])
        rest = (last[1], *public[len(whole) :]) if last[1] else ()
        unseen["feedback"] = {**dict(most), last[0]: " ".join(rest) or None}
    feedback = (*(whole or public), *check.feedback)
    return replace(staff, feedback=feedback, early=student.early, unseen={**check.unseen, **unseen})


@dataclass(frozen=True, slots=True)
class _Finding:
    """What does the same as the program in all that was looked at: `alike` cannot be told apart.

    `looked_at` are all questions, or those about what the program returned.
    """

    rows: Sequence[AnsweredSeries]
    looked_at: Sequence[AnsweredSeries]
    alike: tuple[Hypothesis, ...]

    @property
    def first(self) -> Hypothesis:
        return self.alike[0]

    @property
    def groups(self) -> tuple[tuple[WrongIdea, ...], ...]:
        """The ideas that hold together, each with those that it cannot be told from."""
        return tuple(map(tuple, map(dict.fromkeys, zip(*(each.ideas for each in self.alike), strict=True))))


def _find(rows: Sequence[AnsweredSeries], without: Collection[str]) -> _Finding | None:
    """Another convention, or ideas; of a program that never gets to a leaf, only that it ends too early."""
    known = [each for each in of_programs() if not any(idea.id in without for idea in each.ideas)]
    returned = [row for row in rows if row.question.is_returned]
    # What it looks at has to fit, also where nobody asks: moves and values alone say little of a search.
    fitting = known if len(returned) < len(rows) else [each for each in known if _looks_alike(each, rows[0])]
    if not any(answer.observed.saw_a_leaf for answer in _answers(rows)):
        ideas = _alike([each for each in fitting if each.work.depth is not None], rows)
        return _Finding(rows, rows, ideas) if ideas else None
    if shift := _convention(rows):
        return _Finding(rows, rows, (shift,))
    if ideas := _alike(fitting, rows):
        return _Finding(rows, rows, ideas)
    # What it looks at says nothing against an idea about values: it may prune in a way of its own, or not.
    about_values = [each for each in known if not each.spoils("search") and not each.spoils("move")]
    ideas = _alike(about_values, returned)
    return _Finding(rows, returned, ideas) if ideas and _explained(ideas[0], returned) > 1 else None


def _convention(rows: Sequence[AnsweredSeries]) -> Hypothesis | None:
    """The convention by which all is right; but whoever cuts nothing goes by none that says when to cut.

    In which order a program searches is seen, whatever it returns.
    """
    uncut = _does_the_same(_UNCUT, rows)
    backwards = {answer.observed.goes_backwards for answer in rows[0].answers}
    for hypothesis in conventions():
        (shift,) = hypothesis.shifts
        if shift.field == "as" or (uncut and shift.field != "ties"):
            continue
        if shift.field == "order" and backwards != {shift.value == "right-to-left"}:
            continue
        if _explained(hypothesis, rows) and _does_the_same(hypothesis, rows):
            return hypothesis
    return None


def _alike(hypotheses: Iterable[Hypothesis], rows: Sequence[AnsweredSeries]) -> tuple[Hypothesis, ...]:
    """Those that do the same and explain most; one idea before two, and none where too many do."""
    found = [each for each in hypotheses if _explained(each, rows) and _does_the_same(each, rows)]
    fewest = min((len(each.ideas) for each in found), default=0)
    simple = [each for each in found if len(each.ideas) == fewest]
    most = max((_explained(each, rows) for each in simple), default=0)
    best = tuple(each for each in simple if _explained(each, rows) == most)
    if _AHEAD in best and any(answer.observed.generates_ahead for answer in _answers(rows)):
        return (_AHEAD,)  # it may cut as it should: only what it generates is seen
    if _UNCUT in best:  # of all that cut nothing, whoever forgets it does the plainest thing
        return (_UNCUT,)
    return best if len(best) <= _MOST_ALIKE else ()


def _answers(rows: Sequence[AnsweredSeries]) -> Iterator[AnswerOnTree]:
    return (answer for row in rows for answer in row.answers)


def _does_the_same(hypothesis: Hypothesis, rows: Sequence[AnsweredSeries]) -> bool:
    """Whether no answer speaks against it."""
    return all(_agrees(hypothesis, answer) is not False for answer in _answers(rows))


def _explained(hypothesis: Hypothesis, rows: Sequence[AnsweredSeries]) -> int:
    """How many wrong answers it gives, too."""
    return sum(not answer.right and _agrees(hypothesis, answer) is True for answer in _answers(rows))


def _agrees(hypothesis: Hypothesis, answer: AnswerOnTree) -> bool | None:
    """Whether a program that goes by it answers the same; None where that is not known."""
    instead = _instead(hypothesis, answer)
    if instead is None:
        return None
    question, solution, observed = instead
    if observed.beyond:
        return False
    try:
        return question.agrees(question.key(observed), solution)
    except NotPredicted:
        return None
    except NotAnswered:
        return question.observable == "move" and _chooses_nothing(solution)


def _looks_alike(hypothesis: Hypothesis, row: AnsweredSeries) -> bool:
    """Whether it looks at just what the program looked at, on every tree on which that is known."""
    found = filter(None, (_instead(hypothesis, answer) for answer in row.answers))
    return all(
        not observed.beyond and set(observed.visited) == set(solution.visited)
        for _, solution, observed in found
    )


def _instead(hypothesis: Hypothesis, answer: AnswerOnTree) -> tuple[Question, Solution, Observed] | None:
    """The question and the solution of a program that goes by it, and what was observed beside these.

    A search that goes deeper or less deep has another tree, by which the program is then observed.
    """
    posed = answer.posed
    answered = answer.given is not None or answer.observed.chose_nothing
    if not answered or len(posed.solution.whole) > _MOST_NODES:
        return None
    instead = hypothesis.answered(posed.question, posed.solution)
    if instead is None:
        return None
    question, solution = instead
    same = solution.tree is posed.solution.tree
    return question, solution, answer.observed if same else Observed.of(answer.run, solution)


def _chooses_nothing(solution: Solution) -> bool:
    """Whether somebody with an idea finds no move that is better than what they start with."""
    try:
        return not solution.best_moves
    except NotPredicted:
        return True


def _convention_told(finding: _Finding, say: Say) -> str:
    """Which convention it is, and on how many trees the program goes by it."""
    (shift,) = finding.first.shifts
    low, high = finding.rows[0].series.rule.bounds
    words = say(f"convention.{shift.field}-{shift.value}", low=low, high=high)
    same = _trees_alike(finding)
    return say("code.convention", convention=words, same=same, number=same)


def _words(finding: _Finding, ideas: Sequence[WrongIdea], say: Say) -> IdeaWords:
    """What is said of ideas that cannot be told apart."""
    ids = [idea.id for idea in ideas]
    words, looks = idea_words(ids, say), looks_like(ids, say)
    if finding.looked_at is not finding.rows:
        return replace(words, looks=say("diagnosis.program-returns", looks=looks))
    if not _is_plain_minimax(finding.rows):
        return words
    luck = any(one.observed.tree.has_chance for one in finding.rows[0].answers if not one.tree.hidden)
    return replace(words, looks=say("code.plain-expectimax" if luck else "code.plain-minimax", looks=looks))


def _is_plain_minimax(rows: Sequence[AnsweredSeries]) -> bool:
    """Whether the program looks at everything in its turn, and is right about what that is worth."""
    if any(row.question.is_returned and row.share < 1 for row in rows):
        return False
    seen = [answer.observed for answer in rows[0].answers]
    if any(observed.generates_ahead for observed in seen):
        return False
    return all(len(observed.visited) == len(observed.tree) and not observed.beyond for observed in seen)


def _named(finding: _Finding, say: Say, *, hidden: bool) -> Iterator[Misconception]:
    """The misconceptions, with the trees on which they do what the program did."""
    same = _trees_alike(finding)
    for ideas in finding.groups:
        for idea in ideas:
            either = tuple(other.id for other in ideas if other is not idea)
            name = say(f"misconception-name.{idea.id}")
            yield Misconception(idea.id, name, same, same, hidden=hidden, either=either)


def _with_idea(check: Check, finding: _Finding | None, diagnosis: DiagnosisPolicy, say: Say) -> Check:
    """The check with the idea, where that explains what is wrong there."""
    rows = () if finding is None else finding.looked_at
    row = next((row for row in rows if row.question.id == check.question), None)
    if finding is None or row is None or not _explained(finding.first, [row]):
        return check
    if finding.first.shifts:
        (shift,) = finding.first.shifts
        feedback = (_convention_told(finding, say), *check.feedback)
        return replace(check, convention=Convention(shift.field, shift.value), feedback=feedback)
    ideas = finding.groups[0 if row.question.is_returned else -1]  # of two, values come before the search
    name = say(f"misconception-name.{ideas[0].id}")
    check = replace(check, misconception=Misconception(ideas[0].id, name) if len(ideas) == 1 else None)
    if not tells_ideas(diagnosis):
        return check
    words = _words(finding, ideas, say)
    same = _trees_alike(finding)
    alike = (say("code.same", same=same, number=same),) if finding.looked_at is finding.rows else ()
    told = (words.looks, *alike, *words.wrong, *words.instead)
    early = {**words.early, **check.early}
    return replace(check, feedback=(*told, *check.feedback), idea=told, early=early)


def _trees_alike(finding: _Finding) -> int:
    """On how many trees the idea does what the program did."""
    columns = zip(*(row.answers for row in finding.looked_at), strict=True)
    return sum(any(_agrees(finding.first, answer) for answer in column) for column in columns)
