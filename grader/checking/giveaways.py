"""A question's answer, given away by the text of its problem.

A number alone is no sign: texts state bounds, depths and rules. It must be said of the node, or names
must stand together in a sentence that is about what is asked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from grader.checking.asked_questions import posed
from grader.checking.finding import Finding, warning
from grader.problems import Problem, ProblemSet
from grader.questions import Question
from grader.solving import Solution
from grader.text.numbers import Number, pretty_number, show_number
from grader.tree import Kind

_SENTENCE_END = re.compile(r"(?<=[.!?;])\s+")
_ENOUGH_NAMES = 3  # so many in the right order are no accident, whatever the sentence is about
_PRUNING = r"\b(?:prun|cut|skip|never)"
_LOOKING = r"\b(?:evaluat|visit|look|search)"
_TOPICS = {
    "pruned": _PRUNING,
    "irrelevant": r"\b(?:irrelevant|matter)",
    "visited": _LOOKING,
    "line": r"\b(?:line|variation)\b",
}
_COUNTS = {
    "leaves-evaluated": (r"lea(?:f|ves)", _LOOKING),
    "nodes-visited": (r"nodes?", _LOOKING),
    "leaves-pruned": (r"lea(?:f|ves)", _PRUNING),
}


def answers_are_not_in_the_text(problems: ProblemSet) -> Iterator[Finding]:
    """A warning where the text of a problem says what one of its questions asks for."""
    for entry in posed(problems):
        gives_away = _SIGNS.get(entry.question.ask, _says_nothing)
        for sentence in _sentences(entry.problem):
            if all(gives_away(entry.question, solution, sentence) for solution in entry.solutions):
                message = f"the text gives away the answer to `{entry.name}`: “{sentence}”"
                yield warning("answer-in-text", message, "say less", entry.spot)
                break


def _sentences(problem: Problem) -> Iterator[str]:
    """What students read before they answer; a claim or an option may be wrong, and gives nothing away."""
    asked = (entry.question for entry in problem.questions)
    texts = (question.text for question in asked if question.ask in ("choice", "manual"))  # type: ignore[attr-defined]
    for text in filter(None, (problem.title, problem.text, *texts)):
        yield from _SENTENCE_END.split(" ".join(text.split()))


def _says_nothing(question: Question, solution: Solution, sentence: str) -> bool:
    del question, solution, sentence  # no sentence is likely to hold such an answer
    return False


def _says_value(question: Question, solution: Solution, sentence: str) -> bool:
    """Such as `B is worth 3`; what a leaf is worth is no secret."""
    tree = solution.tree
    inner = (name for name in question.key(solution) if tree[name].kind is not Kind.LEAF)
    return any(
        re.search(rf"{_subject(name, tree.names[0])}{_IS}{_number(question.key(solution)[name])}", sentence)
        for name in inner
    )


_IS = r"[`'’\"]*(?:'s value|’s value)?\s*+(?:=|:|equals|(?:is|has)(?: worth| value| the value)?)\s*+[`'\"]?"


def _subject(name: str, root: str) -> str:
    return rf"(?:{_word(name)}|\b[Rr]oot)" if name == root else _word(name)


def _number(number: Number) -> str:
    """A number as a text may write it, and no part of a longer one."""
    spellings = "|".join(map(re.escape, {show_number(number), pretty_number(number)}))
    return rf"(?<![\w.])(?:{spellings})(?![\w/]|\.\d)"


def _says_move(question: Question, solution: Solution, sentence: str) -> bool:
    """Such as `the best move is a1`, or `a1 is best`."""
    del question
    moves = "|".join(_word(move) for move in solution.best_moves)
    quote = r"[`'\"]?"
    return bool(
        re.search(rf"[Bb]est move(?: is|:| =) {quote}(?:{moves})", sentence)
        or re.search(rf"(?:{moves}){quote} is (?:the )?best\b", sentence)
    )


def _says_names(question: Question, solution: Solution, sentence: str) -> bool:
    """Such as `C2 and C3 are pruned`."""
    names: Sequence[str] = question.key(solution)
    between = r"[\s`,]*+(?:(?:→|->|\band\b|\bthen\b)[\s`,]*+)?"
    together = between.join(map(_word, names))
    enough = len(names) >= _ENOUGH_NAMES or re.search(_TOPICS[question.ask], sentence)
    return bool(names and enough and re.search(together, sentence))


def _says_count(question: Question, solution: Solution, sentence: str) -> bool:
    """Such as `7 leaves are evaluated`."""
    counted, topic = _COUNTS[getattr(question, "of", "")]
    number = question.key(solution)
    found = re.search(rf"{_number(number)}(?: of the \w+)? {counted}\b", sentence)
    return bool(found and re.search(topic, sentence))


def _word(name: str) -> str:
    return rf"(?<!\w){re.escape(name)}(?!\w)"


_SIGNS: Mapping[str, Callable[[Question, Solution, str], bool]] = {
    "value": _says_value,
    "best-move": _says_move,
    "count": _says_count,
    **dict.fromkeys(_TOPICS, _says_names),
}
