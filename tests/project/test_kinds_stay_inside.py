"""Only `grader/questions` knows kinds of questions: all else goes by forms of answers and by stated facts."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import grader
from grader.questions import Question

PACKAGE = Path(grader.__file__).parent
ROOT = PACKAGE.parent
INSIDE = "grader/questions/"
FILES = [
    file
    for folder in ("benchmarks", "grader", "tools")
    for file in sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / folder).rglob("*.py"))
    if not file.startswith(INSIDE)
]
ASKING = frozenset(("isinstance", "issubclass"))
WORDS = re.compile(r"\b(?:question|ask|grader\.questions)\b")  # one of which stands in every decision by kind


def test_no_module_decides_by_kinds() -> None:
    assert FILES
    texts = {file: (ROOT / file).read_text(encoding="utf-8") for file in FILES}
    assert [f"{file}: {breach}" for file, text in texts.items() for breach in breaches(text)] == []


ABOUT_NODES = "from grader.questions.node_question import AboutNodes"
BREACHES = {
    "an import": "from grader.questions.kinds.choice import Choice",
    "an import of all": "from grader.questions import kinds",
    "a plain import": "import grader.questions.kinds.choice",
    "an import inside a function": "def late():\n    from grader.questions.kinds import choice",
    "what a question is": "isinstance(question, Choice)",
    "what something's question is": "isinstance(entry.asked.question, kind)",
    "which class it is": f"{ABOUT_NODES}\nisinstance(asked, (str, AboutNodes))",
    "a class among classes": f"{ABOUT_NODES}\nissubclass(kind, AboutNodes)",
    "a pattern": f"{ABOUT_NODES}\nmatch asked:\n    case AboutNodes(): pass",
    "a match of a question": "match ready.question:\n    case Choice(): pass",
    "a field that some have": "getattr(question, 'of', None)",
    "whether there is a field": "hasattr(asked.question, 'text')",
    "a comparison": "question.ask == 'value'",
    "a comparison of a check": "'cutoffs' != check.ask",
    "a membership": "entry.question.ask in ('value', 'count')",
    "a comparison of a copy": "ask = question.ask\nif ask == 'value': pass",
    "a match of what is asked": "match question.ask:\n    case 'value': pass",
    "a table": "LINES[question.ask]",
    "a table with a default": "LINES.get(check.ask, 1)",
}


@pytest.mark.parametrize("text", BREACHES.values(), ids=BREACHES)
def test_a_decision_by_kind_is_found(text: str) -> None:
    assert len(list(breaches(text))) == 1


FREE = {
    "the kinds themselves": "from grader.questions import KINDS, Question",
    "any question": "from grader.questions import Question\nisinstance(found, Question)",
    "something else of that name": "from grader.document import Value\nisinstance(found, Value)",
    "a form": "isinstance(question.answer_form(solution), Options)",
    "a match of a form": "match question.answer_form(solution):\n    case Options(): pass",
    "what is asked, in words": "say(f'question-title.{question.ask}')",
    "a field that all have": "getattr(question, name)",
    "a fact": "question.observable == 'value'",
}


@pytest.mark.parametrize("text", FREE.values(), ids=FREE)
def test_what_goes_by_forms_and_facts_is_let_alone(text: str) -> None:
    assert list(breaches(text)) == []


def breaches(text: str) -> Iterator[str]:
    """Every place at which a module decides by kinds, as its line and the text there."""
    if not WORDS.search(text):  # as in most files, which need not be parsed
        return
    nodes = list(ast.walk(ast.parse(text)))
    classes = frozenset(_question_classes(nodes))
    for node in nodes:
        if _imports_kinds(node) or _asks_for_class(node, classes) or _goes_by_ask(node):
            yield f"line {node.lineno}: {ast.unparse(node)}"  # type: ignore[attr-defined]


def _question_classes(nodes: list[ast.AST]) -> Iterator[str]:
    """The names under which classes of questions, other than that of all, are imported."""
    kinds = {kind.__name__ for kind in _below(Question)}
    for node in nodes:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("grader.questions"):
            yield from (name.asname or name.name for name in node.names if name.name in kinds)


def _below(kind: type[Any]) -> Iterator[type[Any]]:
    for narrower in kind.__subclasses__():
        yield narrower
        yield from _below(narrower)


def _imports_kinds(node: ast.AST) -> bool:
    match node:
        case ast.Import(names):
            return any(name.name.startswith("grader.questions.kinds") for name in names)
        case ast.ImportFrom(module="grader.questions", names=names):
            return any(name.name == "kinds" for name in names)
        case ast.ImportFrom(module=str(module)):
            return module.startswith("grader.questions.kinds")
    return False


def _asks_for_class(node: ast.AST, classes: frozenset[str]) -> bool:
    """Whether something is done only for a class of questions, or for those that have a field."""
    match node:
        case ast.Call(ast.Name(function), [subject, of]) if function in ASKING:
            named = {one.id for one in ast.walk(of) if isinstance(one, ast.Name)}
            return _is_called(subject, "question") or bool(named & classes)
        case ast.Call(ast.Name("hasattr"), [subject, _]) | ast.Call(ast.Name("getattr"), [subject, _, _]):
            return _is_called(subject, "question")
        case ast.Match(subject):
            return _is_called(subject, "question")
        case ast.MatchClass(ast.Name(name)):
            return name in classes
    return False


def _goes_by_ask(node: ast.AST) -> bool:
    """Whether it depends on what a question, or a check of one, calls itself."""
    match node:
        case ast.Compare(left, _, others):
            return any(_is_called(one, "ask") for one in (left, *others))
        case ast.Match(subject) | ast.Subscript(_, subject):
            return _is_called(subject, "ask")
        case ast.Call(ast.Attribute(_, "get"), [key, *_]):
            return _is_called(key, "ask")
    return False


def _is_called(node: ast.expr, name: str) -> bool:
    match node:
        case ast.Name(found) | ast.Attribute(_, found):
            return found == name
    return False
