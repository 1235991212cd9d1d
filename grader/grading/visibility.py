"""A set and its grades → what students may see of them now; every view asks here.

A view that nobody names is the student's; the staff's, which hides nothing, is asked for by its name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Literal, TypeAlias, get_args

from grader.grading.decisions import Regrading
from grader.grading.grade_record import Check, Grade, Misconception, OtherVersion
from grader.grading.idea_words import IdeaWords, idea_words, looks_like
from grader.grading.program_run import OF_FORM, Ran
from grader.memory import remembered
from grader.problems import Problem, ProblemSet, ProblemTree, Reveal
from grader.problems.policies import DiagnosisPolicy
from grader.problems.reveal import PARTS, RevealPart, When
from grader.questions.verdict import SeenVerdict
from grader.text.sentences import Say, sentences
from grader.text.source import Mistake
from grader.tree import Tree

View: TypeAlias = Literal["student", "staff"]
VIEWS: tuple[View, ...] = get_args(View)
# Who reads a file: a platform hides by itself what is not to be seen yet, and so gets everything.
Readers: TypeAlias = Literal[View, "platform"]

_Shown: TypeAlias = frozenset[RevealPart]

_SOLUTION: tuple[RevealPart, ...] = ("why", "key")
_IDEA: tuple[RevealPart, ...] = ("marks", "hint")
_REASONS: tuple[RevealPart, ...] = ("marks", "hint", "why")
_WITH_MARKS: frozenset[RevealPart] = frozenset(("hint", "why"))
_SAME = ("kinds", "ends", "utilities", "probabilities", "estimates", "features")
# A verdict that says nothing about right or wrong; all others are `answered` until the marks are shown.
_OF_FORM: frozenset[SeenVerdict] = frozenset(("missing", "unreadable"))


@dataclass(frozen=True, slots=True)
class Sight:
    """What somebody sees of a set: students what is shown by `now`, and the staff, without a time, all."""

    problems: ProblemSet
    now: datetime | None

    @property
    def is_whole(self) -> bool:
        """Whether nothing is hidden."""
        return self.now is None

    @property
    def awaits_due(self) -> bool:
        """Whether there is more to see after the due date, which has not come."""
        if self.now is None or self.problems.due is None or self.now >= self.problems.due.at:
            return False
        reveals = (asked.reveal for problem in self.problems.problems for asked in problem.questions)
        return any(getattr(reveal, part).word == "due" for reveal in reveals for part in PARTS)

    def grade(self, grade: Grade) -> Grade:
        """What is seen of a grade of the set."""
        return grade if self.now is None else seen_by_student(grade, self.problems, self.now)

    def shows_tree(self, tree: ProblemTree) -> bool:
        """Whether one of the trees that programs are run on is seen."""
        return self.now is None or not tree.hidden

    def shows_solution(self, problem: Problem, place: int) -> bool:
        """Whether nothing that a tree's solution tells is hidden any more.

        What is hidden in another problem on the same tree counts too, whatever its nodes are called there.
        What a program should have looked at also tells its marks.
        """
        if self.now is None:
            return True
        tree = problem.trees[place]
        if tree.hidden or (problem.program and not self._tells([problem], ["marks"], self.now)):
            return False
        return self._tells(_alike(problem, place, problems=self.problems), _SOLUTION, self.now)

    def _tells(self, asking: Iterable[Problem], parts: Sequence[RevealPart], now: datetime) -> bool:
        """Whether all questions of these problems show these parts by now."""
        return all(
            asked.reveal.shows(part, now, self.problems.due)
            for problem in asking
            for asked in problem.questions
            for part in parts
        )


def sight_of(problems: ProblemSet, view: View = "student", now: datetime | None = None) -> Sight:
    """What somebody with that view sees of the set, at that time or now."""
    return Sight(problems, None if view == "staff" else now or datetime.now(UTC))


def public_trees(problem: Problem) -> tuple[ProblemTree, ...]:
    """The trees that students know."""
    return tuple(tree for tree in problem.trees if not tree.hidden)


def tells_ideas(diagnosis: DiagnosisPolicy) -> bool:
    """Whether students are told which wrong idea they may have."""
    return diagnosis.tell == "students"


def shows_a_key(problems: ProblemSet, now: datetime) -> bool:
    """Whether a student sees any right answer by now."""
    asked = (asked for problem in problems.problems for asked in problem.questions)
    return any(each.reveal.shows("key", now, problems.due) for each in asked)


REVEAL_UNSAID = (
    "nothing says what students may see, so right answers are shown at once; "
    "write `reveal` or `due` into the set"
)


KEY_UNSAID = (
    "right answers are shown at once: `reveal` leaves them to a due date, and the set has none; "
    "name `key` in `reveal`, or write `due` into the set"
)
SEED_UNSAID = (
    "anybody who knows the set's name can tell who has which variant; "
    "write a secret `seed` into the set before students get anything"
)


def unsaid(problems: ProblemSet) -> Iterator[str]:
    """Notes on what a set leaves unsaid: when right answers are shown, and a secret to deal variants by."""
    reveals = [asked.reveal for problem in problems.problems for asked in problem.questions]
    if problems.due is None and any(reveal.key.word == "due" for reveal in reveals):
        yield REVEAL_UNSAID if all(reveal == Reveal() for reveal in reveals) else KEY_UNSAID
    if problems.has_variants and not problems.is_seeded:
        yield SEED_UNSAID


def shows_every_key(problems: ProblemSet, now: datetime) -> bool:
    """Whether a student sees all right answers by now."""
    asked = (asked for problem in problems.problems for asked in problem.questions)
    return all(each.reveal.shows("key", now, problems.due) for each in asked)


@remembered
def _alike(problem: Problem, place: int, *, problems: ProblemSet) -> tuple[Problem, ...]:
    """The problems of the set that ask about the same tree."""
    fair = problem.examples is not problem.trees  # what tells of one variant tells of all
    tree = (problem.examples[0] if fair else problem.trees[place]).tree
    others = ((other, (one.tree for one in other.examples if not one.hidden)) for other in problems.problems)
    return tuple(other for other, trees in others if any(_is_same(tree, one) for one in trees))


def _is_same(tree: Tree, other: Tree) -> bool:
    return all(getattr(tree, column) == getattr(other, column) for column in _SAME)


def seen_by_student(grade: Grade, problems: ProblemSet, now: datetime | None = None) -> Grade:
    """The same grade without what the set does not show yet; its totals are of the marks that are shown."""
    moment = now or datetime.now(UTC)
    problems = due_for(grade, problems)
    reveals = {
        (problem.id, asked.question.id): asked.reveal
        for problem in problems.problems
        for asked in problem.questions
    }
    shown = [_shown(reveals[check.problem, check.question], problems, moment) for check in grade.checks]
    nothing: SeenVerdict = "unreadable" if grade.status == "unreadable" else "missing"
    public = _without_hidden_trees(grade.checks, problems)
    checks = tuple(_seen(check, parts, nothing) for check, parts in zip(public, shown, strict=True))
    everywhere = frozenset.intersection(*shown)
    form = problems.reveal.shows("form", moment, problems.due)
    ideas = tuple(idea for idea in grade.misconceptions if not idea.hidden)
    if not everywhere.issuperset(_IDEA):
        ideas = tuple(idea for idea in ideas if _is_named(idea, checks, problems))
        checks = tuple(_told_where_seen(checks, shown, ideas, sentences(problems.language)))
    if not everywhere.issuperset(_REASONS):
        checks = tuple(_without_sheet(check) if check.of_sheet else check for check in checks)
        ideas = tuple(idea.without_reasons for idea in ideas)
    seen = replace(
        grade,
        checks=checks,
        runs=tuple(_seen_runs(grade, shown)),
        misconceptions=ideas,
        notes=_seen_notes(grade) if form else (),
        other_version=_seen_version(grade) if form else None,
    )
    seen = replace(seen, regraded=tuple(_seen_regradings(grade, seen))) if grade.regraded else seen
    return seen if tells_ideas(problems.diagnosis) else _undiagnosed(seen)


def _seen_regradings(grade: Grade, seen: Grade) -> Iterator[Regrading]:
    """What changed as far as the marks are seen; without any of it, the reason is not told either."""
    known = {check.id for check in seen.checks if check.earned is not None}
    for one in grade.regraded:
        changes = tuple(change for change in one.changes if change.question in known)
        if changes or (not one.changes and len(known) == len(seen.checks)):
            yield replace(one, changes=changes)


def due_for(grade: Grade, problems: ProblemSet) -> ProblemSet:
    """The set with the due date that the student has: what waits for it waits for whoever has more time."""
    if grade.late is None or problems.due is None or grade.late.due <= problems.due.at:
        return problems
    return replace(problems, due=problems.due.moved(grade.late.due))


def shows_marks(grade: Grade, now: datetime) -> bool:
    """Whether a student may see the marks of all questions by now, and so the points of the whole."""
    if grade.problems is None:
        return False
    problems = due_for(grade, grade.problems)
    asked = (asked for problem in problems.problems for asked in problem.questions)
    return all(each.reveal.shows("marks", now, problems.due) for each in asked)


def outside_shown(when: When, now: datetime) -> bool:
    """Whether students may see marks from outside by now, which have no due date to wait for."""
    return when.has_come(now, None)


def dates_passed(problems: ProblemSet, now: datetime) -> tuple[bool, ...]:
    """Which dates of a set have passed: until another one does, a student goes on seeing the same."""
    reveals = [
        problems.reveal,
        *(asked.reveal for problem in problems.problems for asked in problem.questions),
    ]
    whens = [getattr(reveal, part) for reveal in reveals for part in PARTS]
    return (
        problems.due is not None and now >= problems.due.at,
        *(when.moment is not None and now >= when.moment.at for when in whens),
    )


def _without_hidden_trees(checks: tuple[Check, ...], problems: ProblemSet) -> tuple[Check, ...]:
    """The checks where what a program answered on hidden trees is taken out."""
    hidden = {
        problem.id: {tree.id for tree in problem.trees if tree.hidden} for problem in problems.by_program
    }
    return tuple(
        _without(check, hidden[check.problem]) if check.problem in hidden else check for check in checks
    )


def _without(check: Check, trees: set[str]) -> Check:
    given, expected, parts = (
        {tree: part for tree, part in by_tree.items() if tree not in trees}
        for by_tree in (check.given or {}, check.expected or {}, check.parts)
    )
    seen = {"given": given or None, "expected": expected or None, "parts": parts, **check.unseen}
    told = check.unseen.get("feedback", {})
    instead = (told.get(sentence, sentence) for sentence in check.feedback)
    feedback = tuple(sentence for sentence in instead if sentence is not None)
    return replace(check, **seen | {"feedback": feedback}, unseen={})


def _seen_runs(grade: Grade, shown: Sequence[_Shown]) -> Iterator[Ran]:
    """The runs on trees that are not hidden, as far as all questions about them may be seen."""
    for ran in grade.runs:
        if not ran.hidden:
            parts = [
                part for check, part in zip(grade.checks, shown, strict=True) if check.problem == ran.problem
            ]
            yield _seen_run(ran, frozenset.intersection(*parts))


def _seen_run(ran: Ran, shown: _Shown) -> Ran:
    told = "marks" in shown or ("form" in shown and ran.outcome in OF_FORM)
    if not told:
        ran = Ran(problem=ran.problem, tree=ran.tree, hidden=False, outcome="answered", visits=None)
    if "marks" not in shown:
        ran = replace(ran, verdicts={})
    if not shown.issuperset(("marks", "why", "key")):
        ran = replace(ran, looked=(), skipped=())
    return ran


def _seen_notes(grade: Grade) -> tuple[Mistake, ...]:
    """The notes about what was submitted, without those on what went wrong on our side."""
    faults = [check.fault for check in grade.checks if check.fault]
    return tuple(note for note in grade.notes if not any(fault in note.message for fault in faults))


def _seen_version(grade: Grade) -> OtherVersion | None:
    """The version on the sheet, without what it would earn as that."""
    return None if grade.other_version is None else replace(grade.other_version, earned=None)


def _undiagnosed(grade: Grade) -> Grade:
    """The grade of a set whose students are not told which wrong idea they may have."""
    return replace(grade, checks=tuple(map(_without_idea, grade.checks)), misconceptions=())


def _without_idea(check: Check) -> Check:
    if not check.ideas and not check.idea:
        return check
    return replace(_without_sentences(check, check.idea), misconception=None, behind=())


def _without_sheet(check: Check) -> Check:
    """The check without what tells of other answers, of which something is hidden."""
    return _without_sentences(check, check.of_sheet)


def _without_sentences(check: Check, sentences: Sequence[str]) -> Check:
    feedback, idea, of_sheet = (
        tuple(sentence for sentence in told if sentence not in sentences)
        for told in (check.feedback, check.idea, check.of_sheet)
    )
    early = {sentence: part for sentence, part in check.early.items() if sentence not in sentences}
    return replace(check, feedback=feedback, idea=idea, of_sheet=of_sheet, early=early)


def _is_named(idea: Misconception, checks: Sequence[Check], problems: ProblemSet) -> bool:
    """Whether it is seen at an answer that this idea is behind it."""
    of_programs = {problem.id for problem in problems.by_program}
    return any(
        idea.id in check.ideas
        and (check.problem not in of_programs if idea.problem is None else check.problem == idea.problem)
        for check in checks
    )


def _told_where_seen(
    checks: Sequence[Check], shown: Sequence[_Shown], ideas: Sequence[Misconception], say: Say
) -> Iterator[Check]:
    """The checks, where the first one with an idea has its words if those at which they stand are hidden."""
    groups = dict.fromkeys((idea.id, *idea.either) for idea in ideas if idea.problem is None)
    sentences_told = [sentence for check in checks for sentence in check.idea]
    told: set[str] = set()
    for ids in groups:
        if any(looks_like(ids, say) in sentence for sentence in sentences_told):
            told.update(ids)
    for check, parts in zip(checks, shown, strict=True):
        missing = [ids for ids in groups if ids[0] in check.ideas and ids[0] not in told]
        for ids in missing:
            told.update(ids)
        yield _with_words(check, [idea_words(ids, say) for ids in missing], parts) if missing else check


def _with_words(check: Check, words: Iterable[IdeaWords], shown: _Shown) -> Check:
    early = {sentence: part for each in words for sentence, part in each.early.items() if part in shown}
    said = tuple(sentence for sentence in early if sentence not in check.feedback)
    return replace(
        check,
        feedback=(*check.feedback, *said),
        idea=(*check.idea, *said),
        early={**check.early, **early},
    )


def _shown(reveal: Reveal, problems: ProblemSet, now: datetime) -> _Shown:
    return frozenset(part for part in PARTS if reveal.shows(part, now, problems.due))


def _seen(check: Check, shown: _Shown, nothing: SeenVerdict) -> Check:
    """The check as it may be seen; `nothing` is what is said of an answer that is not there."""
    if _hides_nothing(check, shown):
        return check
    form = _form(check, nothing) if "form" in shown else "hidden"
    if "form" not in shown:
        check = replace(check, given=None, place=None)
    if "marks" not in shown:
        check = replace(check, verdict=form, earned=None, reckoning=None, rule=None, void=None)
    if "key" not in shown:
        check = replace(check, expected=None)
    if not shown.issuperset(_IDEA):
        check = _without_idea(check)
    if not shown.issuperset(("marks", "why")):
        check = replace(check, carried=())
    # The sentences say what the right step would have been, and the reckoning how long the key is.
    early = tuple(_early(check, shown))
    if not shown.issuperset(("marks", "why", "key")):
        said = tuple(sentence for sentence, _ in early)
        idea, of_sheet = (
            tuple(sentence for sentence in told if sentence in said) for told in (check.idea, check.of_sheet)
        )
        check = replace(
            check,
            feedback=said,
            idea=idea,
            of_sheet=of_sheet,
            convention=None,
            reckoning=None,
            parts={},
            counterexample=None,
        )
    adjusted = check.adjusted if "marks" in shown else None
    return replace(
        check,
        early=dict(early),  # what was seen once looks the same when it is looked at again
        adjusted=None if adjusted is None else replace(adjusted, by=""),
        fault=None,
    )


def _hides_nothing(check: Check, shown: _Shown) -> bool:
    """Whether a student may see all of the check, as it is with most of them in the end."""
    if check.adjusted is not None or check.fault is not None:
        return False
    return shown.issuperset((*PARTS, *check.early.values()))


def _early(check: Check, shown: _Shown) -> Iterator[tuple[str, RevealPart]]:
    """The sentences that do not tell the key; what is wrong, and why, is told only with the marks."""
    parts = shown if "marks" in shown else shown - _WITH_MARKS
    return ((sentence, part) for sentence, part in check.early.items() if part in parts)


def _form(check: Check, nothing: SeenVerdict) -> SeenVerdict:
    """What the verdict says of the form alone; where everybody has full points, it says nothing of it."""
    if check.verdict in _OF_FORM:
        return check.verdict
    if check.raw is None and set(check.parts.values()) == {"unreadable"}:  # a program, on every public tree
        return "unreadable"
    if check.void != "full" or check.given is not None or check.fault is not None:
        return "answered"
    return nothing if check.raw is None else "unreadable"
