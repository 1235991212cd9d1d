"""The source of a student's answer sheet → a Sheet: each answer as typed, whatever else is wrong with it.

A sheet is YAML or JSON, but YAML is never asked: what it makes of `E: >= 8`, `pruned: -` or an open
bracket would cost the whole sheet. Here a slip costs the answer in which it stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import IntEnum

from grader.document.answer_lines import SheetLine, SheetLines, find_key, key_between, tight_key
from grader.document.brackets import BracketPiece, Flow, read_flow
from grader.document.sheet_content import EXPECT, MAX_ANSWERS, VERSION, Key, SheetContent
from grader.document.sheet_notes import note
from grader.document.typed_answer import Answer, answer_between
from grader.text.source import InputError, Mistake, Source, Span
from grader.text.spelling import shortened

MAX_CHARACTERS = 1_000_000

_LONE_RETURN = re.compile(r"\r(?!\n)")


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a student submitted: `answers[problem][question]`, and what could not be understood."""

    source: Source = field(repr=False, compare=False)
    student: Answer | None
    set: Answer | None
    answers: Mapping[str, Mapping[str, Answer]]
    problems: Mapping[str, Span] = field(repr=False, compare=False)  # where each problem's name stands
    mistakes: tuple[Mistake, ...] = ()
    strays: Mapping[str, Mapping[str, Answer]] = field(default_factory=dict)  # perhaps problems, not indented
    expect: Answer | None = None  # what a sample must earn, checked by `grader check` and by nothing else
    version: Answer | None = None  # of the set, where it has some


def read_sheet(source: Source) -> Sheet:
    """Everything that the sheet says; only a sheet that is too long is refused as a whole."""
    if len(source.text) > MAX_CHARACTERS:
        raise InputError([note("too-long", Source("", source.name), None, {"number": f"{MAX_CHARACTERS:,}"})])
    collected = SheetContent(_with_newlines(source))
    read_lines(collected)
    _note_what_is_left_out(collected)
    mistakes = sorted(collected.mistakes, key=lambda mistake: mistake.span.start if mistake.span else -1)
    fields = collected.fields
    return Sheet(
        collected.source, fields.get("student"), fields.get("set"),
        collected.answers, collected.keys, tuple(mistakes), collected.strays, fields.get(EXPECT),
        fields.get(VERSION),
    )  # fmt: skip


def _with_newlines(source: Source) -> Source:
    """The same text where a lone carriage return, which also ends a line, is a newline."""
    if "\r" not in source.text:
        return source
    return Source(_LONE_RETURN.sub("\n", source.text), source.name)


def _note_what_is_left_out(collected: SheetContent) -> None:
    if "answers" not in collected.seen:
        collected.note("no-field-answers" if collected.strays else "no-answers", None)
    if collected.size > MAX_ANSWERS:
        collected.note("only-first", None, {"number": f"{MAX_ANSWERS:,}"})


_MARKER = re.compile(r"---[ \t]++")
_NOISE = re.compile(r"#|(?:---|\.\.\.)(?:\s|\Z)|%|[\]},\s]++(?:#|\Z)")
_LEFT_OVER = re.compile(r"[\]},\s]*+")  # closes what was opened in a line before
_BLANKS = re.compile(r"[^\S\n]*+")
_GROUP_OR_NOTHING = re.compile(r"\s*+(?:\{|(?:(?:~|null|Null|NULL)\s*+)?(?:#|\Z))")


class _Level(IntEnum):
    FIELD = 0
    PROBLEM = 1
    QUESTION = 2


def read_lines(collected: SheetContent) -> None:
    """Read the whole sheet into `collected`."""
    reader = _Reader(collected)
    while row := reader.rows.pop():
        reader.take_row(row)


