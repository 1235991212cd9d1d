"""The public names of the package → the page of its Python API, read from the source."""

import ast
import inspect
import sys
from collections.abc import Iterator
from itertools import zip_longest
from textwrap import dedent
from typing import Any, Literal, get_args, get_origin

import grader

Function = ast.FunctionDef | ast.AsyncFunctionDef
INTRODUCTION = """\
# Python

Everything that `import grader` offers. What stands nowhere here may change at any time.

```pycon
>>> import grader
>>> solution = grader.solve(grader.parse_tree("max(min(3, 12, 8), min(2, 4, 6))"), grader.Rule(ties="cut"))
>>> solution.value, solution.best_moves, solution.pruned
(3, ('B',), ('C2', 'C3'))
>>> problems = grader.load_problems("docs/examples/week1/set.yaml")
>>> grade = grader.grade(problems, grader.load_submission("docs/examples/week1/ada.yaml"))
>>> grade.earned, grade.possible
(13, 14)
>>> grader.render(grade, "txt").splitlines()[0]
'ada (docs/examples/week1/ada.yaml)'
```
"""


def python_page() -> str:
    """Functions first, then the values that they take and give."""
    public = {name: getattr(grader, name) for name in grader.__all__}
    functions = [name for name in public if not inspect.isclass(public[name])]
    classes = [name for name in public if inspect.isclass(public[name])]
    parts = [_function(name, public[name]) for name in functions] + [_class(public[name]) for name in classes]
    return "\n".join([INTRODUCTION, *parts])


def _function(name: str, function: Any) -> str:
    parsed = _parsed(function)
    assert isinstance(parsed, Function)
    return f"## grader.{name}\n```python\ndef {_signature(parsed, name)}: ...\n```\n\n{_said(parsed)}\n"


def _class(kind: type) -> str:
    parsed = _parsed(kind)
    assert isinstance(parsed, ast.ClassDef)
    lines = [f"## grader.{kind.__name__}", _said(parsed), ""]
    for title, rows in (("fields", _fields(kind, parsed)), ("methods and properties", _methods(parsed))):
        if found := list(rows):
            lines += [f"{title}:\n", *found, ""]
    return "\n".join(lines)


def _parsed(thing: Any) -> ast.stmt:
    return ast.parse(dedent(inspect.getsource(inspect.unwrap(thing)))).body[0]


def _signature(function: Function, name: str) -> str:
    returns = f" -> {ast.unparse(function.returns)}" if function.returns else ""
    return f"{name}({ast.unparse(function.args)}){returns}"


def _said(definition: Function | ast.ClassDef) -> str:
    return (ast.get_docstring(definition) or "").replace("<", "&lt;")


def _fields(kind: type, parsed: ast.ClassDef) -> Iterator[str]:
    """Fields of a dataclass with types and what they say; members of an enumeration with their values."""
    for line, below in zip_longest(parsed.body, parsed.body[1:]):
        if isinstance(line, ast.AnnAssign) and not _is_private(target := ast.unparse(line.target)):
            said = (
                f"`{target}: {ast.unparse(line.annotation)}`",
                _told(below),
                _words(kind, line.annotation),
            )
            yield "- " + ": ".join(filter(None, said))
        elif isinstance(line, ast.Assign) and not _is_private(ast.unparse(line.targets[0])):
            yield f"- `{ast.unparse(line)}`"


def _told(line: ast.stmt | None) -> str:
    """What a text below a field says of it."""
    match line:
        case ast.Expr(ast.Constant(str(said))):
            return said.removesuffix(".")
    return ""


def _words(kind: type, annotation: ast.expr) -> str:
    """The words that a field may be."""
    names = [part.id for part in ast.walk(annotation) if isinstance(part, ast.Name)]
    types = [getattr(sys.modules[kind.__module__], name, None) for name in names]
    words = [f"`{word}`" for one in types if get_origin(one) is Literal for word in get_args(one)]
    return " or ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def _methods(parsed: ast.ClassDef) -> Iterator[str]:
    for line in parsed.body:
        if isinstance(line, Function) and not _is_private(line.name):
            first = _said(line).split("\n\n")[0].replace("\n", " ")
            yield f"- `{_shown(line)}`" + (f": {first}" if first else "")


def _shown(function: Function) -> str:
    """A property as it is read, a method as it is called."""
    decorators = {ast.unparse(decorator) for decorator in function.decorator_list}
    if decorators & {"property", "cached_property", "functools.cached_property"}:
        return f"{function.name}: {ast.unparse(function.returns) if function.returns else 'Any'}"
    function.args.args = [one for one in function.args.args if one.arg not in ("self", "cls")]
    return _signature(function, function.name)


def _is_private(name: str) -> bool:
    return name.startswith("_")
