"""A ProblemSet → sheet.html: a page that students fill in, with fields for the answers and no key."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, ClassVar

from grader.drawing import draw
from grader.drawing.picture import Picture, fits_on_paper, picture
from grader.grading.ready_questions import squeezed
from grader.problems import Problem, ProblemSet
from grader.problems.question_name import names_in_problem
from grader.questions import Question
from grader.questions.answer_form import AnswerForm, OncePerDepth, OneNumber, Options
from grader.questions.reading.by_depth import DEPTH_WORDS
from grader.questions.reading.corrections import IDLE_WORDS, INSTEAD_WORDS, MOST_WORDS, STEP_WORDS_OF_RUN
from grader.questions.reading.counted_answer import COUNT_WORDS, units_of
from grader.questions.reading.cuts import CUT_WORDS
from grader.questions.reading.node_names import AND_WORDS, NOTHING_WORDS, SIDE_WORDS
from grader.questions.reading.number_sets import OR_BEYOND, SET_SIGNS, SET_WORDS
from grader.questions.reading.quantities import BETWEEN_WORDS, BOUND_SIGNS, SIDES
from grader.questions.reading.sentence_words import (
    IS_WORDS,
    MOVE_WORDS,
    NOUNS,
    STEP_WORDS,
    VALUE_SIGNS,
    VALUE_WORDS,
)
from grader.questions.reading.typography import CLAIM_WORDS, PLAIN_SIGNS
from grader.questions.reading.windows import JOINT_WORDS
from grader.reports.author_content import figure_address
from grader.reports.page_templates import fill
from grader.reports.set_words import (
    errata_in_words,
    hand_in,
    questions_in_words,
    rule_change_in_words,
    rule_in_words,
    variant_in_words,
)
from grader.reports.sheets.blank_sheet import blank_sheet
from grader.reports.sheets.form_fields import MOST_NODES, SheetForm, form_of
from grader.solving import Solution
from grader.text.columns import visible
from grader.text.numbers import Number
from grader.text.sentences import Say, sentences
from grader.tree import Tree, Unknown, Utility

PAGE_MARK = "# Filled in on sheet.html"  # the first line of a file that the page writes
_SCRIPT_SENTENCES = "sheet-script."
_GRADERS_SENTENCES = (  # which the page says, too: why an answer cannot be read, and what it lacks
    "unreadable.", "list.comma", "list.last", "nodes.unreadable", "preview.parts-missing",
)  # fmt: skip
_SENTENCES_OF_READERS: Mapping[str, tuple[str, ...]] = {
    "cuts": ("cutoffs.incomplete", "cutoffs.no-bound"),
    "options": ("choice.unknown",),
    "claim": ("true-false.neither",),
    "visited-leaves": ("visited.not-a-leaf",),
    "inner": ("completed.a-leaf",),
    "remaining-tree": ("remaining.no-leaf",),
    "once-per-depth": ("depths.which", "depths.not-asked", "depths.unreadable"),
    "number-set": ("number-set.",),
    "unknown-number": ("number-set.", "for-which.one-number"),
    "correction": ("first-error.no-step", "first-error.strange"),
    "tree": ("written-tree.",),
}
_SET_READERS = frozenset(("number-set", "unknown-number"))
_PER_NODE = (
    "numbers",
    "intervals",
    "windows",
    "orders",
    "depths",
    "text",
)  # widgets with something for each node


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """A question as the page asks it: in words, with the rule where it is another one, and its fields."""

    id: str
    number: str
    title: str
    words: str
    points: str
    rule: tuple[str, ...]
    form: SheetForm


@dataclass(frozen=True, slots=True)
class AskedProblem:
    """A problem with its tree as a picture and in words; the picture is None where the tree is too large.

    `figure` is the address of the author's own picture inside the page, where that can stand there.
    """

    by_program: ClassVar[bool] = False

    id: str
    number: int
    title: str
    variant: str
    text: str
    figure: str | None
    figure_name: str
    rule: tuple[str, ...]
    picture: Picture | None
    outline: str
    questions: tuple[AskedQuestion, ...]

    @property
    def on_paper(self) -> bool:
        """Whether the drawing is printed, too."""
        return fits_on_paper(self.picture)


@dataclass(frozen=True, slots=True)
class AskedProgram:
    """A problem that a program answers: what to hand in, within which limits, and for which points.

    `questions` are sentences with their points. Nothing is told of the trees.
    """

    by_program: ClassVar[bool] = True

    id: str
    number: int
    title: str
    text: str
    figure: str | None
    figure_name: str
    rule: tuple[str, ...]
    hand_in: str
    limits: str
    questions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SheetPage:
    """The page: `student` is empty where anybody may fill it in, and `plain` is the sheet as text.

    `fixed` says that the sheet is this student's alone, `fillable` that there is something to fill in: not
    where all problems are answered by programs. `data` is what the script needs to know, and `readers` are
    those with which it reads the answers; it goes without what no question needs.
    """

    set: str
    title: str
    student: str
    fixed: bool
    fillable: bool
    points: str
    due: str
    rule: tuple[str, ...]
    errata: tuple[str, ...]
    everything: tuple[AskedProblem | AskedProgram, ...]
    plain: str
    readers: frozenset[str]
    data: dict[str, Any]

    @property
    def problems(self) -> tuple[AskedProblem, ...]:
        """The problems that are answered on the sheet."""
        return tuple(problem for problem in self.everything if isinstance(problem, AskedProblem))

    @property
    def programs(self) -> tuple[AskedProgram, ...]:
        """The problems that programs answer."""
        return tuple(problem for problem in self.everything if isinstance(problem, AskedProgram))


def sheet_html(problems: ProblemSet, student: str | None = None, templates: Path | None = None) -> str:
    """The page to fill in; with a name, the one for that student's variants."""
    return fill("sheet.html", templates, say=sentences(problems.language), page=sheet_page(problems, student))


