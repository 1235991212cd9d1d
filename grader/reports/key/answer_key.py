"""A ProblemSet → its key: every right answer with the reasons, as a record, as text and as Markdown."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from grader.drawing import draw
from grader.drawing.marks import marks_of
from grader.grading.ready_questions import rule_difference
from grader.problems import Accepted, Asked, Problem, ProblemSet, ProblemTree
from grader.problems.question_name import QuestionName, names_in_problem
from grader.questions import Question
from grader.questions.question import Given
from grader.questions.set_comparison import some
from grader.reports.record_words import shown_percent
from grader.reports.set_words import key_in_words, rule_change_in_words, rule_in_words, shown_key, tree_title
from grader.rule import Rule, plain_number
from grader.solving import Solution
from grader.solving.unknown_cases import unknown_cases
from grader.solving.unknown_leaf import OpenSolution
from grader.text.columns import visible, width
from grader.text.sentences import Say, sentences
from grader.tree.notation import write_name

FORMAT = 1
MOST_DRAWN = 60  # nodes of a tree for programs that the key still draws

_UNDERLINES = {1: "=", 2: "-"}
_SPECIAL = re.compile(r"([\\`*_{}\[\]<>()#+!|~&$])")


@dataclass(frozen=True, slots=True)
class AlsoAccepted:
    """What else earns a share: a text of the set's own, or the right answer under another rule."""

    answer: str
    credit: Fraction
    rule: Rule | None
    because: str


@dataclass(frozen=True, slots=True)
class SolvedTree:
    """One of the trees of a problem, solved under one rule, and what is asked there.

    On a sheet these are the questions that are asked under that rule, of a program all of them.
    """

    problem: Problem
    place: int
    solution: Solution
    questions: tuple[Asked, ...]
    number: int  # of the problem in the set

    def names(self, say: Say) -> Mapping[str, QuestionName]:
        """The names of the problem's questions, by what a sheet calls them."""
        names = names_in_problem(self.problem, self.number, say)
        return {asked.question.id: name for asked, name in zip(self.problem.questions, names, strict=True)}

    @property
    def tree(self) -> ProblemTree:
        return self.problem.trees[self.place]

    def posed(self, asked: Asked, rule: Rule) -> tuple[Question, Solution]:
        """A question about this tree under its rule, or another one, and the search that answers it."""
        solution = self.tree.solution(rule, asked.question.given)
        return asked.question.with_rule(solution.rule), solution

    def key_in_words(self, asked: Asked, rule: Rule, say: Say) -> str | None:
        """The right answer as people read it, or as a program gives it; None where a person marks it."""
        question, solution = self.posed(asked, rule)
        if question.key(solution) is None:
            return None
        if self.problem.program:
            return shown_key(question, solution)
        return key_in_words(question, solution, say)

    def key_reasons(self, asked: Asked, say: Say) -> tuple[str, ...]:
        """What is said about the right answer."""
        question, solution = self.posed(asked, asked.question.rule)
        return question.key_reasons(solution, say.in_decimals() if solution.tree.in_decimals else say)

    def others(self, asked: Asked, say: Say) -> Iterator[AlsoAccepted]:
        """What the set accepts besides the right answer."""
        key = self.key_in_words(asked, asked.question.rule, say)
        for entry in (*asked.accept, *self.problem.accept):
            answer, rule = self._other(asked, entry, say)
            if answer is not None and answer != key:
                yield AlsoAccepted(answer, entry.credit, rule, entry.because or "")

    def _other(self, asked: Asked, entry: Accepted, say: Say) -> tuple[str | None, Rule | None]:
        """An accepted answer, and the rule under which it is the right one, if it is one."""
        question, solution = self.posed(asked, asked.question.rule)
        if entry.answer is not None:
            return question.show(question.read_in_set(entry.answer, solution), solution), None
        rule = entry.under(question.rule)
        return self.key_in_words(asked, rule, say), rule

    def others_in_words(self, asked: Asked, problems: ProblemSet, say: Say) -> Iterator[str]:
        """The same in sentences."""
        for other in self.others(asked, say):
            shown = {"answer": _seen(other.answer), "share": shown_percent(other.credit)}
            if other.rule is None:
                yield say("key.other-answer", **shown)
            else:
                words = rule_change_in_words(self.tree.rule(other.rule), self.solution.rule, problems)
                yield say("key.other-rule", rule=words, **shown)
            if other.because:
                yield _seen(other.because)


