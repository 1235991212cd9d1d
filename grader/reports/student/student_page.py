"""A Grade and its ProblemSet → StudentPage: all that a student's report shows, for every form of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from fractions import Fraction
from functools import cache

from grader.diagnosis import conventions
from grader.grading import Grade, Misconception
from grader.grading.grade_record import CheckStanding
from grader.grading.idea_words import idea_words
from grader.grading.visibility import Sight, View, due_for, sight_of
from grader.problems import ProblemSet
from grader.reports.record_words import (
    LONGEST_NAME,
    LONGEST_TEXT,
    lateness_in_words,
    note_text,
    shown,
    shown_points,
    total_in_words,
)
from grader.reports.set_words import errata_in_words, rule_in_words
from grader.reports.student.answered_problem import AnsweredProblem, AnsweredQuestion, answered_problems
from grader.submissions.collecting.roster import Person
from grader.text.columns import visible
from grader.text.sentences import Say, sentences
from grader.text.source import Mistake

_LOST: frozenset[CheckStanding] = frozenset(("partly", "wrong", "missing", "unreadable", "failed"))


@dataclass(frozen=True, slots=True)
class WorkOn:
    """What to work on: ideas of which one is behind wrong answers, how it looks, what to do instead.

    Or it is another convention. `besides` are the conventions that somebody with the idea follows, `extent`
    says how much it explains, and `questions` are those where it is named. `summary` is it in a sentence.
    """

    title: str
    hint: tuple[str, ...]
    besides: tuple[str, ...]
    extent: tuple[str, ...]
    questions: tuple[AnsweredQuestion, ...]
    summary: str


@dataclass(frozen=True, slots=True)
class StudentPage:
    """A report: its head, and a part for each problem, which are `everything`.

    `total` is None where no marks are shown; `possible` leaves out what waits for a person, and `share` is
    what was earned of it, or None where nothing is known; `hidden` are the questions whose marks are not
    shown; `summary` are sentences.
    """

    say: Say
    view: View
    set: str
    title: str
    student: str
    status: str
    total: str | None
    earned: str
    possible: str
    share: Fraction | None
    hidden: int
    summary: tuple[str, ...]
    notes: tuple[str, ...]
    work_on: tuple[WorkOn, ...]
    rule: tuple[str, ...]
    errata: tuple[str, ...]
    everything: tuple[AnsweredProblem, ...]
    grade: Grade = field(repr=False)  # what may be seen of it
    asked: ProblemSet = field(repr=False)

    @property
    def misconceptions(self) -> tuple[str, ...]:
        """What is behind wrong answers, a sentence for each."""
        return tuple(entry.summary for entry in self.work_on)

    @property
    def is_unreadable(self) -> bool:
        """Whether there is nothing to tell but that nothing could be read."""
        return self.status == "unreadable"

    @property
    def right(self) -> tuple[AnsweredProblem, ...]:
        """The problems that are wholly right."""
        return tuple(problem for problem in self.everything if problem.is_right)

    @property
    def open(self) -> tuple[AnsweredProblem, ...]:
        """The other problems, of which there is something to tell."""
        return tuple(problem for problem in self.everything if not problem.is_right)

    @property
    def well(self) -> tuple[AnsweredQuestion, ...]:
        """The questions that are right in problems that are not wholly so."""
        return tuple(one for problem in self.open for one in problem.questions if one.verdict == "right")

    @property
    def again(self) -> tuple[AnsweredQuestion, ...]:
        """The questions that lost points, beside those of which an idea is named."""
        named = {one.number for entry in self.work_on for one in entry.questions}
        lost = (one for problem in self.open for one in problem.questions if one.verdict in _LOST)
        return tuple(one for one in lost if one.number not in named)

    @property
    def hints(self) -> frozenset[str]:
        """The sentences about ideas that stand at the head of the page."""
        return frozenset(sentence for entry in self.work_on for sentence in entry.hint)

    @property
    def problems(self) -> tuple[AnsweredProblem, ...]:
        """The problems that are answered on the sheet."""
        return tuple(problem for problem in self.everything if not problem.by_program)

    @property
    def programs(self) -> tuple[AnsweredProblem, ...]:
        """The problems that programs answer."""
        return tuple(problem for problem in self.everything if problem.by_program)


def student_page(
    grade: Grade,
    problems: ProblemSet,
    person: Person | None = None,
    *,
    view: View = "student",
    now: datetime | None = None,
) -> StudentPage:
    """What the report shows: to a student what `reveal` shows by now, to `staff` everything."""
    problems = due_for(grade, problems)
    sight = sight_of(problems, view, now)
    seen = sight.grade(grade)
    say = sentences(problems.language)
    hidden = sum(check.earned is None for check in seen.checks)
    everything = tuple(answered_problems(seen, sight, say))
    return StudentPage(
        say=say,
        view=view,
        set=problems.id,
        title=shown(_title(seen, problems), LONGEST_NAME, say),
        student=_student(seen, person, say),
        status=seen.status,
        total=total_in_words(seen, say) if hidden < len(seen.checks) else None,
        earned=shown_points(seen.after),
        possible=shown_points(seen.known),
        share=seen.share_after if seen.known or not seen.pending else None,
        hidden=hidden,
        summary=(*_summary(seen, sight, hidden, say), *_regraded(seen, everything, say)),
        notes=tuple(shown(_note(note, say), LONGEST_TEXT, say) for note in _notes(seen, say)),
        work_on=(*_work_on(seen, everything, say), *_by_convention(seen, sight, everything, say)),
        rule=rule_in_words(problems.rule, problems),
        errata=errata_in_words(problems, say),
        everything=everything,
        grade=seen,
        asked=problems,
    )


def _regraded(grade: Grade, everything: tuple[AnsweredProblem, ...], say: Say) -> Iterator[str]:
    """What has changed since the grade was given, and why; each question under its name in the report."""
    names = {one.check.id: f"{one.number} {one.title}" for problem in everything for one in problem.questions}
    for one in grade.regraded:
        yield say(
            "regraded.because", date=f"{one.at:%Y-%m-%d}", because=shown(one.because, LONGEST_TEXT, say)
        )
        for change in one.changes:
            before = _earned_of(change.before, change.worth_before, say)
            after = _earned_of(change.after, change.worth_after, say)
            name = names.get(change.question, visible(change.question))
            yield say("regraded.change", question=name, before=before, after=after)


def _earned_of(earned: Fraction | int | None, worth: Fraction | int | None, say: Say) -> str:
    if worth is None:
        return say("regraded.not-asked")
    points = "?" if earned is None else shown_points(earned)
    return say("report.of", earned=points, possible=shown_points(worth))


def _student(grade: Grade, person: Person | None, say: Say) -> str:
    """Who it is: by the roster's name and section where it has them, beside the id."""
    called = shown(grade.called, LONGEST_NAME, say)
    if person is None or not (person.name or person.section):
        return called
    name, section = (shown(text, LONGEST_NAME, say) if text else "" for text in (person.name, person.section))
    how = "named" if not section else "named-in-section" if name else "in-section"
    return say(f"student-page.{how}", name=name, id=called, section=section)


