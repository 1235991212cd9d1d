"""The marked answers of a sheet → its checks with what explains the wrong ones, and what speaks for it."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from grader.diagnosis import Diagnosis, Evidence, Misreading, Shift, diagnose, own_values, predict
from grader.grading.grade_record import Check, Convention, Grade, Misconception
from grader.grading.idea_words import idea_words, witness
from grader.grading.ready_questions import Ready, make_ready
from grader.grading.sheet_marks import MarkedAnswer
from grader.grading.visibility import tells_ideas
from grader.ideas import WrongIdea
from grader.problems import ProblemSet
from grader.problems.policies import DiagnosisPolicy
from grader.problems.reveal import RevealPart
from grader.questions import Unreadable
from grader.questions.question import Shown
from grader.questions.verdict import SeenVerdict
from grader.text.numbers import Number
from grader.text.sentences import Say
from grader.tree.notation import write_name

_WRONG: frozenset[SeenVerdict] = frozenset(("wrong", "partly"))
_MOST_SLIPS = 2
_BOTH = 2
_FROM_OWN_VALUES: frozenset[Shown] = frozenset(("values", "move"))

Places = Mapping[int, Evidence]  # answers by the place of their checks
Explained = Mapping[int, frozenset[str]]  # the wrong parts of them that follow from ideas


class _Found(NamedTuple):
    """Ideas, the answers that were thought about, and the parts that the ideas explain."""

    diagnosis: Diagnosis
    answers: Places
    explains: Explained


def explained(
    marked: Sequence[MarkedAnswer], diagnosis: DiagnosisPolicy, say: Say
) -> tuple[list[Check], tuple[Misconception, ...]]:
    """The checks, with a convention or a misconception where it explains them; and those of the whole sheet.

    `diagnosis` is the set's own: for the staff alone there is no sentence, and no idea that is switched off.
    """
    checks = [entry.check for entry in marked]
    if diagnosis.tell == "off" or not any(check.verdict in _WRONG for check in checks):
        return checks, ()
    places = dict(_evidence(marked))
    found = diagnose(tuple(answer.shared for answer in places.values()), diagnosis.without)
    named: list[Misconception] = []
    for shared in found:
        answers = {place: answer for place, answer in places.items() if answer.shared in shared.answers}
        each = _in_own_names(shared, answers)
        if each.shifts and not each.named:
            _tell_convention(checks, each, answers, say)
        elif not each.named:
            _tell_misreading(checks, each, answers, say)
        else:
            ideas = _Found(each, answers, _explained(each, answers))
            named += _name_ideas(checks, ideas, say)
            if tells_ideas(diagnosis):
                problem = next(iter(answers.values())).problem if len(found) > 1 else None
                _tell_ideas(checks, ideas, tuple(_extent(marked, ideas, say)), problem, say)
    return checks, tuple(named)


def _in_own_names(found: Diagnosis, answers: Places) -> Diagnosis:
    """The diagnosis, in which a misread leaf has the name that it has in the student's own tree."""
    misread = found.explanation.misread
    if misread is None:
        return found
    answer = next(answer for answer in answers.values() if answer.problem == misread.problem)
    trees = [each.predictions.solution.whole for each in (answer.shared, answer)]
    own = replace(misread, leaf=trees[1].names[trees[0].index(misread.leaf)])
    return replace(found, explanation=replace(found.explanation, misread=own))


def _evidence(marked: Sequence[MarkedAnswer]) -> Iterator[tuple[int, Evidence]]:
    """The answers that say something about how the sheet was filled in, each with its place."""
    known = {of: tuple(values.items()) for of, values in _own_values(marked).items()}
    for place, (_, ready, reading) in enumerate(marked):
        if reading.state == "read" and ready.asked.void is None and ready.question.about_search:
            own = known.get((ready.problem, ready.basis), ()) if ready.shown in _FROM_OWN_VALUES else ()
            yield place, ready.evidence(reading.text, own, given=reading.given)


def _own_values(marked: Sequence[MarkedAnswer]) -> dict[Hashable, dict[int, Number]]:
    """All values of nodes with which answers may go on, by the problem and what true values depend on."""
    own: dict[Hashable, dict[int, Number]] = {}
    for _, ready, reading in marked:
        if ready.shown == "values" and reading.state == "read":
            values = ready.own_values(reading.text, given=reading.given)
            own.setdefault((ready.problem, ready.basis), {}).update(values)
    return own


