"""`code:` of a problem → Code: the program that is handed in, and its limits."""

from __future__ import annotations

import re
from fractions import Fraction

from grader.document import Fields, Value, as_text, mistake_at, one_of
from grader.document.schema import STRING, Schema, described, group, only_one, whole
from grader.problems.field_readers import as_points, list_within, whole_within
from grader.problems.problem import Code
from grader.sandbox.apis import APIS, TREE
from grader.text.numbers import NumberError, read_number

_MAX_SECONDS = 600
_MAX_MEMORY = 8 << 30
_MAX_VISITS = 100_000_000

_CALLED = ("function", "class", "command")
_CLASSES = " or ".join(api.name for api in APIS.values() if api.written == "class")
_COMMAND: Schema = {"type": "array", "items": STRING, "minItems": 1}
_SECONDS: Schema = {"type": ["number", "string"], "exclusiveMinimum": 0}
_FIELDS: dict[str, Schema] = {
    "file": described(STRING, "the file to submit, such as `search.py`"),
    "function": described(STRING, "the function that is called"),
    "class": described(STRING, f"the agent's class, if `api` is {_CLASSES}"),
    "api": described({"enum": list(APIS)}, "how the program accesses the tree"),
    "command": described(_COMMAND, "how a program in another language is started"),
    "seconds": described(_SECONDS, "the processor time for one tree"),
    "seconds-in-all": described(_SECONDS, "the processor time for all trees together"),
    "memory": described({"type": ["string", "integer"]}, "such as `256 MB`"),
    "visits": described(whole(1, _MAX_VISITS), "how many nodes it may look at"),
}
_NAMED = {"dependentRequired": {"function": ["file"], "class": ["file"]}}  # a command names its file
CODE: Schema = group(_FIELDS) | only_one(*_CALLED) | _NAMED

_MODULE = re.compile(r"[^\W\d]\w*\.py")
_SIZE = re.compile(r"\s*+([0-9.]++)\s*+([KMG]?)i?B?\s*+", re.IGNORECASE)
_UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}


def read_code(value: Value) -> Code:
    """The fields of `code:`."""
    fields = Fields(value)
    what = fields.only_one(*_CALLED)
    api = fields.read("api", one_of(tuple(APIS)), TREE.name)
    command: tuple[str, ...] = fields.read("command", list_within(1, 50, as_text), ())
    code = Code(
        file=_read_file(fields, what, command),
        name="" if what == "command" else _read_name(fields, what, api),
        api=api,
        command=command,
        seconds=fields.read("seconds", _as_seconds, 2),
        memory=fields.read("memory", _as_size, 256 << 20),
        visits=fields.read("visits", whole_within(1, _MAX_VISITS), 1_000_000),
        seconds_in_all=fields.read("seconds-in-all", _as_seconds, 60),
    )
    fields.finish()
    return code


def _read_file(fields: Fields, what: str, command: tuple[str, ...]) -> str:
    """The file that is handed in; where a command does not say, the last word of it."""
    if what != "command":
        return fields.read("file", _as_module)
    return fields.read("file", as_text, command[-1] if command else "")


def _read_name(fields: Fields, what: str, api: str) -> str:
    """The function that is called; with agents, the class that is made."""
    name: str = fields.read(what, as_text)
    if not str(name).isidentifier():
        hint = f"write the name alone, such as `{_EXAMPLES[what]}`"
        fields.note(what, f"a {what} cannot have this name", hint)
    wanted = APIS[api].written
    if what != wanted:
        message = f"with `api: {api}` students write a {wanted}"
        fields.note(what, message, f"write `{wanted}: {APIS[api].example}`, or another `api:`")
    return name


_EXAMPLES: dict[str, str] = {api.written: api.example for api in APIS.values()}


def _as_module(value: Value) -> str:
    name = as_text(value)
    if _MODULE.fullmatch(name) is None:
        raise mistake_at(value, "this is not the name of a Python file", "write a name such as `search.py`")
    return name


def _as_seconds(value: Value) -> Fraction | int:
    seconds = as_points(value)
    if not 0 < seconds <= _MAX_SECONDS:
        message = f"a time limit lies between 0 and {_MAX_SECONDS} seconds"
        raise mistake_at(value, message, "write a number of seconds, such as `2` or `0.5`")
    return seconds


def _as_size(value: Value) -> int:
    """Bytes, as `256 MB`."""
    size = _size(as_text(value))
    if size is None or not 32 << 20 <= size <= _MAX_MEMORY:
        message = "a memory limit lies between 32 MB and 8 GB"
        raise mistake_at(value, message, "write it as `256 MB`")
    return size


def _size(text: str) -> int | None:
    found = _SIZE.fullmatch(text)
    if found is None:
        return None
    try:
        number = read_number(found[1])
    except NumberError:
        return None
    return None if isinstance(number, float) else int(number * _UNITS[found[2].upper()])
