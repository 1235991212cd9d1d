"""A question's answer, given away by the text of its problem.

A number alone is no sign: texts state bounds, depths and rules. It must be said of the node, or names
must stand together in a sentence that is about what is asked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from grader.checking.asked_questions import posed
from grader.checking.finding import Finding, warning
from grader.problems import Problem, ProblemSet
from grader.questions import Question
from grader.questions import answer_form as forms
from grader.solving import Solution
from grader.text.numbers import Number, pretty_number, show_number
from grader.tree import Kind, Tree

_SENTENCE_END = re.compile(r"(?<=[.!?;])\s+")
_ENOUGH_NAMES = 3  # so many in the right order are no accident, whatever the sentence is about
_PRUNING = r"\b(?:prun|cut|skip|never)"
_LOOKING = r"\b(?:evaluat|visit|look|search)"
_PLAYING = r"\b(?:line|variation)\b"
_TOPICS: Mapping[forms.Meaning, str] = {
    "pruned": _PRUNING,
    "irrelevant": r"\b(?:irrelevant|matter)",
    "visited": _LOOKING,
    "completed": r"\b(?:complet|finish)",
}
_COUNTED: Mapping[forms.NodeItems, str] = {
    "leaves": r"lea(?:f|ves)", "nodes": r"nodes?", "subtrees": r"subtrees?", "edges": r"edges?",
}  # fmt: skip


def answers_are_not_in_the_text(problems: ProblemSet) -> Iterator[Finding]:
    """A warning where the text of a problem says what one of its questions asks for."""
    for entry in posed(problems):
        for sentence in _sentences(entry.problem):
            if all(_gives_away(entry.question, solution, sentence) for solution in entry.solutions):
                message = f"the text gives away the answer to {entry.title}: “{sentence}”"
                yield warning("answer-in-text", message, "say less", entry.spot)
                break


def _sentences(problem: Problem) -> Iterator[str]:
    """What students read before they answer; a claim or an option may be wrong, and gives nothing away."""
    asked = (entry.question for entry in problem.questions)
    texts = (_text(question.answer_form(problem.solution_for(question))) for question in asked)
    for text in filter(None, (problem.title, problem.text, *texts)):
        yield from _SENTENCE_END.split(" ".join(text.split()))


def _text(form: forms.AnswerForm) -> str:
    return form.text if isinstance(form, forms.Options | forms.FreeText) else ""


def _gives_away(question: Question, solution: Solution, sentence: str) -> bool:
    """Whether a sentence says the answer, if it is in a form in which a sentence is likely to say one."""
    key = question.key(solution)
    match question.answer_form(solution):
        case forms.NumberPerNode():
            return _says_value(key, solution.tree, sentence)
        case forms.OneNumber(counted, meaning) if meaning is not None:
            return _says_number(key, counted, _TOPICS[meaning], sentence)
        case forms.Options(in_tree=True):
            return _says_move((key,) if isinstance(key, str) else key, sentence)
        case forms.NodeSet(meaning=meaning):
            return _says_names(key, _TOPICS[meaning], sentence)
        case forms.NodeOrder(path=path):
            return _says_names(key, _PLAYING if path else _LOOKING, sentence)
    return False


def _says_value(key: Mapping[str, Number], tree: Tree, sentence: str) -> bool:
    """Such as `B is worth 3`; what a leaf is worth is no secret."""
    return any(
        re.search(f"{_subject(name, tree.names[0])}{_IS}{_number(number)}", sentence)
        for name, number in key.items()
        if tree[name].kind is not Kind.LEAF
    )


_IS = r"[`'’\"]*(?:'s value|’s value)?\s*+(?:=|:|equals|(?:is|has)(?: worth| value| the value)?)\s*+[`'\"]?"


def _subject(name: str, root: str) -> str:
    return rf"(?:{_word(name)}|\b[Rr]oot)" if name == root else _word(name)


def _number(number: Number) -> str:
    """A number as a text may write it, and no part of a longer one."""
    spellings = "|".join(map(re.escape, {show_number(number), pretty_number(number)}))
    return rf"(?<![\w.])(?:{spellings})(?![\w/]|\.\d)"


def _says_number(number: Number, counted: forms.NodeItems | None, topic: str, sentence: str) -> bool:
    """Such as `7 leaves are evaluated`."""
    what = rf"(?: of the \w+)? {_COUNTED[counted]}\b" if counted else ""
    return bool(re.search(f"{_number(number)}{what}", sentence) and re.search(topic, sentence))


def _says_move(best: Sequence[str], sentence: str) -> bool:
    """Such as `the best move is a1`, or `a1 is best`."""
    moves = "|".join(map(_word, best))
    quote = r"[`'\"]?"
    return bool(
        re.search(rf"[Bb]est move(?: is|:| =) {quote}(?:{moves})", sentence)
        or re.search(rf"(?:{moves}){quote} is (?:the )?best\b", sentence)
    )


def _says_names(names: Sequence[str], topic: str, sentence: str) -> bool:
    """Such as `C2 and C3 are pruned`."""
    between = r"[\s`,]*+(?:(?:→|->|\band\b|\bthen\b)[\s`,]*+)?"
    together = between.join(map(_word, names))
    enough = len(names) >= _ENOUGH_NAMES or re.search(topic, sentence)
    return bool(names and enough and re.search(together, sentence))


def _word(name: str) -> str:
    return rf"(?<!\w){re.escape(name)}(?!\w)"
