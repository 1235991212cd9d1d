"""The header of a table of students → which column says what, however it is spelt."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence

from grader.submissions.csv_rows import CsvRow

# The first name of a field is its own; a header is read without regard to case, blanks and signs.
FIELDS: Mapping[str, tuple[str, ...]] = {
    "id": (
        "id", "student id", "studentid", "sid", "student number", "student no", "username", "user name",
        "user id", "login", "login id", "sis login id", "sis user id", "id number", "學號", "帳號",
    ),
    "name": ("name", "full name", "student name", "your name", "姓名", "名字"),
    "given": ("first name", "firstname", "given name", "forename", "名"),
    "family": ("last name", "lastname", "surname", "family name", "姓"),
    "email": (
        "email", "e mail", "email address", "e mail address", "mail", "your email", "sis email",
        "電子郵件", "電子郵件地址", "電子信箱",
    ),
    "section": ("section", "sections", "class", "tutorial", "班級", "班別"),
    "group": ("group", "groups", "team", "組別"),
    "version": ("version", "exam version", "卷別", "試卷版本"),
    "seat": ("seat", "seat number", "seat no", "座位", "座號"),
    "extension": ("extension", "extended", "extended to", "extra time", "延期", "延長"),
    "submitted": (
        "submitted", "submitted at", "handed in", "submission time", "timestamp", "completion time",
        "時間戳記", "完成時間", "提交時間",
    ),
}  # fmt: skip
WHO = ("id", "email", "name", "given", "family")

_MEANT = {name: field for field, names in FIELDS.items() for name in names}
_STUDENT = ("student", "students", "學生")


def plain_header(text: str) -> str:
    """A header's words alone."""
    return re.sub(r"[\W_]+", " ", unicodedata.normalize("NFKC", text).casefold()).strip()


def find_fields(header: CsvRow) -> dict[str, list[int]]:
    """The columns of each field, in their order."""
    names = [plain_header(cell.text) for cell in header.cells]
    found: dict[str, list[int]] = {}
    numbered = _is_numbered_by_form(names)
    for column, name in enumerate(names):
        if numbered and name == "id":
            continue
        if field := _MEANT.get(name) or (_student_field(names) if name in _STUDENT else None):
            found.setdefault(field, []).append(column)
    return found


def called(row: CsvRow, fields: Mapping[str, Sequence[int]]) -> dict[str, tuple[str, ...]]:
    """What a row calls the student: ids, addresses and names, as far as there are any."""
    said = {field: tuple(filter(None, map(row.text, fields.get(field, ())))) for field in WHO}
    both = [" ".join(parts) for parts in zip(said["given"], said["family"], strict=False)]
    addresses = tuple(text for text in said["email"] if plain_header(text) != "anonymous")
    names = (*both, *(text for text in said["name"] if plain_header(text) != "anonymous"))
    return {"id": said["id"], "email": addresses, "name": names or (*said["given"], *said["family"])}


def _student_field(names: Sequence[str]) -> str:
    """`Student` is a name beside an id, as in Canvas's gradebook, and else the id itself."""
    return "name" if any(_MEANT.get(name) == "id" for name in names) else "id"


def _is_numbered_by_form(names: Sequence[str]) -> bool:
    """Whether the column `ID` numbers the answers, as in the exports of Microsoft Forms."""
    return {"start time", "completion time"} <= set(names) or {"開始時間", "完成時間"} <= set(names)
