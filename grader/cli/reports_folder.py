"""A folder for reports and a set → nothing, or an error where the folder has the reports of another set."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path

from grader.document.wording import shortened
from grader.problems import ProblemSet
from grader.reports.report_files import CLASS_SINKS
from grader.text.columns import visible
from grader.text.source import refusal

_SAMPLE = 4096  # bytes, in which the first record says of which set it is
_SET = re.compile(r'"set": ("(?:[^"\\]|\\.)*")')


def check_belonging(folder: Path | None, problems: ProblemSet, kept: Iterable[str] = ()) -> None:
    """Refuse to replace the reports of another set; `kept` are the sets in the folder's gradebook."""
    if folder is None:
        return
    others = [name for name in (*kept, *_reported(folder)) if name != problems.id]
    if others:
        other, own = (f"`{visible(shortened(name))}`" for name in (others[0], problems.id))
        message = f"this folder has the reports of the set {other}, and those of {own} would replace them"
        raise refusal(str(folder), message, "name another folder with `--out`: one for each set")


def _reported(folder: Path) -> list[str]:
    """The set of the records that were written there, if there are any."""
    try:
        with (folder / CLASS_SINKS["json"].file).open("rb") as file:
            found = _SET.search(file.read(_SAMPLE).decode(errors="ignore"))
        return [json.loads(found[1])] if found else []
    except (OSError, ValueError):
        return []