def sheet_page(problems: ProblemSet, student: str | None = None) -> SheetPage:
    """What the template `sheet.html` is filled in with."""
    say = sentences(problems.language)
    plain = "\n".join(map(visible, blank_sheet(problems, student).split("\n")))
    everything = tuple(
        _program(problems, problem, number, say)
        if problem.program
        else _problem(problems, problem.seen_by(student), problem.variant(student), number, say)
        for number, problem in enumerate(problems.problems, 1)
    )
    readers = frozenset(_readers(everything))
    return SheetPage(
        set=problems.id,
        title=visible(problems.title),
        student=student or "",
        fixed=student is not None and problems.differs,
        fillable=bool(problems.on_sheet),
        points=say("sheet.points-in-all", number=problems.points),
        due="" if problems.due is None else say("sheet.due", due=str(problems.due)),
        rule=rule_in_words(problems.rule, problems),
        errata=errata_in_words(problems, say),
        everything=everything,
        plain=plain,
        readers=readers,
        data=_data(problems, student, plain, readers, say),
    )


def _readers(everything: Iterable[AskedProblem | AskedProgram]) -> Iterator[str]:
    for problem in everything:
        if isinstance(problem, AskedProblem):
            for question in problem.questions:
                yield question.form.reader
                if question.form.once is not None:
                    yield question.form.once.reader


def _problem(problems: ProblemSet, problem: Problem, variant: int, number: int, say: Say) -> AskedProblem:
    problem, tree = problem.at(variant), problem.shown_tree(variant)
    return AskedProblem(
        **_described(problems, problem, number),
        variant=variant_in_words(problem, variant, say),
        picture=_picture(tree, say) if problem.has_tree and len(tree) <= MOST_NODES else None,
        outline=draw(tree, "outline", say=say) if problem.has_tree else "",
        questions=tuple(_questions(problems, problem, variant, number, say)),
    )


def _picture(tree: Tree, say: Say) -> Picture:
    """The tree to click on; the script knows its nodes and edges by their order."""
    return picture(tree, say=say, named=False, edges_apart=True)


def _program(problems: ProblemSet, problem: Problem, number: int, say: Say) -> AskedProgram:
    code = problem.code
    return AskedProgram(
        **_described(problems, problem, number),
        hand_in=visible(hand_in(problem, say)),
        limits=say(
            "code-page.limits", seconds=code.seconds, memory=code.memory >> 20, visits=code.visits,
            all=code.seconds_in_all,
        ),
        questions=tuple(questions_in_words(problem, number, say)),
    )  # fmt: skip


def _described(problems: ProblemSet, problem: Problem, number: int) -> dict[str, Any]:
    """What a problem says of itself, whoever answers it."""
    return {
        "id": problem.id,
        "number": number,
        "title": visible(problem.title or problem.id),
        "text": shown_text(problem.text),
        "figure": None if problem.figure is None else figure_address(problem.figure),
        "figure_name": "" if problem.figure is None else visible(problem.figure.name),
        "rule": rule_change_in_words(problem.rule, problems.rule, problems),
    }


def shown_text(text: str) -> str:
    """An author's text, line by line, in signs that can be seen."""
    return "\n".join(map(visible, text.strip().splitlines()))


def _questions(
    problems: ProblemSet, problem: Problem, variant: int, number: int, say: Say
) -> Iterator[AskedQuestion]:
    for asked, name in zip(problem.questions, names_in_problem(problem, number, say), strict=True):
        question = asked.question
        solution = problem.solution_for(question, variant)
        yield AskedQuestion(
            id=question.id,
            number=name.number,
            title=visible(name.title),
            words=_words(question, solution, say),
            points=say("sheet.points", number=question.points),
            rule=rule_change_in_words(question.rule, problem.rule, problems),
            form=form_of(question, solution, say),
        )


def _words(question: Question, solution: Solution, say: Say) -> str:
    """The question without the options, which the page has as fields."""
    match question.answer_form(solution):
        case Options(in_tree=False, several=several, text=text, unshuffled=unshuffled):
            how = "several" if several else "one"
            note = [say("choice.set-order")] if unshuffled else []
            return shown_text("\n".join([text, say(f"sheet-page.choose-{how}"), *note]))
    return shown_text(question.in_full(solution, say))


