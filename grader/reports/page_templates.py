"""A template's name and its data → a page with its policy; an instructor's own templates come before ours."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache, lru_cache
from hashlib import sha256
from itertools import zip_longest
from pathlib import Path
from traceback import walk_tb
from typing import TYPE_CHECKING, Any, NamedTuple

from grader.drawing.svg_drawing import STYLE
from grader.drawing.svg_overlay import OVERLAY_STYLE
from grader.memory import remembered
from grader.problems import Problem
from grader.reports.author_content import prose
from grader.reports.record_words import SIGNS
from grader.text.sentences import Say
from grader.text.source import InputError, Mistake, Source, Span, load_source, refusal
from grader.version import VERSION

if TYPE_CHECKING:
    from jinja2 import Environment
    from jinja2.runtime import Context
    from markupsafe import Markup


_OURS = Path(__file__).parent / "templates"
_ESCAPED = (".html", ".xml", ".svg")
_FOR_BROWSERS = (".css", ".js")


def fill(name: str, templates: Path | None = None, /, **data: object) -> str:
    """The template of that name filled in; a mistake in one of `templates` is an `InputError`."""
    return fill_by(environment, name, templates, data)


def fill_pieces(name: str, templates: Path | None = None, /, **data: object) -> Iterator[str]:
    """The same piece by piece, for a file that need not be there as a whole."""
    templates = None if templates is None else Path(templates)
    with _mistakes_told(name, templates):
        yield from environment(templates).get_template(name).generate(**data)


def fill_by(
    read: Callable[[Path | None], Environment], name: str, templates: Path | None, data: Mapping[str, object]
) -> str:
    """The same, where templates are read in another way."""
    templates = None if templates is None else Path(templates)
    with _mistakes_told(name, templates):
        return read(templates).get_template(name).render(**data)


@contextmanager
def _mistakes_told(name: str, templates: Path | None) -> Iterator[None]:
    try:
        yield
    except InputError:
        raise
    except Exception as error:
        if templates is None:  # a mistake in a template of ours is a fault of ours
            raise
        raise _mistaken(error, templates, name) from None


@cache
def environment(templates: Path | None = None) -> Environment:
    """Where templates are found and how they are read; those in `templates` stand in for ours by name."""
    from jinja2 import ChoiceLoader, Environment, FileSystemLoader, StrictUndefined
    from jinja2.sandbox import ImmutableSandboxedEnvironment
    from markupsafe import Markup

    if templates is not None and not templates.is_dir():
        raise refusal(str(templates), "there is no such folder of templates", "name a folder")
    folders = [FileSystemLoader(folder) for folder in (templates, _OURS) if folder is not None]
    kind = Environment if templates is None else ImmutableSandboxedEnvironment
    made = kind(
        loader=ChoiceLoader(folders), autoescape=_is_escaped, undefined=StrictUndefined,
        trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True, auto_reload=False,
    )  # fmt: skip
    style = Markup(STYLE + OVERLAY_STYLE)  # noqa: S704 - ours, and no text of anybody's
    made.policies["json.dumps_kwargs"] = {"separators": (",", ":"), "sort_keys": True}
    made.globals |= {"signs": SIGNS, "tree_style": style, "version": VERSION}
    made.globals |= {"policy": _page_policy, "page_head": page_head}
    filled_once = {"kept": _keeper, "same": _includer}
    made.globals |= {name: function(templates) for name, function in filled_once.items()}
    made.filters |= {"prose": prose, "with_code": _with_code}
    return made


def _keeper(templates: Path | None) -> Callable[..., Markup]:
    """For templates: what `{% call kept(…) %}` holds is the same for all students, and filled in once."""

    def kept(problem: Any, say: Say, name: str, caller: Callable[[], Markup]) -> Markup:
        return _part(problem.problem, templates, problem.place, say, name, fill=caller)

    return kept


@remembered
def _part(
    _problem: Problem,
    _templates: Path | None,
    _place: int,
    _say: Say,
    _name: str,
    *,
    fill: Callable[[], Markup],
) -> Markup:
    return fill()


def _includer(templates: Path | None) -> Callable[..., Markup]:
    """For templates: includes one that says the same on all pages in a language, and fills it in once."""
    from jinja2 import pass_context
    from markupsafe import Markup

    filled: dict[tuple[str, str], Markup] = {}

    @pass_context
    def same(context: Context, name: str) -> Markup:
        wanted = name, context.resolve("say").language
        if wanted not in filled or templates is not None:
            part = context.environment.get_template(name).render(context.get_all())
            if templates is None and name.endswith(_FOR_BROWSERS):
                part = _tight(_lean(part)) if name.endswith(".css") else _lean(part)
            filled[wanted] = Markup(part)  # noqa: S704 - what a template makes is escaped there
        return filled[wanted]

    return same


def _lean(part: str) -> str:
    """A style or a script of ours without what only its authors need: indents, and lines of comments."""
    lines = (line.strip() for line in part.splitlines())
    return "".join(f"{line}\n" for line in lines if line and not line.startswith("//"))


def _tight(style: str) -> str:
    """A style of ours without the blanks that CSS does not need; none of these pairs stands in quotes."""
    return re.sub(r"(?<=[{};:,])\s|\s(?=\{)|;?\s(?=\})", "", style)


def _with_code(text: str) -> Markup:
    """Escaped text in which what stands between backticks is code."""
    from markupsafe import Markup

    *pairs, rest = zip_longest(*[iter(text.split("`"))] * 2)
    return Markup("").join([Markup("{}<code>{}</code>").format(*pair) for pair in pairs] + [_open(*rest)])


def _open(text: str, code: str | None) -> str:
    """What stands behind the last pair of backticks; a backtick that nothing closes is itself."""
    return text if code is None else f"{text}`{code}"


def _is_escaped(name: str | None) -> bool:
    return name is not None and name.endswith(_ESCAPED)


class _Place(NamedTuple):
    file: Path
    line: int


def _mistaken(error: Exception, templates: Path, name: str) -> InputError:
    """The mistake in the words of the template engine, at the line of the template where it is."""
    place = _place(error, templates)
    message = f"the template is mistaken: {_words(error)}"
    if place is None:
        return refusal(str(templates / name), message)
    source = load_source(place.file)
    return InputError([Mistake(message, source, _line(source, place.line))])


def _place(error: Exception, templates: Path) -> _Place | None:
    """Where a template failed: the place that the error names, else the innermost template on the way."""
    file, line = getattr(error, "filename", None), getattr(error, "lineno", None)
    if file is not None and line is not None:
        return _Place(Path(file), line)
    frames = [_Place(Path(frame.f_code.co_filename), line) for frame, line in walk_tb(error.__traceback__)]
    reached = (
        place for place in reversed(frames) if any(_holds(of, place.file) for of in (templates, _OURS))
    )
    return next(reached, None)


def _holds(folder: Path, file: Path) -> bool:
    return file.is_file() and file.resolve().is_relative_to(folder.resolve())


def _words(error: Exception) -> str:
    from jinja2 import TemplateNotFound

    if isinstance(error, TemplateNotFound):
        return f"there is no template called `{error.name}`"
    if isinstance(error, RecursionError):
        return "it uses itself without end"
    if isinstance(error, UnicodeDecodeError):
        return "a file that it uses is not UTF-8 text"
    return str(error) or type(error).__name__


def _line(source: Source, number: int) -> Span:
    """What stands on a line, without the blanks around it."""
    lines = source.text.splitlines(keepends=True)
    start = sum(map(len, lines[: number - 1]))
    line = lines[number - 1] if number <= len(lines) else ""
    indent = len(line) - len(line.lstrip())
    return Span(start + indent, start + max(len(line.rstrip()), indent + 1))


_SCRIPT = re.compile(r"<script\b([^>]*)>(.*?)</script>", re.DOTALL | re.IGNORECASE)
_OUTSIDE_WORDS = re.compile("[^A-Za-z0-9 ]")
_DATA = re.compile(r"\btype\s*=\s*[\"']?application/json", re.IGNORECASE)  # which no browser runs


def _page_policy(style: str, scripts: str, *styles: str) -> str:
    """What the page may do: be styled by these texts, run these `<script>` elements, and show what is in it.

    Both come from templates. What a student or an author wrote stands elsewhere on the page: if it were ever
    taken for a script or a style there, its hash would not be among these.
    """
    styled = " ".join(map(_digest, (style, *styles)))
    return (
        f"default-src 'none'; style-src {styled}; script-src {_run(scripts)}; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def page_head(text: str) -> Markup:
    """The style by which a text stands at the head of every printed page, whatever is in the text."""
    from markupsafe import Markup

    words = " ".join(Markup(text).unescape().split())  # noqa: S704 - to be escaped for the style
    safe = _OUTSIDE_WORDS.sub(lambda found: f"\\{ord(found[0]):x} ", words)
    return Markup('@page{@top-left{content:"%s"}}') % Markup(safe)  # noqa: S704 - letters and escapes only


@lru_cache(maxsize=64)  # nearly all pages share theirs
def _run(scripts: str) -> str:
    """What is run of some `<script>` elements."""
    run = [text for attributes, text in _SCRIPT.findall(scripts) if not _DATA.search(attributes)]
    return " ".join(map(_digest, run)) or "'none'"


@lru_cache(maxsize=64)  # likewise
def _digest(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