def key_record(problems: ProblemSet, student: str | None = None) -> dict[str, Any]:
    """The key as JSON holds it: of every variant, or of those that the student has."""
    say = sentences(problems.language)
    found = tuple(sections(problems, student))
    answered = [_program_record(section) for section in found if section.problem.program]
    return {
        "format": FORMAT,
        "set": problems.id,
        "title": problems.title,
        "student": student,
        "rule": problems.rule.to_dict(),
        "sections": [_record(section, problems, say) for section in found if not section.problem.program],
        **({"programs": answered} if answered else {}),
    }


def key_text(problems: ProblemSet, student: str | None = None) -> str:
    """The key for a terminal, each tree drawn with what the search does on it."""
    return _written(problems, student, _TEXT)


def key_markdown(problems: ProblemSet, student: str | None = None) -> str:
    """The key as Markdown, for a web page or a repository."""
    return _written(problems, student, _MARKDOWN)


def sections(problems: ProblemSet, student: str | None) -> Iterator[SolvedTree]:
    """Every problem, tree and rule in turn; with a student, only the variants that the student has."""
    for number, problem in enumerate(problems.problems, 1):
        for place in problem.places(student):
            own = problem.seen_by(student).at(place)
            for (rule, given), asked in _by_rule(own).items():
                yield SolvedTree(own, place, own.solution(place, rule, given), tuple(asked), number)


def _by_rule(problem: Problem) -> Mapping[tuple[Rule, Given], Sequence[Asked]]:
    """The questions by their rule and what is given; a program is run once for all of them."""
    if problem.program:
        return {(problem.rule, ()): problem.questions}
    found: dict[tuple[Rule, Given], list[Asked]] = {}
    for asked in problem.questions:
        found.setdefault((asked.question.rule, asked.question.given), []).append(asked)
    return found


def _record(section: SolvedTree, problems: ProblemSet, say: Say) -> dict[str, Any]:
    return {
        "problem": section.problem.id,
        "title": section.problem.title,
        "variant": section.place + 1 if section.problem.variants > 1 else None,
        **({"version": section.problem.versions[section.place]} if _has_version(section) else {}),
        "tree": str(section.tree.tree) if section.problem.has_tree else None,
        "rule": rule_difference(section.solution.rule, problems.rule),
        "cutoffs": [cutoff.to_dict() for cutoff in section.solution.cutoffs_in(say)],
        "questions": [_question_record(asked, section, say) for asked in section.questions],
    }


def _has_version(section: SolvedTree) -> bool:
    return section.problem.variants > 1 and bool(section.problem.versions)


def _question_record(asked: Asked, section: SolvedTree, say: Say) -> dict[str, Any]:
    question, solution = asked.question, section.solution
    return {
        "question": question.id,
        "ask": question.ask,
        "points": plain_number(question.points),
        "words": question.in_full(solution, say),
        "answer": shown_key(question, solution),
        "expected": question.plain_key(solution),
        "accept": [_other_record(other, section) for other in section.others(asked, say)],
        "void": None if asked.void is None else {"how": asked.void.how, "because": asked.void.because},
    }


def _other_record(other: AlsoAccepted, section: SolvedTree) -> dict[str, Any]:
    """What else is accepted: under which fields of the rule that differ, if it is another rule."""
    changes = None if other.rule is None else rule_difference(other.rule, section.solution.rule)
    return {
        "answer": other.answer,
        "credit": plain_number(other.credit),
        **({} if changes is None else {"rule": changes}),
        **({"because": other.because} if other.because else {}),
    }


def _program_record(section: SolvedTree) -> dict[str, Any]:
    """What a right program answers on one tree."""
    questions = [asked.question for asked in section.questions]
    answers = [shown_key(*section.posed(asked, asked.question.rule)) for asked in section.questions]
    return {
        "problem": section.problem.id,
        "tree": section.tree.id,
        "hidden": section.tree.hidden,
        "text": str(section.tree.tree),
        "rule": section.solution.rule.to_dict(),
        "questions": [
            {"question": question.id, "ask": question.ask, "answer": answer}
            for question, answer in zip(questions, answers, strict=True)
        ],
    }


@dataclass(frozen=True, slots=True)
class _Style:
    """How a form of text writes headings, drawings and answers."""

    heading: Callable[[str, int], list[str]]
    drawing: Callable[[str], list[str]]
    answer: Callable[[str], str]
    escaped: Callable[[str], str]


def _written(problems: ProblemSet, student: str | None, style: _Style) -> str:
    return "\n\n".join(map("\n".join, _paragraphs(problems, student, style))) + "\n"