class _Reader:
    """Where the reading stands: the field, the problem, and an unsound bracket that is still open."""

    def __init__(self, collected: SheetContent) -> None:
        self.collected = collected
        self.text = collected.source.text
        self.rows = SheetLines(collected.source)
        self.top: int | None = None
        self.field: str | None = None
        self.problem: dict[str, Answer] | None = None
        self.problem_indent = 0
        self.bracket_indent: int | None = None

    def take_row(self, row: SheetLine) -> None:
        if marker := _MARKER.match(self.text, row.begin, row.end):
            row = SheetLine(row.indent, marker.end(), row.end)
        if _NOISE.match(self.text, row.begin, row.end):
            return
        if self.bracket_indent is not None and row.indent <= self.bracket_indent:
            self._set_bracket(None)
        if self.top is None and self.text[row.begin] == "{":
            self._open_group(_Level.FIELD, row.begin, SheetLine(-1, row.begin, row.end))
        elif self.bracket_indent is not None:
            self.take_pieces(row)
        elif key := find_key(self.text, row.begin, row.end):
            self.take(key, row)
        else:
            self._note_strange(row)

    def take_pieces(self, row: SheetLine) -> None:
        """A line inside a bracket that is not sound: its commas part one entry from the next."""
        left_over = _LEFT_OVER.match(self.text, row.begin, row.end)
        begin = left_over.end() if left_over else row.begin
        flow = read_flow(self.text, begin - 1, row.end, strict=False, levels=1, closer="}")
        entries = list(_entries(self.text, flow.groups[begin - 1]))
        for number, (key, span) in enumerate(entries, 1):
            self.take(
                key, SheetLine(row.indent, key.span.start, max(span.end, key.after)), number == len(entries)
            )

    def take(self, key: Key, row: SheetLine, alone: bool = True) -> None:
        """An entry that starts in a line, at the level that its indentation says."""
        row = SheetLine(row.indent + key.span.start - row.begin, key.span.start, row.end)
        level = self._level(key, row)
        if level is _Level.FIELD:
            self._take_field(key, row, alone)
        elif level is _Level.QUESTION and self.problem is not None:
            self.collected.add_answer(self.problem, key, self.rows.answer(key, row, alone))
        elif self.field == "answers":  # all else stands below a field that is not understood
            self._enter_problem(key, row.indent)
            self._take_group(_Level.QUESTION, key, row)

    def _level(self, key: Key, row: SheetLine) -> _Level:
        if self.top is None or row.indent <= self.top:
            return _Level.QUESTION if self._is_stray(key, row) else _Level.FIELD
        if self.problem is None:
            return _Level.PROBLEM
        if row.indent > self.problem_indent or self._is_answered(key, row):
            return _Level.QUESTION
        return _Level.PROBLEM

    def _is_stray(self, key: Key, row: SheetLine) -> bool:
        """Whether it can be a question of a problem that itself stands where fields do."""
        below_stray = self.field is None and self.problem is not None
        return below_stray and self._is_answered(key, row) and self.collected.field_named(key) is None

    def _is_answered(self, key: Key, row: SheetLine) -> bool:
        """Whether a text stands beside the name, as beside a question that is not indented enough."""
        return _GROUP_OR_NOTHING.match(self.text, key.after, row.end) is None

    def _take_field(self, key: Key, row: SheetLine, alone: bool) -> None:
        if self.top is None:
            self.top = row.indent
        self._enter_field(key)
        if self.field == "answers":
            self._take_group(_Level.PROBLEM, key, row)
            return
        if self.field is None and not self._is_answered(key, row):
            self._enter_problem(key, row.indent)
            self._take_group(_Level.QUESTION, key, row)
            return
        answer = self.rows.answer(key, row, alone)
        if self.field is not None:
            self.collected.add_field(self.field, answer)

    def _enter_field(self, key: Key) -> None:
        self.field = self.collected.enter_field(key)
        self.problem = None

    def _enter_problem(self, key: Key, indent: int) -> None:
        self.problem = self.collected.enter_problem(key, stray=self.field is None)
        self.problem_indent = indent

    def _take_group(self, level: _Level, key: Key, row: SheetLine) -> None:
        """What stands beside the name of a group: nothing, or a bracket with what is in it."""
        at = _BLANKS.match(self.text, key.after, row.end)
        if at is not None and self.text[at.end() : row.end].startswith("{"):
            self._open_group(level, at.end(), row)
        elif self._is_answered(key, row):
            self._note_no_group(key, Span(key.after, row.end))

    def _open_group(self, level: _Level, at: int, row: SheetLine) -> None:
        levels = 3 - level
        if flow := self.rows.flow(at, levels):
            self._keep(level, flow, at, row.indent)
            self.rows.skip_to(flow.end)
            return
        if self.bracket_indent is None:
            self._set_bracket(row.indent)
        self._keep(level, read_flow(self.text, at, row.end, strict=False, levels=levels), at, row.indent)

    def _keep(self, level: _Level, flow: Flow, at: int, indent: int) -> None:
        """Keep what stands inside the bracket at `at`; it calls itself for at most three levels."""
        for key, span in _entries(self.text, flow.groups[at]):
            if level is _Level.QUESTION and self.problem is not None:
                answer = answer_between(self.collected.source, key.span, span.start, span.end)
                self.collected.add_answer(self.problem, key, answer)
                continue
            if level is _Level.FIELD:
                self._enter_field(key)
            else:
                self._enter_problem(key, indent)
            self._keep_group(_Level(level + 1), flow, key, span, indent)

    def _keep_group(self, level: _Level, flow: Flow, key: Key, span: Span, indent: int) -> None:
        if level is _Level.PROBLEM and self.field is None and self.text.startswith("{", span.start):
            self._enter_problem(key, indent)
            level = _Level.QUESTION
        if level is _Level.PROBLEM and self.field != "answers":
            if self.field is not None:
                answer = answer_between(self.collected.source, key.span, span.start, span.end)
                self.collected.add_field(self.field, answer)
        elif self.text.startswith("{", span.start):
            self._keep(level, flow, span.start, indent)
            if span.start in flow.left_open:
                self.top = max(indent, 0) if self.top is None else self.top
            else:
                self.problem = None if level is _Level.PROBLEM else self.problem
        elif not _GROUP_OR_NOTHING.match(self.text, span.start, span.end):
            self._note_no_group(key, span)

    def _set_bracket(self, indent: int | None) -> None:
        self.bracket_indent = indent
        self.rows.inside_bracket = indent is not None

    def _note_strange(self, row: SheetLine) -> None:
        if self.problem is not None and self.field is None:
            return  # below a field that is not understood
        self.collected.note("strange-line", Span(row.begin, row.end))

    def _note_no_group(self, key: Key, span: Span) -> None:
        inside = "problems" if self.problem is None else "questions"
        start = span.end - len(self.text[span.start : span.end].lstrip())
        self.collected.note(f"no-{inside}-inside", Span(start, span.end), {"name": shortened(key.name)})


def _entries(text: str, pieces: list[BracketPiece]) -> Iterator[tuple[Key, Span]]:
    """Names and values; a piece without a colon goes on with the value before it, as in `w: (3, inf)`."""
    key: Key | None = None
    start = end = 0
    for piece in pieces:
        found = _piece_key(text, piece)
        if key and found:
            yield key, Span(start, end)
        if found:
            key, start = found, piece.value if piece.colon > piece.start else found.after
        elif key is None:
            key, start = key_between(text, piece.start, piece.end)._replace(after=piece.end), piece.end
        end = piece.end
    if key:
        yield key, Span(start, end)


def _piece_key(text: str, piece: BracketPiece) -> Key | None:
    if piece.colon > piece.start:
        return key_between(text, piece.start, piece.colon)
    return tight_key(text, piece.start, piece.end)
