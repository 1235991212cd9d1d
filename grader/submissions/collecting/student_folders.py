"""A folder with a folder, a file or a zip for each student → hand-ins; this is our own layout."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import attrgetter
from pathlib import PurePosixPath

from grader.problems import ProblemSet
from grader.submissions.collecting.entry import Found, Pieces, Shelf, finding, quoted_name
from grader.submissions.collecting.roster import ROSTER
from grader.submissions.container import FILE, FOLDER, LINK, FolderItem
from grader.submissions.gathered_files import ARCHIVE, OTHER_ARCHIVES
from grader.submissions.left_out_files import is_hidden, is_left_out
from grader.submissions.notebook import NOTEBOOK
from grader.text.source import Mistake

SHEET_FORMS = (".json", ".yaml", ".yml")

_ARCHIVES = (ARCHIVE, *OTHER_ARCHIVES)


def find_students(
    shelf: Shelf, items: Sequence[FolderItem], problems: ProblemSet
) -> Iterator[Found | Mistake]:
    """A hand-in for each name; a sheet and a program of one name are one hand-in."""
    found = list(_unsorted(shelf, items, problems))
    yield from (one for one in found if isinstance(one, Mistake))
    yield from sorted((one for one in found if isinstance(one, Found)), key=attrgetter("names", "name"))


def ordinary_items(items: Sequence[FolderItem]) -> list[FolderItem]:
    """What lies on a shelf, but what systems put there, and the roster."""
    return [item for item in items if not is_left_out(item.name) and item.name.lower() != ROSTER]


def hidden_items(shelf: Shelf, items: Sequence[FolderItem]) -> Iterator[Mistake]:
    """Findings on what is passed over because of a dot, which may be somebody's hand-in."""
    for item in items:
        if is_hidden(item.name):
            message = (
                f"{quoted_name(item.name)} was skipped: it is hidden, because its name begins with a dot"
            )
            yield finding(shelf.called(item.name), message, "remove the dot if it is a submission")


def program_forms(problems: ProblemSet) -> tuple[str, ...]:
    """How the names of programs end."""
    ends = {PurePosixPath(file).suffix for file in problems.program_files}
    return tuple(sorted({".py", NOTEBOOK, *ends} - {""}))


def not_opened(shelf: Shelf, item: FolderItem) -> Mistake:
    """A finding on a link, a device or the like."""
    what = "links are not followed" if item.kind == LINK else "it is neither a file nor a folder"
    return finding(shelf.called(item.name), f"{quoted_name(item.name)} was skipped: {what}")


def _unsorted(shelf: Shelf, items: Sequence[FolderItem], problems: ProblemSet) -> Iterator[Found | Mistake]:
    forms = (*SHEET_FORMS, *program_forms(problems))
    loose: dict[str, list[str]] = {}
    for name, kind in items:
        if kind == FOLDER:
            yield Found((name,), shelf.called(name), Pieces(shelf, ((name, ""),)))
        elif kind != FILE:
            yield not_opened(shelf, FolderItem(name, kind))
        elif stem := _stem(name, forms):
            loose.setdefault(stem, []).append(name)
        elif stem := _stem(name, _ARCHIVES):
            yield Found((stem,), shelf.called(name), Pieces(shelf, ((name, name),)))
        else:
            yield _unknown(shelf, name)
    for stem, names in loose.items():
        for together in [names] if len(names) == 1 else _sorted_out(names):
            pieces = Pieces(shelf, tuple([(name, name) for name in together]))
            yield Found((stem,), shelf.called(together[0]), pieces)


def _sorted_out(names: list[str]) -> Iterator[list[str]]:
    """One hand-in of a sheet and programs; of two sheets each is one of its own."""
    sheets = [name for name in names if name.lower().endswith(SHEET_FORMS)]
    programs = [name for name in names if name not in sheets]
    if len(sheets) < 2:
        sheets, programs = [*sheets, *programs][:1], [*sheets, *programs][1:]
    for number, sheet in enumerate(sheets):
        yield [sheet, *(programs if number == 0 else ())]


def _stem(name: str, ends: tuple[str, ...]) -> str | None:
    """A file's name without its ending, `.tar.gz` as a whole; None where it ends otherwise."""
    lower = name.lower()
    if not lower.endswith(ends):
        return None
    stem = name[: name.rindex(".")]  # not where `lower` has it: `İ` in small letters is two characters
    return stem[:-4] if stem.lower().endswith(".tar") else stem


def _unknown(shelf: Shelf, name: str) -> Mistake:
    hint = "a submission is a folder, a zip, an answer sheet (`.yaml`, `.json`) or a program"
    return finding(shelf.called(name), f"{quoted_name(name)} was skipped: it is not a submission", hint)
