"""A container → the layout in which a class lies there, recognised by what is there, or named."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from grader.problems import ProblemSet
from grader.submissions.collecting.answers_csv import ANSWERS, find_rows
from grader.submissions.collecting.canvas_download import find_in_canvas, is_canvas
from grader.submissions.collecting.entry import Found, Shelf
from grader.submissions.collecting.gradescope_export import (
    METADATA,
    ONE_METADATA,
    SUBMISSION,
    find_in_autograder,
    find_in_gradescope,
)
from grader.submissions.collecting.moodle_download import find_in_moodle, is_moodle
from grader.submissions.collecting.nbgrader_folder import find_in_nbgrader, is_nbgrader
from grader.submissions.collecting.student_folders import find_students, ordinary_items
from grader.submissions.container import FILE, FOLDER, FolderItem
from grader.text.columns import visible
from grader.text.source import MAX_BYTES, Mistake, decode_source, refusal
from grader.text.spelling import did_you_mean, listed

FolderItems = Sequence[FolderItem]
Recognised = Callable[[Shelf, FolderItems], float]
Finder = Callable[[Shelf, FolderItems, ProblemSet], Iterator[Found | Mistake]]


@dataclass(frozen=True, slots=True)
class ClassLayout:
    """How a class lies in a container; `share` says how much of what is there looks like it, up to 1."""

    name: str
    share: Recognised
    find: Finder


def named_layout(name: str, shelf: Shelf, items: FolderItems) -> tuple[ClassLayout, Shelf, FolderItems]:
    """The layout of that name, and where it begins."""
    for layout in LAYOUTS:
        if layout.name == name:
            return layout, *_beginning(layout, shelf, items)
    known = [layout.name for layout in LAYOUTS]
    hint = did_you_mean(name, known, f"there are {listed(known, 'and')}")
    raise refusal("--layout", f"no layout is called `{visible(name[:60])}`", hint)


def recognised_layout(shelf: Shelf, items: FolderItems) -> tuple[ClassLayout, Shelf, FolderItems]:
    """The one layout that fits, and where it begins: an export may lie in a folder of its own."""
    if layout := _fitting(shelf, items):
        return layout, shelf, items
    where, inside = _entered(shelf, items)
    if where is not shelf and (layout := _fitting(where, inside)):
        return layout, where, inside
    return FOLDERS, shelf, items


def _beginning(layout: ClassLayout, shelf: Shelf, items: FolderItems) -> tuple[Shelf, FolderItems]:
    """Where a layout begins: here, unless nothing here looks like it, and something in a lone folder does."""
    where, inside = _entered(shelf, items)
    lies_deeper = not layout.share(shelf, items) and layout.share(where, inside)
    return (where, inside) if lies_deeper else (shelf, items)


def _entered(shelf: Shelf, items: FolderItems) -> tuple[Shelf, FolderItems]:
    """The lone folder that lies here, if it is one."""
    if len(items) != 1 or items[0].kind != FOLDER:
        return shelf, items
    where = shelf.within(items[0].name)
    return where, ordinary_items(where.items())


def _fitting(shelf: Shelf, items: FolderItems) -> ClassLayout | None:
    """The layout that all of what is there fits; where only a part does, somebody must say."""
    shares = {layout: share for layout in EXPORTS if (share := layout.share(shelf, items)) > 0}
    whole = [layout for layout, share in shares.items() if share == 1]
    if len(whole) == 1 and len(shares) == 1:
        return whole[0]
    if not shares:
        return None
    names = listed([*(layout.name for layout in shares), *([] if len(shares) > 1 else [FOLDERS.name])], "or")
    hint = f"say which with `--layout`: {names}; or remove what does not belong here"
    raise refusal(shelf.called(""), "this folder can be read as more than one layout", hint)


def _share(items: FolderItems, fits: Callable[[FolderItem], bool]) -> float:
    return sum(map(fits, items)) / len(items) if items else 0


def _of_table(_shelf: Shelf, items: FolderItems) -> float:
    return _share(items, lambda item: item == FolderItem(ANSWERS, FILE))


def _of_gradescope(_shelf: Shelf, items: FolderItems) -> float:
    return float(FolderItem(METADATA, FILE) in items)


def _of_autograder(_shelf: Shelf, items: FolderItems) -> float:
    return float(FolderItem(ONE_METADATA, FILE) in items and FolderItem(SUBMISSION, FOLDER) in items)


def _of_moodle(_shelf: Shelf, items: FolderItems) -> float:
    return _share(items, lambda item: is_moodle(item.name))


def _of_canvas(_shelf: Shelf, items: FolderItems) -> float:
    return _share(items, lambda item: item.kind == FILE and is_canvas(item.name))


def _of_nbgrader(shelf: Shelf, items: FolderItems) -> float:
    return float(is_nbgrader(shelf, items))


def _find_in_table(shelf: Shelf, _items: FolderItems, problems: ProblemSet) -> Iterator[Found | Mistake]:
    data = shelf.read(ANSWERS, MAX_BYTES)
    return find_rows(decode_source(plain_ends(data), shelf.called(ANSWERS)), problems)


def plain_ends(data: bytes) -> bytes:
    """The bytes of a table, in which every line ends alike."""
    return data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")


FOLDERS = ClassLayout("folder", lambda _shelf, _items: 0, find_students)
EXPORTS = (
    ClassLayout("answers", _of_table, _find_in_table),
    ClassLayout("gradescope", _of_gradescope, find_in_gradescope),
    ClassLayout("autograder", _of_autograder, find_in_autograder),
    ClassLayout("moodle", _of_moodle, find_in_moodle),
    ClassLayout("canvas", _of_canvas, find_in_canvas),
    ClassLayout("nbgrader", _of_nbgrader, find_in_nbgrader),
)
LAYOUTS = (FOLDERS, *EXPORTS)
