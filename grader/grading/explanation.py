"""The marked answers of a sheet → its checks with what explains the wrong ones, and what speaks for it."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, TypeAlias

from grader.diagnosis import Diagnosis, Evidence, Hypothesis, Misreading, Shift, diagnose, own_values, predict
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
Alike: TypeAlias = tuple[WrongIdea, ...]  # an idea, or those that cannot be told apart


class _Sheet(NamedTuple):
    """A marked sheet: the places of its wrong answers, and by their ids what the problems are called."""

    marked: Sequence[MarkedAnswer]
    wrong: Sequence[int]
    names: Mapping[str, str]


class _Found(NamedTuple):
    """Ideas, the answers that were thought about, and the parts that are explained, with which of the ideas.

    `otherwise` are the answers that the conventions beside the ideas explain alone.
    """

    diagnosis: Diagnosis
    answers: Places
    explains: Explained
    needed: Mapping[int, Sequence[Alike]]
    otherwise: frozenset[int]

    def behind(self, place: int) -> Sequence[Alike]:
        """The ideas that an answer needs to be explained, or all of them where each alone does it."""
        return () if place in self.otherwise else self.needed[place] or self.diagnosis.named

    def wholly(self, wrong: Sequence[int]) -> list[int]:
        """Those of the wrong answers that follow from the ideas in all that is wrong."""
        explains = self.explains
        return [
            place
            for place in wrong
            if place in explains and self.answers[place].wrong_parts <= explains[place]
        ]


def explained(
    marked: Sequence[MarkedAnswer], diagnosis: DiagnosisPolicy, names: Mapping[str, str], say: Say
) -> tuple[list[Check], tuple[Misconception, ...]]:
    """The checks, with a convention or a misconception where it explains them; and those of the whole sheet.

    `diagnosis` is the set's own: for the staff alone there is no sentence, and no idea that is switched off.
    `names` are what the problems are called, by their ids.
    """
    checks = [entry.check for entry in marked]
    if diagnosis.tell == "off" or not any(check.verdict in _WRONG for check in checks):
        return checks, ()
    places = dict(_evidence(marked))
    sheet = _Sheet(marked, list(_wrong(checks, places)), names)
    found = diagnose(tuple(answer.shared for answer in places.values()), diagnosis.without)
    named: list[Misconception] = []
    for shared in found:
        answers = {place: answer for place, answer in places.items() if answer.shared in shared.answers}
        each = _in_own_names(shared, answers)
        if each.shifts and not each.named:
            _tell_convention(checks, each, answers, say)
        elif not each.named:
            _tell_misreading(checks, each, answers, sheet, say)
        else:
            ideas = _found(each, answers)
            named += _name_ideas(checks, ideas, sheet, say)
            if tells_ideas(diagnosis):
                problem = next(iter(answers.values())).problem if len(found) > 1 else None
                _tell_ideas(checks, ideas, sheet, None if problem is None else names[problem], say)
    return checks, tuple(named)


def _wrong(checks: Sequence[Check], answers: Places) -> Iterator[int]:
    """The answers that are wrong, but for those that follow rightly from others."""
    for place, check in enumerate(checks):
        follows = place in answers and not answers[place].wrong_parts
        if check.verdict in _WRONG and check.void is None and not follows:
            yield place


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
            _tell_shifts(checks, place, found, answer, say)


def _tell_shifts(checks: list[Check], place: int, found: Diagnosis, answer: Evidence, say: Say) -> None:
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


def _tell_misreading(checks: list[Check], found: Diagnosis, answers: Places, sheet: _Sheet, say: Say) -> None:
    """Say at the first wrong answer that follows which leaf was misread, where nothing else is wrong."""
    misread = found.explanation.misread
    assert misread is not None
    wrong = [place for place, answer in answers.items() if answer.wrong_parts]
    place = next(place for place in wrong if answers[place].problem == misread.problem)
    feedback = (*checks[place].feedback, _misread(misread, sheet, say))
    checks[place] = replace(checks[place], feedback=feedback)


def _misread(misread: Misreading, sheet: _Sheet, say: Say) -> str:
    key = "diagnosis.misread" if misread.number is None else "diagnosis.misread-as"
    return say(
        key, problem=sheet.names[misread.problem], node=write_name(misread.leaf), number=misread.number
    )


def _found(found: Diagnosis, answers: Places) -> _Found:
    """What the named ideas explain, and which of them are needed for it.

    Of two ideas one may stay unnamed, where too many would do: what it alone gives is not explained.
    """
    hypothesis = found.explanation.hypothesis
    named = {idea for ideas in found.named for idea in ideas}
    hypothesis = _only(hypothesis, named)
    parts = {place: answer.explained(hypothesis) for place, answer in answers.items()}
    explains = {place: explained for place, explained in parts.items() if explained}
    needed = {
        place: [
            ideas
            for ideas in found.named
            if not parts <= answers[place].explained(_only(hypothesis, named.difference(ideas)))
        ]
        for place, parts in explains.items()
    }
    convention = Hypothesis(shifts=hypothesis.shifts)
    otherwise = (place for place, parts in explains.items() if parts <= answers[place].explained(convention))
    return _Found(found, answers, explains, needed, frozenset(otherwise))


def _only(hypothesis: Hypothesis, ideas: Collection[WrongIdea]) -> Hypothesis:
    return replace(hypothesis, ideas=tuple(idea for idea in hypothesis.ideas if idea in ideas))


def _name_ideas(checks: list[Check], found: _Found, sheet: _Sheet, say: Say) -> Iterator[Misconception]:
    """The misconceptions with how many wrong answers they explain; one alone is named at each of these."""
    named = found.diagnosis.named
    whole = found.wholly(sheet.wrong)
    besides = tuple(
        _besides(shift, next(iter(found.answers.values())), say) for shift in found.diagnosis.shifts
    )
    for ideas in named:
        alone = sum(
            ideas in found.behind(place) and all(other is ideas for other in found.needed[place])
            for place in whole
        )
        for idea in ideas:
            yield Misconception(
                idea.id,
                say(f"misconception-name.{idea.id}"),
                alone,
                len(sheet.wrong),
                either=tuple(other.id for other in ideas if other is not idea),
                besides=besides,
            )
    for place in found.explains:
        ids = tuple(idea.id for ideas in found.behind(place) for idea in ideas)
        if len(ids) == 1:
            only = Misconception(ids[0], say(f"misconception-name.{ids[0]}"))
            checks[place] = replace(checks[place], misconception=only)
        elif ids:
            checks[place] = replace(checks[place], behind=ids)
        elif found.answers[place].wrong_parts <= found.explains[place]:
            _tell_shifts(checks, place, found.diagnosis, found.answers[place], say)


def _tell_ideas(checks: list[Check], found: _Found, sheet: _Sheet, problem: str | None, say: Say) -> None:
    """Say of each idea, at the first answer that it explains, what it looks like and why it is wrong."""
    answers = found.answers
    for place_in_row, ideas in enumerate(found.diagnosis.named):
        explains = {place: parts for place, parts in found.explains.items() if ideas in found.behind(place)}
        place = _first_place(ideas[0].shows_in, explains or found.explains, answers)
        words = idea_words([idea.id for idea in ideas], say, problem)
        shown: dict[str, RevealPart] = {}
        if place in explains:
            alone = Hypothesis(shifts=found.diagnosis.shifts)
            shown = dict(witness(answers[place], explains[place], alone, say))
        is_last = place_in_row == len(found.diagnosis.named) - 1
        rest = tuple(_extent(found, sheet, say)) if is_last else ()
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
            of_sheet=(*check.of_sheet, *rest),
            early={**check.early, **early},
        )


def _first_place(shown: str, explains: Explained, answers: Places) -> int:
    """The first answer that shows what an idea spoils, or else that it explains, or that is wrong."""
    fitting = [place for place in explains if answers[place].shown == shown]
    wrong = [place for place, answer in answers.items() if answer.wrong_parts]
    return (*fitting, *explains, *wrong)[0]


def _extent(found: _Found, sheet: _Sheet, say: Say) -> Iterator[str]:
    """How many of the wrong answers follow from the ideas; what was misread, and what looks like a slip."""
    diagnosis, answers = found.diagnosis, found.answers
    for shift in diagnosis.shifts:
        yield _besides(shift, next(iter(answers.values())), say)
    whole, wrong = found.wholly(sheet.wrong), sheet.wrong
    if len(wrong) > 1 and whole:
        together = "together-" if len(diagnosis.named) > 1 or diagnosis.shifts else ""
        share = "some" if len(whole) < len(wrong) else "both" if len(wrong) == _BOTH else "all"
        yield say(f"diagnosis.{together}explains-{share}", number=len(whole), of=len(wrong))
    if (misread := diagnosis.explanation.misread) is not None:
        yield _misread(misread, sheet, say)
        return
    slips = [
        (place, fit.part)
        for place, answer in answers.items()
        for fit in answer.fits(diagnosis.explanation.hypothesis)
        if fit.is_predicted and fit.cost and fit.part in answer.wrong_parts
    ]
    for place, part in slips[:_MOST_SLIPS]:
        problem = sheet.names[answers[place].problem]
        if part:
            yield say("diagnosis.slip", node=write_name(part), problem=problem)
        else:
            title = sheet.marked[place].ready.asked.title(say)
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