def _paragraphs(problems: ProblemSet, student: str | None, style: _Style) -> Iterator[Iterable[str]]:
    say = sentences(problems.language)
    yield style.heading(problems.title, 1)
    yield [say("sheet.rule")]
    yield _listed(rule_in_words(problems.rule, problems), style)
    for section in sections(problems, student):
        yield style.heading(tree_title(section.problem, section.place, say), 2)
        if words := rule_change_in_words(section.solution.rule, problems.rule, problems):
            yield [say("sheet.rule-of-problem")]
            yield _listed(words, style)
        yield from _searched(section, say, style)
        names = section.names(say)
        for asked in section.questions:
            yield from _question(asked, section, names[asked.question.id], problems, style)


def _searched(section: SolvedTree, say: Say, style: _Style) -> Iterator[Iterable[str]]:
    """The tree with what the search does; a large one that programs are run on is left out."""
    solution, by_program = section.solution, section.problem.program is not None
    if not section.problem.has_tree:
        return
    if not by_program or len(solution.tree) <= MOST_DRAWN:
        tree = solution.tree.without_evaluations()
        yield style.drawing(draw(tree, "text", marks_of(solution), say))
    if not by_program and (why := search_reasons(solution, say)):
        yield [say("key.cases" if solution.is_open else "key.reasons")]
        yield _listed(why, style)


def search_reasons(solution: Solution, say: Say) -> tuple[str, ...]:
    """Why the search stops where it does; with an unknown leaf, what it does for which numbers."""
    if isinstance(solution, OpenSolution):
        return tuple(_cases(solution, say)) if len(solution.unknowns) == 1 else ()
    return tuple(cutoff.why for cutoff in solution.cutoffs_in(say))


def _cases(solution: OpenSolution, say: Say) -> Iterator[str]:
    (unknown,) = solution.unknowns
    for case in unknown_cases(solution):
        pruned, best = (some(list(map(write_name, names)), say) for names in (case.pruned, case.best_moves))
        skips = "for-which.case-pruned" if pruned else "for-which.case-nothing"
        yield say(
            "for-which.case" if best else "for-which.case-no-move",
            segment=case.shown_numbers(solution, unknown),
            pruned=say(skips, number=len(case.pruned), names=pruned),
            best=say("for-which.case-best", number=len(case.best_moves), names=best),
            value=case.shown_value(unknown, solution.tree.pretty),
        )


def _question(
    asked: Asked, section: SolvedTree, name: QuestionName, problems: ProblemSet, style: _Style
) -> Iterator[Iterable[str]]:
    question, problem, say = asked.question, section.problem, sentences(problems.language)
    words = problem.in_words(question, section.place, say)
    if not problem.program:
        points = say("sheet.points", number=question.points)
        words = say("sheet.question", question=words, points=points)
    yield style.heading(name.with_id, 3)
    yield [style.escaped(words)]
    key = section.key_in_words(asked, question.rule, say)
    yield [say("key.by-hand") if key is None else style.answer(key)]
    if reasons := section.key_reasons(asked, say):
        yield _listed(reasons, style)
    if others := tuple(section.others_in_words(asked, problems, say)):
        yield _listed(others, style)
    if asked.void is not None and not problem.program:
        yield [style.escaped(say(f"grading.void-{asked.void.how}", because=asked.void.because))]


def _seen(text: str) -> str:
    """An author's text on one line, in signs that can be seen."""
    return visible(" ".join(text.split()))


def _listed(sentences_listed: Iterable[str], style: _Style) -> list[str]:
    return [f"- {style.escaped(sentence)}" for sentence in sentences_listed]


def _underlined(title: str, level: int) -> list[str]:
    return [title, *(sign * width(title) for sign in _UNDERLINES.get(level, ""))]


def _markdown_heading(title: str, level: int) -> list[str]:
    return [f"{'#' * level} {_escaped(title)}"]


def _fenced(drawing: str) -> list[str]:
    """A block that its own text cannot close."""
    longest = max(map(len, re.findall("`+", drawing)), default=0)
    fence = "`" * max(longest + 1, 3)
    return [fence, *drawing.rstrip().splitlines(), fence]


def _inline(answer: str) -> str:
    longest = max(map(len, re.findall("`+", answer)), default=0)
    ticks = "`" * (longest + 1)
    return f"{ticks} {answer} {ticks}" if longest or not answer else f"`{answer}`"


def _escaped(text: str) -> str:
    """A text without any markup, whose line ends stay line ends."""
    return _SPECIAL.sub(r"\\\1", text).replace("\n", "\\\n")


_TEXT = _Style(
    heading=_underlined,
    drawing=lambda drawing: drawing.rstrip().splitlines(),
    answer=lambda answer: f"    {answer}",
    escaped=str,
)
_MARKDOWN = _Style(heading=_markdown_heading, drawing=_fenced, answer=_inline, escaped=_escaped)
