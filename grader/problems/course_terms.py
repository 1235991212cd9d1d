"""Terms: the due date and the late policy that a course gives a set, and a set's document with them."""

from __future__ import annotations

import os.path
from dataclasses import dataclass, replace
from pathlib import Path

from grader.document import Mapping, Value, load_document
from grader.text.source import Source, load_source

SUFFIX = ".terms.yaml"

FIELDS = ("due", "late")


@dataclass(frozen=True, slots=True)
class Terms:
    """What holds for a set unless its own file says otherwise, each as YAML has it after the field's name.

    A gradebook keeps them as a file beside the set's own, so that its grades stay explicable.
    """

    due: str | None = None
    late: str | None = None

    @property
    def text(self) -> str:
        """The terms as a file; empty where there are none."""
        given = ((name, getattr(self, name)) for name in FIELDS)
        return "".join(f"{name}: {said}\n" for name, said in given if said is not None)


NO_TERMS = Terms()


def terms_file(path: Path) -> Path:
    """Where the terms of a set are kept in a gradebook: `set.terms.yaml` beside `set.yaml`."""
    return path.with_name(path.stem + SUFFIX)


def load_terms(path: Path) -> str:
    """The kept terms of a set; empty where there are none."""
    return load_source(path).text if os.path.isfile(path) else ""  # noqa: PTH113 - never raises


def with_terms(document: Value, text: str, name: str) -> tuple[Value, bool]:
    """The document of a set with what it leaves to the course, and whether that is anything."""
    if not text or not isinstance(document, Mapping):
        return document, False
    own = {key.text for key, _ in document.entries}
    terms = load_document(Source(text, name))
    assert isinstance(terms, Mapping)
    given = {key.text: (key, value) for key, value in terms.entries if key.text in FIELDS}
    if "due" not in own | given.keys():
        given.pop("late", None)  # there is nothing to be late for
    added = tuple(entry for name, entry in given.items() if name not in own)
    return replace(document, entries=(*document.entries, *added)), bool(added)