def _title(grade: Grade, problems: ProblemSet) -> str:
    """The title of the set, and the version that was marked where it has some."""
    if grade.variant is None or not 0 <= grade.variant < len(problems.versions):
        return problems.title
    return problems.of_version(problems.versions[grade.variant]).title


def _work_on(grade: Grade, everything: tuple[AnsweredProblem, ...], say: Say) -> Iterator[WorkOn]:
    """Each idea that is named, once with those that it cannot be told from."""
    told: set[tuple[str | None, str]] = set()
    beside = any(check.convention is not None for check in grade.checks)  # told on its own
    for found in grade.misconceptions:
        if (found.problem, found.id) in told:
            continue
        ids = {found.id, *found.either}
        group = [one for one in grade.misconceptions if one.id in ids and one.problem == found.problem]
        told |= {(one.problem, one.id) for one in group}
        title, hint = _idea_told(tuple(one.id for one in group), tuple(one.name for one in group), say)
        yield WorkOn(
            title=title,
            hint=hint,
            besides=() if beside else found.besides,
            extent=tuple(filter(None, (_extent(found, say),))),
            questions=tuple(
                one
                for problem in everything
                if found.problem in (None, problem.id) and problem.by_program == (found.problem is not None)
                for one in problem.questions
                if ids.intersection(one.check.ideas)
            ),
            summary=_explained(found, title, say),
        )


def _explained(found: Misconception, title: str, say: Say) -> str:
    """Ideas, with the answers of the sheet that they explain, or the trees on which a program has them."""
    if not found.explains:
        return say("student-page.idea-alone", title=title)
    if found.problem is None:
        return say("student-page.misconception", title=title, extent=_extent(found, say))
    return say(
        "student-page.misconception-of-program",
        name=title, problem=found.problem, explains=found.explains, of=found.of, number=found.of,
    )  # fmt: skip


