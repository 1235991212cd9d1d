"""The bytes of a Jupyter notebook → the program in its code cells, and the answer sheet in a cell of it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from grader.document.sheet_notes import note
from grader.submissions.submission import ANSWERS_FIELD, NOTEBOOK_LINE
from grader.text.source import InputError, Source

NOTEBOOK = ".ipynb"

_SMALL = 100_000  # bytes; a larger notebook is mostly pictures
_SHOWN = ("outputs", "attachments")

_PYTHON_MAGICS = ("%%time", "%%timeit", "%%capture", "%%prun")
_WRITEFILE = re.compile(r"%%(?:writefile|file)[ \t]++(?:-a[ \t]++)?([\w.-]++)[ \t]*+(?:\n|\Z)")
_IN_CODE = re.compile(
    r"^answers[ \t]*+:[ \t]*+(?:\{.*+|#.*+)?+$", re.MULTILINE
)  # which Python writes otherwise
_FENCE = re.compile(r"^[ \t]*+(?:```|~~~).*+$\n?", re.MULTILINE)


class Notebook(NamedTuple):
    """A program, the files that cells write, and the text of an answer sheet, each as far as there is one."""

    program: bytes | None
    written: dict[str, bytes]
    sheet: bytes | None

    @property
    def is_empty(self) -> bool:
        return self.program is None and not self.written and self.sheet is None


class _Cell(NamedTuple):
    kind: str
    text: str


def read_notebook(data: bytes, name: str) -> Notebook:
    """What a notebook holds; an InputError says why it cannot be read."""
    cells = list(_cells(_loaded(data, name)))
    sheet = next((cell for cell in cells if _is_sheet(cell)), None)
    written: dict[str, bytes] = {}
    lines: list[str] = []
    for number, cell in enumerate(cells, 1):
        if cell.kind != "code" or cell is sheet:
            continue
        if found := _WRITEFILE.match(cell.text):
            written[found[1]] = cell.text[found.end() :].encode(errors="replace")
        elif code := _as_python(cell.text):
            lines += [f"# In [{number}]:", code, ""]
    program = "\n".join([NOTEBOOK_LINE, *lines]).encode(errors="replace") if lines else None
    text = None if sheet is None else _FENCE.sub("", sheet.text).encode(errors="replace")
    return Notebook(program, written, text)


def without_outputs(data: bytes) -> bytes:
    """A notebook without what its cells have shown, if it is large; one that cannot be read as it is."""
    if len(data) <= _SMALL:
        return data
    try:
        notebook = json.loads(data)
    except (ValueError, RecursionError):
        return data
    for cell in _held(notebook):
        for field in _SHOWN:
            cell.pop(field, None)
    return json.dumps(notebook).encode()


def _loaded(data: bytes, name: str) -> Any:
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        raise InputError([note("no-notebook", Source("", name))]) from None


def _cells(loaded: Any) -> Iterator[_Cell]:
    """What the student wrote: every cell but nbgrader's own tests."""
    for cell in _held(loaded):
        if not _is_test(cell):
            yield _Cell(str(cell.get("cell_type")), _text(cell.get("source", cell.get("input"))))


def _held(loaded: Any) -> Iterator[dict[str, Any]]:
    """The cells of a notebook as JSON has them, also of one in the format before the present one."""
    notebook = loaded if isinstance(loaded, dict) else {}
    sheets = notebook.get("worksheets")
    holders = [notebook, *(sheets if isinstance(sheets, list) else ())]
    for holder in holders:
        cells = holder.get("cells") if isinstance(holder, dict) else None
        yield from (cell for cell in (cells if isinstance(cells, list) else ()) if isinstance(cell, dict))


def _text(source: Any) -> str:
    if isinstance(source, list):
        return "".join(line for line in source if isinstance(line, str))
    return source if isinstance(source, str) else ""


def _is_test(cell: dict[str, Any]) -> bool:
    """Whether nbgrader has put the cell there to test what the student wrote in others."""
    metadata = cell.get("metadata")
    marked = metadata.get("nbgrader") if isinstance(metadata, dict) else None
    return isinstance(marked, dict) and bool(marked.get("grade")) and not marked.get("solution")


def _is_sheet(cell: _Cell) -> bool:
    """Whether the cell holds answers, rather than Python that happens to annotate a name."""
    if cell.kind == "code":
        return _IN_CODE.search(cell.text) is not None
    return ANSWERS_FIELD.search(cell.text.encode(errors="replace")) is not None


def _as_python(text: str) -> str:
    """The cell without a magic over all of it; nothing where that makes it another language."""
    if text.startswith("%%"):
        magic, _, rest = text.partition("\n")
        text = f"\n{rest}" if magic.startswith(_PYTHON_MAGICS) else ""
    return text.rstrip()