def _tell_convention(checks: list[Check], found: Diagnosis, answers: Places, say: Say) -> None:
    """Say at every answer that the other convention explains that it is right under that one."""
    for place, answer in answers.items():
        if answer.explained(found.explanation.hypothesis):
            sentences = [_right_under(each, answer, say) for each in found.shifts]
            first = found.shifts[0]
            checks[place] = replace(
                checks[place],
                convention=Convention(first.field, first.value),
                feedback=(*sentences, *checks[place].feedback),
            )


def _besides(shift: Shift, answer: Evidence, say: Say) -> str:
    """The other convention of somebody who has an idea besides, in the words for the field of the rule."""
    question, solution = answer.predictions.question, answer.predictions.solution
    if shift.field == "start":
        low, high = solution.rule.bounds
        return say("diagnosis.besides-start", low=low, high=high)
    _, shifted = shift.applied(question, solution)
    stated, other = (each.rule.in_words(say, chance=each.tree.has_chance) for each in (solution, shifted))
    changed = [words for words in other if words not in stated]
    usual = [words for words in stated if words not in other]
    if not changed or not usual:  # it is no field of the rule
        return _right_under(shift, answer, say)
    return say("diagnosis.besides-convention", other=changed[0], stated=usual[0])


def _right_under(shift: Shift, answer: Evidence, say: Say) -> str:
    low, high = answer.predictions.solution.rule.bounds
    return say(f"convention.{shift.field}-{shift.value}", low=low, high=high)


def _tell_misreading(checks: list[Check], found: Diagnosis, answers: Places, say: Say) -> None:
    """Say at the first wrong answer that follows which leaf was misread, where nothing else is wrong."""
    misread = found.explanation.misread
    assert misread is not None
    wrong = [place for place, answer in answers.items() if answer.wrong_parts]
    place = next(place for place in wrong if answers[place].problem == misread.problem)
    feedback = (*checks[place].feedback, _misread(misread, say))
    checks[place] = replace(checks[place], feedback=feedback)


def _misread(misread: Misreading, say: Say) -> str:
    key = "diagnosis.misread" if misread.number is None else "diagnosis.misread-as"
    return say(key, problem=misread.problem, node=write_name(misread.leaf), number=misread.number)


def _name_ideas(checks: list[Check], found: _Found, say: Say) -> Iterator[Misconception]:
    """The misconceptions with how many wrong answers they explain; one alone is named at each of these."""
    diagnosis, answers, explains = found
    wrong = sum(bool(answer.wrong_parts) for answer in answers.values())
    whole = sum(answers[place].wrong_parts <= parts for place, parts in explains.items())
    for ideas in diagnosis.named:
        for idea in ideas:
            either = tuple(other.id for other in ideas if other is not idea)
            yield Misconception(idea.id, say(f"misconception-name.{idea.id}"), whole, wrong, either=either)
    if len(diagnosis.named) == len(diagnosis.named[0]) == 1:
        (idea,) = diagnosis.named[0]
        only = Misconception(idea.id, say(f"misconception-name.{idea.id}"))
        for place in explains:
            checks[place] = replace(checks[place], misconception=only)


def _explained(found: Diagnosis, answers: Places) -> Explained:
    """The answers that the named ideas explain, each with the wrong parts that they give.

    Of two ideas one may stay unnamed, where too many would do: what it alone gives is not explained.
    """
    hypothesis = found.explanation.hypothesis
    if unnamed := set(hypothesis.ideas).difference(*found.named):
        hypothesis = replace(hypothesis, ideas=tuple(i for i in hypothesis.ideas if i not in unnamed))
    parts = {place: answer.explained(hypothesis) for place, answer in answers.items()}
    return {place: explained for place, explained in parts.items() if explained}


def _tell_ideas(
    checks: list[Check], found: _Found, extent: tuple[str, ...], problem: str | None, say: Say
) -> None:
    """Say of each idea, at the first answer that it explains, what it looks like and why it is wrong."""
    named, answers = found.diagnosis.named, found.answers
    for place_in_row, ideas in enumerate(named):
        explains = _explained_by(ideas, found)
        place = _first_place(ideas[0].shows_in, explains, answers)
        words = idea_words([idea.id for idea in ideas], say, problem)
        shown = dict(witness(answers[place], explains[place], say)) if place in explains else {}
        rest = extent if place_in_row == len(named) - 1 else ()
        said = checks[place].feedback  # perhaps the same, as a reason for what is wrong
        sentences = (words.looks, *shown, *words.wrong, *words.instead, *rest)
        told = tuple(sentence for sentence in sentences if sentence not in said)
        early: dict[str, RevealPart] = {words.looks: "hint"}
        early |= {sentence: part for sentence, part in shown.items() if part != "key"}
        early |= {**words.early, **dict.fromkeys(rest, "why")}
        check = checks[place]
        checks[place] = replace(
            check,
            feedback=(*check.feedback, *told),
            idea=(*check.idea, *told),
            early={**check.early, **early},
        )


