"""The source of an instructor's YAML or JSON file → its Value, or an InputError in plain words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

import yaml

from grader.document.values import Mapping, Scalar, Sequence, Value
from grader.text.source import InputError, Mistake, Source, Span, refusal
from grader.tree.notation import has_half_a_character

MAX_CHARACTERS = 8_000_000
MAX_DEPTH = 100

_FORBIDDEN = re.compile("[^\t\n\r -~\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]|(?!^)\ufeff")
_WORD = re.compile(r"[^\s,\[\]{}]*")
_BLOCK_HEADER = re.compile(r"[^\r\n]*\s*")


def read_document(source: Source) -> Value:
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
        raise InputError([explain_yaml(source, error, shift)]) from None


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


_Finding: TypeAlias = tuple[str, int, str]  # what is wrong, at which offset, what to do


def explain_yaml(source: Source, error: yaml.MarkedYAMLError, shift: int = 0) -> Mistake:
    """The mistake behind YAML's refusal; `shift` is what was taken off the start of the text."""
    where = error.problem_mark or error.context_mark
    at = where.index + shift if where else 0
    opened = error.context_mark.index + shift if error.context_mark else at
    said = f"{error.context}: {error.problem}"
    finder = next(finder for pattern, finder in _FINDERS if re.search(pattern, said))
    message, start, hint = finder(source.text, at, opened)
    return Mistake(message, source, Span(start, start + 1), hint)


def _unclosed_quote(text: str, _: int, opened: int) -> _Finding:
    quote = text[opened]
    return f"this `{quote}` is never closed", opened, f"add a `{quote}` at the end of the text"


def _bracket(text: str, at: int, opened: int) -> _Finding:
    closer = "]" if text[opened] == "[" else "}"
    line = text[at : _line_end(text, at)]
    if "\n" not in text[opened:at] and text[at : at + 1] not in "]}" and closer in line:
        hint = f"put a `,` between the things inside `{text[opened]}…{closer}`, or quotes around a text"
        return "a comma is missing before this", _word_start(text, at), hint
    return (
        f"this `{text[opened]}` is never closed",
        opened,
        f"add a `{closer}` where it ends",
    )


def _bad_start(text: str, at: int, opened: int) -> _Finding:
    start = min(at, opened)
    if text[at : at + 1] == "\t":
        return "a tab stands where spaces are needed", at, "indent with spaces only"
    return f"a text cannot start with {_shown(text[start])}", start, "put the text in quotes"


def _stray_colon(text: str, at: int, _: int) -> _Finding:
    """A colon where no name can stand: a second one in a line, or one in a line that is indented wrongly."""
    start = _line_start(text, at)
    if re.search(r":\s", text[start:at]):
        return "a text with `: ` in it needs quotes", at, "put the whole text in quotes"
    above = _line_above(text, start)
    if text.startswith("---", start):
        return "nothing can follow `---` in its line", at, "start in the next line"
    if above is None or re.search(r":(\s|$)", text[above : _line_end(text, above)]):
        begin = _indented(text, start)
        return "this line is indented too far", begin, "let it start exactly below the field that it follows"
    return _no_colon(text, start, _indented(text, above))


def _no_colon(text: str, _: int, opened: int) -> _Finding:
    line = text[opened : _line_end(text, opened)]
    if tight := re.match(r"(?:- +)*[\w-]+(:)\S", line):
        return _tight_colon(text, opened + tight.start(1), opened)
    hint = "write `name: value`, or indent a text that goes on further than its field"
    return "there is no `: ` in this line", opened, hint


def _tight_colon(_: str, at: int, __: int) -> _Finding:
    return "a space is missing after this colon", at, "write `name: value`"


def _dash(_: str, at: int, __: int) -> _Finding:
    return "a list cannot start in the line of its field", at, "start it in the next line, or write `[…]`"


def _block_header(text: str, _: int, opened: int) -> _Finding:
    hint = "start the text in the next line, or put it in quotes"
    return f"nothing can follow `{text[opened]}` in its line", opened, hint


def _misplaced(text: str, at: int, _: int) -> _Finding:
    """Something complete is followed by something that cannot stand there."""
    found = text[at : at + 1]
    if found in ("]", "}"):
        return f"this `{found}` closes nothing", at, "delete it, or add the bracket that it closes"
    if found == ":":
        return "there is no name before this colon", at, "write `name: value`"
    start = _line_start(text, at)
    if _indented(text, start) == at:
        return _misindented(text, at)
    quote = text[start:at].rstrip()[-1:]
    if quote in ("'", '"') and (opening := _opening_quote(text, quote, start, at)) is not None:
        return _unclosed_quote(text, at, opening)
    return (
        "nothing can stand after the end of a quoted text or a list",
        at,
        "put quotes around the whole text",
    )


