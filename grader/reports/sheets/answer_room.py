"""A question → its words on paper, and the place for its answer, which a key has filled in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import assert_never

from grader.questions import Question
from grader.questions import answer_form as forms
from grader.reports.set_words import key_in_words, shown_key
from grader.solving import Solution
from grader.text.numbers import show_number
from grader.text.sentences import Say
from grader.tree.notation import write_name


@dataclass(frozen=True, slots=True)
class Blank:
    """A place for an answer, short or a `long` line, and what stands before it; empty but on a key.

    One that is `tied` stays on the line of the one before it.
    """

    label: str
    answer: str = ""
    long: bool = False
    tied: bool = False


@dataclass(frozen=True, slots=True)
class Tick:
    """An option with a box; on a key the right ones are ticked, and the feedback stands below.

    `written` is what one types for it.
    """

    text: str
    written: str
    ticked: bool = False
    feedback: str = ""


@dataclass(frozen=True, slots=True)
class AnswerRoom:
    """The place for an answer, which is made of blanks, options or lines."""

    blanks: tuple[Blank, ...] = ()
    options: tuple[Tick, ...] = ()
    lines: tuple[str, ...] = ()


def room_for(question: Question, solution: Solution, say: Say, *, key: bool) -> AnswerRoom:
    """The place for the answer to a question; on a key with the right one."""
    if key and question.needs_person:
        return AnswerRoom(lines=(say("key.by-hand"),))
    return _Writer(question, solution, say, key).room(question.answer_form(solution))


def words_on_paper(question: Question, solution: Solution, say: Say) -> str:
    """The question; what can be ticked stands below it anyway."""
    match question.answer_form(solution):
        case forms.Options(in_tree=False, several=several, text=text, unshuffled=unshuffled):
            how = say("exam.tick-many" if several else "exam.tick-one")
            if unshuffled:
                how = say("drawing.space").join((how, say("choice.set-order")))
            return say("exam.choice", text=text.strip(), how=how) if text else how
    return question.in_full(solution, say)


@dataclass(frozen=True, slots=True)
class _Writer:
    """A question, and what is needed to make room for its answer."""

    question: Question
    solution: Solution
    say: Say
    key: bool

    def room(self, form: forms.AnswerForm) -> AnswerRoom:  # noqa: C901, PLR0911 - each form
        match form:
            case forms.OneNumber() | forms.Options(in_tree=True):
                answer = key_in_words(self.question, self.solution, self.say) if self.key else ""
                return AnswerRoom(blanks=(Blank("", answer),))
            case forms.NumberPerNode(nodes):
                return AnswerRoom(blanks=tuple(self._node(name) for name in nodes))
            case forms.WindowsPerNode(nodes) | forms.ChildOrder(nodes):
                return AnswerRoom(blanks=tuple(self._node(name, long=True) for name in nodes))
            case forms.IntervalPerNode(nodes, ends=ends):
                return self._numbers(nodes, [self.say(f"sheet-page.{end}") for end in ends])
            case forms.NumbersPerNode(nodes, labels=labels):
                return self._numbers(nodes, labels)
            case forms.Options(options):
                return AnswerRoom(options=tuple(map(self._option, options)))
            case forms.Claim():
                return AnswerRoom(options=(self._claim(True), self._claim(False)))
            case forms.WrittenTree(blanks) if blanks and not self.key:
                return AnswerRoom(blanks=tuple(Blank(f"{write_name(leaf)} = ") for leaf in blanks))
            case forms.FoundMistake() if not self.key:
                step, instead = (self.say(f"sheet-page.{word}") for word in ("step", "instead"))
                return AnswerRoom(blanks=(Blank(f"{step}: "), Blank(f"{instead}: ", long=True)))
            case forms.OncePerDepth() if not self.key:
                return self._once_per_depth(form)
            case (
                forms.NodeSet() | forms.NodeOrder() | forms.CutList() | forms.FreeText() | forms.WindowList()
                | forms.NumberSet() | forms.WrittenTree() | forms.FoundMistake() | forms.OncePerDepth()
            ):  # fmt: skip
                return AnswerRoom(lines=self._lines())
        assert_never(form)

    def _node(self, name: str, *, long: bool = False) -> Blank:
        """A blank for what is asked of a node."""
        question, solution = self.question, self.solution
        answer = question.show_part(question.expected(name, solution), solution) if self.key else ""
        return Blank(f"{write_name(name)} = ", answer, long)

    def _numbers(self, nodes: Sequence[str], labels: Sequence[str]) -> AnswerRoom:
        """A blank for each of the numbers that are asked of each node."""
        return AnswerRoom(
            blanks=tuple(
                Blank(
                    f"{self.say('sheet-page.end-of', end=label, node=write_name(name))} = ",
                    show_number(self.question.expected(name, self.solution)[place]) if self.key else "",
                    tied=place > 0,
                )
                for name in nodes
                for place, label in enumerate(labels)
            )
        )

    def _option(self, option: forms.AnswerOption) -> Tick:
        text = self.say("choice.option", letter=option.written, text=option.text)
        if not self.key:
            return Tick(text, option.written)
        right = option.value in self.question.key(self.solution)
        return Tick(text, option.written, right, self.question.feedback_on(option.value))

    def _claim(self, claim: bool) -> Tick:
        word = self.say("exam.true" if claim else "exam.false")
        if not self.key:
            return Tick(word, word)
        return Tick(word, word, self.question.key(self.solution) == claim, self.question.feedback_on(claim))

    def _once_per_depth(self, form: forms.OncePerDepth) -> AnswerRoom:
        """A blank for each depth, which is long unless one short blank is enough for an answer."""
        once = self.room(form.form).blanks
        long = len(once) != 1 or once[0].long
        labels = (self.say("sheet-page.depth", depth=depth) for depth in form.depths)
        return AnswerRoom(blanks=tuple(Blank(f"{label}: ", long=long) for label in labels))

    def _lines(self) -> tuple[str, ...]:
        """The lines to write on, so many as the tree is large: their number tells nothing of the answer."""
        if self.key:
            return (shown_key(self.question, self.solution),)
        least, nodes = self.question.room
        return ("",) * (least + len(self.solution.tree) // nodes)
