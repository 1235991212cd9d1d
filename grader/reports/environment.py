"""A template's name and its data → a page; an instructor's own folder of templates comes before ours."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from grader.source import InputError, refusal

if TYPE_CHECKING:
    from jinja2 import Environment, TemplateError

_OURS = Path(__file__).parent / "templates"
_ESCAPED = (".html", ".xml", ".svg")


def fill(name: str, templates: Path | None = None, **data: object) -> str:
    """The template of that name filled in; a mistake in it is an `InputError` with file and line."""
    from jinja2 import TemplateError

    try:
        return environment(templates).get_template(name).render(**data)
    except TemplateError as error:
        raise _mistaken(error, name) from None


@cache
def environment(templates: Path | None = None) -> Environment:
    """Where templates are found and how they are read; those in `templates` stand in for ours by name."""
    from jinja2 import ChoiceLoader, Environment, FileSystemLoader, StrictUndefined

    if templates is not None and not templates.is_dir():
        raise refusal(str(templates), "there is no such folder of templates")
    folders = [FileSystemLoader(folder) for folder in (templates, _OURS) if folder is not None]
    return Environment(
        loader=ChoiceLoader(folders), autoescape=_is_escaped, undefined=StrictUndefined,
        trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True,
    )  # fmt: skip


def _is_escaped(name: str | None) -> bool:
    return name is not None and name.endswith(_ESCAPED)


def _mistaken(error: TemplateError, name: str) -> InputError:
    """The mistake in the words of the template engine, at the line of the template where it is."""
    file = getattr(error, "filename", None) or getattr(error, "name", None) or name
    line = getattr(error, "lineno", None)
    return refusal(f"{file}:{line}" if line else str(file), f"the template is mistaken: {error.message}")
