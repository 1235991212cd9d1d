"""A program → what is wrong with its file before it is run, if anything is; for where it cannot be run."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator

from grader.sandbox.run import Program, Run, Trouble
from grader.text.columns import visible

_EVERYTHING = "*"


def trouble_in(program: Program) -> Run | None:
    """That the file is not Python, or has nothing of the name that is asked for; None where it has."""
    data = program.files[program.file]
    try:
        with warnings.catch_warnings(action="ignore"):  # such as those about an odd escape
            tree = ast.parse(data, program.file)
    except SyntaxError as error:
        return _not_python(program, visible(error.msg), error.lineno)
    except (ValueError, RecursionError, MemoryError):  # NUL bytes, and brackets within brackets
        return _not_python(program, "it cannot be read", 1)
    names = set(_names(tree))
    if program.name in names or _EVERYTHING in names:
        return None
    return Run("no-function", trouble=Trouble("no-function", program.name))


def _not_python(program: Program, message: str, line: int | None) -> Run:
    return Run("syntax", trouble=Trouble("SyntaxError", message, program.file, line or 1))


def _names(tree: ast.Module) -> Iterator[str]:
    """What the file defines, imports or assigns, wherever it does."""
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.alias(name=name, asname=asname):
                yield asname or name.partition(".")[0]
            case ast.Name(id=name, ctx=ast.Store()):
                yield name