def _extent(found: Misconception, say: Say) -> str:
    """How much it explains; nothing where that is hidden, or where it does so only together with others."""
    if not found.explains or found.of is None:
        return ""
    if found.problem is not None:
        return say("student-page.explains-of-program", explains=found.explains, of=found.of, number=found.of)
    return _share(found.explains, found.of, say)


def _share(explains: int, of: int, say: Say) -> str:
    how = "some" if explains < of else "both" if of == 2 else "all"
    return say(f"student-page.explains-{how}", explains=explains, number=of)


def _by_convention(
    grade: Grade, sight: Sight, everything: tuple[AnsweredProblem, ...], say: Say
) -> Iterator[WorkOn]:
    """Another convention under which answers on the sheet are right, once for all of them."""
    on_sheet = [one for problem in everything if not problem.by_program for one in problem.questions]
    low, high = sight.problems.rule.bounds
    known = [
        say(f"convention.{shift.field}-{shift.value}", low=low, high=high)
        for each in conventions()
        for shift in each.shifts
    ]
    found: dict[tuple[str, ...], list[AnsweredQuestion]] = {}
    for one in on_sheet:
        if one.check.convention is not None:
            told = tuple(sentence for sentence in one.check.feedback if sentence in known)
            found.setdefault(told, []).append(one)
    wrong = sum(one.verdict in ("partly", "wrong") for one in on_sheet)
    for sentences_told, questions in found.items():
        if sentences_told:
            hides = any(check.earned is None for check in grade.checks)
            extent = "" if hides else _share(len(questions), wrong, say)
            title = say("student-page.other-convention")
            words = say("drawing.space").join(filter(None, (*sentences_told, extent)))
            yield WorkOn(
                title=title,
                hint=sentences_told,
                besides=(),
                extent=tuple(filter(None, (extent,))),
                questions=tuple(questions),
                summary=say("student-page.misconception", title=title, extent=words),
            )


@cache
def _idea_told(ids: tuple[str, ...], names: tuple[str, ...], say: Say) -> tuple[str, tuple[str, ...]]:
    """Several ideas are a title together, in which each is quoted; and what is said of them."""
    title = names[0]
    if len(names) > 1:
        quoted = [say("class-page.one-of", name=name) for name in names]
        title = say("student-page.either", ideas=say.alternatives(quoted))
    return title, idea_words(ids, say).hint


def _notes(grade: Grade, say: Say) -> Iterator[Mistake]:
    """The notes about the sheet, without those on its version, of which a sentence tells."""
    other = grade.other_version
    told = set()
    if other is not None:
        whose = grade.tree_of or grade.student
        told = {say("note.other-version", name=other.said, student=whose, version=other.own)}
        told.add(say("note.unknown-version", name=other.said))
    yield from (note for note in grade.notes if note.message not in told)


def _note(note: Mistake, say: Say) -> str:
    """A note about the sheet, whose file has no folders in its name: they are those of somebody's machine."""
    source = replace(note.source, name=re.split(r"[\\/]", note.source.name)[-1])
    return note_text(replace(note, source=source), say)


def _summary(grade: Grade, sight: Sight, hidden: int, say: Say) -> Iterator[str]:
    """How the answers stand in a few sentences; while anything is hidden, never that all is right."""
    if grade.status == "unreadable":
        yield say("student-page.unreadable-so")
        yield from lateness_in_words(grade, sight.problems, say)
        return
    verdicts = [check.standing for check in grade.checks if check.void is None and check.earned is not None]
    right, of = verdicts.count("right"), len(verdicts) + hidden
    if not of:
        yield say("student-page.none-counts")
    elif hidden:
        how = "all-hidden" if hidden == of else "right-so-far" if right == of - hidden else "some-hidden"
        yield say(f"student-page.{how}", number=hidden)
    elif right == of:
        yield say("student-page.all-right")
    else:
        how = "one-right" if right == 1 else "some-right"
        yield say(f"student-page.{how}", right=right, number=of)
    for verdict in ("pending", "failed"):
        if number := verdicts.count(verdict):
            yield say(f"student-page.{verdict}", number=number)
    if grade.other_version is not None:
        yield say("student-page.other-version", said=grade.other_version.said, own=grade.other_version.own)
    if not grade.made_from.is_walled:
        yield say("student-page.without-isolation")
    yield from lateness_in_words(grade, sight.problems, say)
    if sight.awaits_due:
        yield say("student-page.after-due", due=str(sight.problems.due))
