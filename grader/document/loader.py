"""The source of an instructor's YAML or JSON file → its Value, or an InputError in plain words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import yaml

from grader.document.values import Mapping, Scalar, Sequence, Value
from grader.document.yaml_mistakes import explain
from grader.text.source import InputError, Mistake, Source, Span, refusal
from grader.tree.notation import has_half_a_character

MAX_CHARACTERS = 8_000_000
MAX_DEPTH = 100

_FORBIDDEN = re.compile("[^\t\n\r -~\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]|(?!^)\ufeff")
_WORD = re.compile(r"[^\s,\[\]{}]*")
_BLOCK_HEADER = re.compile(r"[^\r\n]*\s*")


def load_document(source: Source) -> Value:
    """What the file says, with the place of everything; aliases, anchors and tags are refused."""
    if len(source.text) > MAX_CHARACTERS:
        message = f"the file is longer than {MAX_CHARACTERS:,} characters"
        raise refusal(source.name, message, "keep large trees in files of their own")
    if found := _FORBIDDEN.search(source.text):
        message = f"this character cannot stand in a file: U+{ord(found[0]):04X}"
        raise _error(source, Span(*found.span()), message, "delete it, and type the text around it again")
    return _build(source)


@dataclass(slots=True)
class _Open:
    """A collection that is still being read; `keys` is None for a list."""

    start: int
    block: bool
    keys: list[Scalar] | None = None
    values: list[Value] = field(default_factory=list)

    @property
    def awaits_key(self) -> bool:
        return self.keys is not None and len(self.keys) == len(self.values)


def _build(source: Source) -> Value:
    """The one document of the file, put together without recursion."""
    stack = [_Open(0, block=False)]
    for event, span in _events(source):
        match event:
            case yaml.DocumentStartEvent():
                _check_single(source, stack[0], span)
            case yaml.NodeEvent():
                _check_literal(source, event, span)
        match event:
            case yaml.SequenceStartEvent() | yaml.MappingStartEvent():
                _check_nesting(source, stack, span)
                keys: list[Scalar] | None = [] if isinstance(event, yaml.MappingStartEvent) else None
                stack.append(_Open(span.start, not event.flow_style, keys))
            case yaml.ScalarEvent():
                _add(source, stack[-1], _scalar(source, event, span))
            case yaml.SequenceEndEvent() | yaml.MappingEndEvent():
                closed = stack.pop()
                _add(source, stack[-1], _close(source, closed, span.end))
    if not stack[0].values:
        raise refusal(source.name, "there is nothing in this file", "start with a field: `name: value`")
    return stack[0].values[0]


def _events(source: Source) -> Iterator[tuple[yaml.Event, Span]]:
    text = source.text.removeprefix("\ufeff")
    shift = len(source.text) - len(text)
    try:
        for event in yaml.parse(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
            start, end = event.start_mark, event.end_mark
            assert start is not None and end is not None  # noqa: PT018 - what is parsed stands somewhere
            yield event, Span(shift + start.index, shift + end.index)
    except yaml.MarkedYAMLError as error:
        raise InputError([explain(source, error, shift)]) from None


def _check_single(source: Source, top: _Open, span: Span) -> None:
    if top.values:
        raise _error(source, span, "a second document starts here", "delete this line, or use two files")


def _check_literal(source: Source, event: yaml.NodeEvent, span: Span) -> None:
    """Refuse what makes a text mean another thing than it says: aliases, anchors and tags."""
    word = _WORD.match(source.text, span.start)
    where = Span(span.start, word.end() if word else span.end)
    if isinstance(event, yaml.AliasEvent):
        message, hint = "a reference with `*` is not understood", "write the thing out again, or use quotes"
        raise _error(source, where, message, hint)
    if event.anchor:
        message, hint = "a name with `&` is not understood", "delete it, or put the text in quotes"
        raise _error(source, where, message, hint)
    if getattr(event, "tag", None):
        message, hint = "a tag with `!` is not understood", "delete it, or put the text in quotes"
        raise _error(source, where, message, hint)


def _check_nesting(source: Source, stack: list[_Open], span: Span) -> None:
    where = Span(span.start, span.start + 1)
    if stack[-1].awaits_key:
        message = "a name is expected before a colon, not a list or fields"
        raise _error(source, where, message, "if it is meant as a text, put it in quotes")
    if len(stack) > MAX_DEPTH:
        message = f"this is nested more than {MAX_DEPTH} deep"
        raise _error(source, where, message, "put it in a file of its own, if it is a tree")


def _add(source: Source, parent: _Open, value: Value) -> None:
    if parent.keys is None or not parent.awaits_key or not isinstance(value, Scalar):
        parent.values.append(value)
        return
    if value.text == "<<" and not value.quoted:
        raise _error(source, value.span, "`<<` is not understood", "write the fields out again")
    parent.keys.append(value)


def _close(source: Source, closed: _Open, end: int) -> Value:
    if closed.block:  # YAML ends a block only where the next one begins
        end = max((value.span.end for value in (*closed.values[-1:], *(closed.keys or [])[-1:])), default=end)
    span = Span(closed.start, end)
    if closed.keys is None:
        return Sequence(tuple(closed.values), source, span)
    return Mapping(tuple(zip(closed.keys, closed.values, strict=True)), source, span)


def _scalar(source: Source, event: yaml.ScalarEvent, span: Span) -> Scalar:
    if has_half_a_character(event.value):
        raise _error(source, span, "this text has half a character in it", "write the character itself")
    style = event.style or ""
    if style in ("|", ">"):
        span = Span(span.start, span.start + len(source.text[span.start : span.end].rstrip()))
    return Scalar(event.value, source, span, _content(source.text, span, style), quoted=style in ("'", '"'))


def _content(text: str, span: Span, style: str) -> Span | None:
    """Where the words themselves stand, without quotes or `|`; nowhere if they are escaped."""
    if style in ("|", ">"):
        header = _BLOCK_HEADER.match(text, span.start, span.end)
        return Span(header.end() if header else span.start, span.end)
    if style not in ("'", '"'):
        return span
    escape = "\\" if style == '"' else "''"
    inner = Span(span.start + 1, span.end - 1)
    return None if text.find(escape, inner.start, inner.end) >= 0 else inner


def _error(source: Source, span: Span, message: str, hint: str) -> InputError:
    return InputError([Mistake(message, source, span, hint)])