def _misindented(text: str, at: int) -> _Finding:
    if text.startswith("- ", at):
        return (
            "a list item stands where a field is expected",
            at,
            "indent it below the field that it belongs to",
        )
    above = _line_above(text, _line_start(text, at))
    if above is not None and re.search(r"\s#", text[above : _line_end(text, above)]):
        return "this text was ended by the comment above it", at, "write the text below `name: |`"
    hint = "give it as many spaces as the lines that it belongs with; a long text stands below `name: |`"
    return "the indentation of this line fits nothing above it", at, hint


def _no_value(text: str, at: int, _: int) -> _Finding:
    found = text[at : at + 1]
    if not found:
        return _bracket(text, at, _left_open(text))
    if found == "," and text[:at].rstrip()[-1:] in (",", "[", "{"):
        return "there is nothing before this comma", at, "delete the comma, or write what is missing"
    return f"a text cannot start with {_shown(found)}", at, "put the text in quotes"


def _escape(text: str, at: int, opened: int) -> _Finding:
    start = text.rfind("\\", opened, at + 1)
    hint = "write `\\\\` for a backslash, or use single quotes"
    return f"`{text[start : start + 2]}` means nothing inside double quotes", start, hint


def _after_end(_: str, at: int, __: int) -> _Finding:
    return (
        "nothing can follow here, because the file's list or group is complete",
        at,
        "check the brackets above",
    )


def _tag(_: str, at: int, opened: int) -> _Finding:
    return "a tag with `!` is not understood", min(at, opened), "delete it, or put the text in quotes"


def _directive(text: str, at: int, opened: int) -> _Finding:
    start = _line_start(text, min(at, opened))
    return "lines that start with `%` are not understood", start, "delete the line"


def _unknown(_: str, at: int, __: int) -> _Finding:
    return "this cannot be read", at, "check the indentation, the quotes and the brackets around it"


_FINDERS: tuple[tuple[str, Callable[[str, int, int], _Finding]], ...] = (
    (r"quoted scalar.*(end of stream|document)", _unclosed_quote),
    (r"quoted scalar", _escape),
    (r"',' or '", _bracket),
    (r"cannot start any token|tab character|mapping keys|alias|anchor", _bad_start),
    (r"mapping values are not allowed", _stray_colon),
    (r"could not find expected ':'", _no_colon),
    (r"unexpected ':'", _tight_colon),
    (r"sequence entries are not allowed", _dash),
    (r"block scalar", _block_header),
    (r"block end|expected key|'-' indicator", _misplaced),
    (r"node content", _no_value),
    (r"\btag\b", _tag),
    (r"directive|<stream start>", _directive),
    (r"document start", _after_end),
    (r"", _unknown),
)


def _shown(character: str) -> str:
    return "a backtick" if character == "`" else f"`{character}`"


def _line_start(text: str, at: int) -> int:
    return text.rfind("\n", 0, at) + 1


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end


def _indented(text: str, start: int) -> int:
    """Where the first word of a line stands."""
    while text[start : start + 1] == " ":
        start += 1
    return start


def _line_above(text: str, start: int) -> int | None:
    """The start of the last line above that says something."""
    while start > 0:
        start = _line_start(text, start - 1)
        if text[_indented(text, start) : _line_end(text, start)].rstrip()[:1] not in ("", "#"):
            return start
    return None


def _word_start(text: str, at: int) -> int:
    """The start of the word that ends at `at`, or `at` itself where a word starts there."""
    while text[at : at + 1] == ":" or (at > 0 and text[at - 1].isalnum()):
        at -= 1
    return at


def _left_open(text: str) -> int:
    """The last bracket that nothing closes."""
    closed = 0
    for at in range(len(text) - 1, 0, -1):
        closed += (text[at] in "]}") - (text[at] in "[{")
        if closed < 0:
            return at
    return 0


def _opening_quote(text: str, quote: str, start: int, at: int) -> int | None:
    """The quote of an earlier line that is closed only before `at`, in the line that starts at `start`."""
    odd = text.count(quote, start, at) % 2
    while odd and start > 0:
        start, end = _line_start(text, start - 1), start
        if text.count(quote, start, end) % 2:
            return text.rindex(quote, start, end)
    return None