def _data(
    problems: ProblemSet, student: str | None, plain: str, readers: frozenset[str], say: Say
) -> dict[str, Any]:
    """What the script needs: names, what the grader understands, and what it says.

    `key` tells this sheet from all others.
    """
    told = (key for reader in sorted(readers) for key in _SENTENCES_OF_READERS.get(reader, ()))
    spoken = (_SCRIPT_SENTENCES, *_GRADERS_SENTENCES, *told)
    return {
        "set": problems.id,
        "version": problems.version,
        "mark": PAGE_MARK,
        "programs": list(problems.program_files),
        "key": sha256(plain.encode()).hexdigest()[:16],
        "problems": [
            _problem_data(problem.seen_by(student), problem.variant(student), say)
            for problem in problems.on_sheet
        ],
        "reading": _reading() | (_reading_sets() if readers & _SET_READERS else {}),
        "say": {
            key.removeprefix(_SCRIPT_SENTENCES): sentence
            for key, sentence in say.catalogue.items()
            if key.startswith(spoken)
        },
    }


def _problem_data(problem: Problem, variant: int, say: Say) -> dict[str, Any]:
    """The nodes of a tree, each with its number if one is written on it, and what is asked of them."""
    problem, tree = problem.at(variant), problem.trees[variant].tree
    numbers = map(_written_number, tree.utilities, tree.estimates)
    nodes = zip(tree.names, tree.parents, tree.labels, numbers, strict=True)
    questions = [asked.question for asked in problem.questions]
    return {
        "id": problem.id,
        "nodes": list(nodes) if problem.has_tree else [],
        "questions": {
            question.id: _question_data(question, problem.solution_for(question, variant), say)
            for question in questions
        },
    }


def _question_data(question: Question, solution: Solution, say: Say) -> dict[str, Any]:
    """What the page has to know to tell whether an answer can be read."""
    form = form_of(question, solution, say)
    found = {
        **_form_data(form, question.answer_form(solution)),
        "limit": question.rule.limit,
        "given": {str(Unknown(name)): str(number) for name, number in question.given},
        "blank": squeezed(question.blank(solution)),
        "once": _once_data(form, question, solution),
    }
    return _told(found)


def _told(found: dict[str, Any]) -> dict[str, Any]:
    """Without what is empty, which the script takes for granted."""
    return {name: value for name, value in found.items() if value not in (None, "", 0, (), [], {})}


def _form_data(form: SheetForm, asked: AnswerForm) -> dict[str, Any]:
    return {
        "reader": form.reader,
        "nodes": [item.node for item in form.items] if form.widget in _PER_NODE else [],
        "units": units_of(asked) if isinstance(asked, OneNumber) else (),
        "players": len(form.ends),
        "unknown": form.unknown,
    }


def _once_data(form: SheetForm, question: Question, solution: Solution) -> dict[str, Any] | None:
    """How an answer for one depth is read, and how far the tree goes then; None where no depth is asked."""
    asked = question.answer_form(solution)
    if form.once is None or not isinstance(asked, OncePerDepth):
        return None
    limits = {depth: question.rule.changed(depth=depth).limit for depth in asked.depths}
    return _told({**_form_data(form.once, asked.form), "limits": limits})


def _written_number(utility: Utility | None, estimate: Number | None) -> str | None:
    """The utility of a leaf, or what is taken for a node's value where the search ends at it."""
    number = estimate if utility is None else utility
    return None if number is None else str(number)


def _reading() -> dict[str, Any]:
    """What the grader takes for something else, and its words: the page reads answers as the grader does."""
    plain = (chr(sign) if isinstance(sign, int) else sign for sign in PLAIN_SIGNS.values())
    return {
        "typed": "".join(map(chr, PLAIN_SIGNS)),
        "plain": "".join(plain),
        "bounds": BOUND_SIGNS,
        "ends": SIDES,
        "between": sorted(BETWEEN_WORDS),
        "nothing": sorted(NOTHING_WORDS),
        "ands": sorted(AND_WORDS),
        "sides": SIDE_WORDS,
        "claims": sorted(CLAIM_WORDS),
        "nouns": NOUNS,
        "moves": sorted(MOVE_WORDS),
        "steps": sorted(STEP_WORDS),
        "values": sorted(VALUE_WORDS),
        "signs": sorted(VALUE_SIGNS),
        "is": sorted(IS_WORDS),
        "cuts": sorted(CUT_WORDS),
        "counts": sorted(COUNT_WORDS),
        "joints": sorted(JOINT_WORDS),
        "depths": sorted(DEPTH_WORDS),
        "corrections": {
            "most": MOST_WORDS,
            "steps": sorted(STEP_WORDS_OF_RUN),
            "instead": sorted(INSTEAD_WORDS),
            "idle": sorted(IDLE_WORDS),
        },
    }


def _reading_sets() -> dict[str, Any]:
    return {
        "sets": {
            "signs": SET_SIGNS,
            "beyond": OR_BEYOND,
            "words": [(kind, list(words)) for kind, words in SET_WORDS.items()],  # the first that fits counts
        }
    }