def _explained_by(ideas: Sequence[WrongIdea], found: _Found) -> Explained:
    """What is explained that would not be without these ideas; of a single idea, all that is."""
    hypothesis = found.diagnosis.explanation.hypothesis
    rest = replace(hypothesis, ideas=tuple(idea for idea in hypothesis.ideas if idea not in ideas))
    if not rest.ideas:
        return found.explains
    only = {place: parts - found.answers[place].explained(rest) for place, parts in found.explains.items()}
    return {place: parts for place, parts in only.items() if parts} or found.explains


def _first_place(shown: str, explains: Explained, answers: Places) -> int:
    """The first answer that shows what an idea spoils, or else that it explains, or that is wrong."""
    fitting = [place for place in explains if answers[place].shown == shown]
    wrong = [place for place, answer in answers.items() if answer.wrong_parts]
    return (*fitting, *explains, *wrong)[0]


def _extent(marked: Sequence[MarkedAnswer], found: _Found, say: Say) -> Iterator[str]:
    """How many of the wrong answers follow from the ideas; what was misread, and what looks like a slip."""
    diagnosis, answers, explains = found
    wrong = [place for place, answer in answers.items() if answer.wrong_parts]
    whole = [place for place in wrong if answers[place].wrong_parts <= explains.get(place, frozenset())]
    if len(wrong) > 1 and whole:
        together = "" if len(diagnosis.named) == 1 else "together-"
        share = "some" if whole != wrong else "both" if len(wrong) == _BOTH else "all"
        yield say(f"diagnosis.{together}explains-{share}", number=len(whole), of=len(wrong))
    for shift in diagnosis.shifts:
        yield _besides(shift, next(iter(answers.values())), say)
    if (misread := diagnosis.explanation.misread) is not None:
        yield _misread(misread, say)
        return
    slips = [
        (place, fit.part)
        for place, answer in answers.items()
        for fit in answer.fits(diagnosis.explanation.hypothesis)
        if fit.is_predicted and fit.cost and fit.part in answer.wrong_parts
    ]
    for place, part in slips[:_MOST_SLIPS]:
        problem = answers[place].problem
        if part:
            yield say("diagnosis.slip", node=write_name(part), problem=problem)
        else:
            title = marked[place].ready.asked.title(say)
            yield say("diagnosis.slip-answer", question=title, problem=problem)


@dataclass(frozen=True, slots=True)
class Weight:
    """An answer, and what it costs as a right one with slips and under the explanation, in thousandths."""

    check: str
    right: int
    explained: int

    @property
    def speaks_for(self) -> int:
        """How much the answer speaks for the explanation; less than nothing where it speaks against it."""
        return self.right - self.explained


def weighed(grade: Grade, problems: ProblemSet) -> Iterator[tuple[Diagnosis, tuple[Weight, ...]]]:
    """What was told of the sheet, each with the weights of the answers that it is about."""
    answers = dict(_answers(grade, problems))
    for found in diagnose(tuple(answers.values()), problems.diagnosis.without):
        hypothesis = found.explanation.hypothesis
        yield (
            found,
            tuple(
                Weight(check, answer.right_cost, answer.cost(hypothesis))
                for check, answer in answers.items()
                if answer in found.answers
            ),
        )


def _answers(grade: Grade, problems: ProblemSet) -> Iterator[tuple[str, Evidence]]:
    for problem in problems.on_sheet:
        ready = {
            each.question.id: each
            for each in make_ready(problem, grade.variant_of(problem), problems.rule)[0]
        }
        checks = [check for check in grade.checks if check.problem == problem.id]
        given = {
            check.id: (ready[check.question], parts) for check in checks if (parts := _parts(check, ready))
        }
        for name, (each, parts) in given.items():
            beside = [
                (other.question, other.solution, said)
                for other, said in given.values()
                if other.basis == each.basis
            ]
            predictions = predict(each.solution, each.question)
            yield name, Evidence(problem.id, predictions, parts, own_values(beside))


def _parts(check: Check, ready: Mapping[str, Ready]) -> Mapping[str, Any]:
    """What was answered, part by part; nothing where that says nothing about a search."""
    each = ready[check.question]
    if check.given is None or check.raw is None or check.void or not each.question.about_search:
        return {}
    try:
        return each.question.given_parts(each.question.read(check.raw, each.solution))
    except Unreadable:
        return {}
