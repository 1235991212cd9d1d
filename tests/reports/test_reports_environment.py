"""Templates: how they are filled in, what may stand in for ours, and what is said of a mistake in one."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.reports.page_templates import environment, fill
from grader.text.sentences import sentences
from grader.text.source import InputError
from tests.report_pages import PERFECT, QUESTIONS, page_of

SAY = sentences()


def folder(tmp_path: Path, **files: str) -> Path:
    """A folder of templates; `__` stands for a slash and `_` for a dot in their names."""
    for name, text in files.items():
        path = tmp_path / name.replace("__", "/").replace("_", ".")
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


def test_a_template_of_that_name_stands_in_for_ours(tmp_path: Path) -> None:
    mine = folder(tmp_path, layout_html="<p>{{ name }}</p>")
    assert fill("layout.html", mine, name="<b>", say=SAY) == "<p>&lt;b&gt;</p>"


def test_a_part_can_be_changed_alone(tmp_path: Path) -> None:
    mine = folder(tmp_path, parts__page_css=":root{--paper:pink}")
    page = fill("layout.html", mine, say=SAY)
    assert "--paper:pink" in page
    assert page.startswith("<!doctype html>")


def test_a_template_can_build_on_ours(tmp_path: Path) -> None:
    mine = folder(tmp_path, mine_html='{% extends "layout.html" %}{% block main %}Hello{% endblock %}')
    assert '<main id="main">Hello</main>' in fill("mine.html", mine, say=SAY)


ESCAPES = {
    "html": ("page_html", "&lt;"), "xml": ("page_xml", "&lt;"), "svg": ("page_svg", "&lt;"),
    "plain text": ("page_txt", "<"),
}  # fmt: skip


@pytest.mark.parametrize(("name", "written"), ESCAPES.values(), ids=ESCAPES)
def test_text_is_escaped_where_it_could_be_markup(name: str, written: str, tmp_path: Path) -> None:
    mine = folder(tmp_path, **{name: "{{ text }}"})
    assert fill(name.replace("_", "."), mine, text="<") == written


CODE = {
    "none": ("a < b", "a &lt; b"),
    "a word": ("ask `value` now", "ask <code>value</code> now"),
    "a lone backtick": ("it` is", "it` is"),
    "one too many": ("`a` and ` b", "<code>a</code> and ` b"),
    "hostile": ("`<b>`<i>", "<code>&lt;b&gt;</code>&lt;i&gt;"),
}


@pytest.mark.parametrize(("text", "written"), CODE.values(), ids=CODE)
def test_what_stands_between_backticks_is_code(text: str, written: str, tmp_path: Path) -> None:
    mine = folder(tmp_path, page_html="{{ text|with_code }}")
    assert fill("page.html", mine, text=text) == written


def test_what_is_the_same_for_all_students_is_filled_in_once(tmp_path: Path) -> None:
    mine = folder(tmp_path, page_html='{% call kept(problem, say, "head") %}<b>{{ text }}</b>{% endcall %}')
    page = page_of(QUESTIONS, PERFECT)
    for text in ("first", "second"):
        written = fill("page.html", mine, problem=page.problems[0], say=page.say, text=text)
        assert written == "<b>first</b>"


def test_what_is_kept_is_of_one_folder_of_templates(tmp_path: Path) -> None:
    page = page_of(QUESTIONS, PERFECT)
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        text = f'{{% call kept(problem, say, "head") %}}{name}{{% endcall %}}'
        mine = folder(tmp_path / name, page_html=text)
        assert fill("page.html", mine, problem=page.problems[0], say=page.say) == name


def test_parts_of_ones_own_are_filled_in_for_every_student(tmp_path: Path) -> None:
    """Only ours are known to say the same on every page."""
    mine = folder(tmp_path, page_html='{{ same("part.txt") }}', part_txt="of {{ text }}")
    for name in ("one", "two"):
        assert fill("page.html", mine, say=SAY, text=name) == f"of {name}"


def test_error_a_mistake_in_what_is_the_same_on_all_pages_has_its_place(tmp_path: Path) -> None:
    mine = folder(tmp_path, parts__page_css="a {}\n{{ whom }}")
    with pytest.raises(InputError) as raised:
        fill("layout.html", mine, say=SAY)
    place = f"{mine / 'parts' / 'page.css'}:2:1"
    assert str(raised.value).startswith(f"{place}: error: the template is mistaken: 'whom' is undefined")


MISTAKES = {
    "a slip in the writing": ("<p>\n  {% if x %}\n", "2:3", "unexpected end of template"),
    "an unknown filter": ("\n{{ 1|shout }}", "2:1", "no filter named 'shout'"),
    "an unknown name": ("<p>\n {{ whom }}", "2:2", "'whom' is undefined"),
    "an unknown sentence": ("{{ say('no.such') }}", "1:1", "'no.such'"),
    "a fault in an expression": ("a\nb {{ 1 / 0 }}", "2:1", "division by zero"),
    "a template that is not there": (
        "\n{% include 'gone.html' %}", "2:1", "there is no template called `gone.html`",
    ),
    "a template in itself": ("{% include 'page.html' %}", "1:1", "it uses itself without end"),
    "what no template may do": ("{{ ''.__class__ }}", "1:1", "access to attribute '__class__'"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "place", "said"), MISTAKES.values(), ids=MISTAKES)
def test_error_a_mistake_in_a_template_has_its_place(
    text: str, place: str, said: str, tmp_path: Path
) -> None:
    mine = folder(tmp_path, page_html=text)
    with pytest.raises(InputError) as raised:
        fill("page.html", mine, say=SAY)
    message = f"{mine / 'page.html'}:{place}: error: the template is mistaken: {said}"
    assert str(raised.value).lower().startswith(message.lower())


def test_error_the_place_is_that_of_the_part_which_is_mistaken(tmp_path: Path) -> None:
    mine = folder(tmp_path, parts__page_css="a\n\n{{ nothing }}")
    with pytest.raises(InputError) as raised:
        fill("layout.html", mine, say=SAY)
    assert str(raised.value) == (
        f"{mine / 'parts' / 'page.css'}:3:1: error: the template is mistaken: 'nothing' is undefined\n"
        "   3 | {{ nothing }}\n"
        "     | ^^^^^^^^^^^^^"
    )


def test_error_a_template_of_a_name_that_nobody_has(tmp_path: Path) -> None:
    with pytest.raises(
        InputError, match=r"page\.html: error: the template is mistaken: there is no template"
    ):
        fill("page.html", tmp_path)


def test_error_a_template_that_is_not_text(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InputError, match=r"page\.html: error: .* not UTF-8 text"):
        fill("page.html", tmp_path)


def test_error_there_is_no_such_folder(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no such folder of templates"):
        fill("layout.html", tmp_path / "gone", say=SAY)


def test_a_fault_in_a_template_of_ours_is_our_own() -> None:
    from jinja2 import UndefinedError

    with pytest.raises(UndefinedError):
        fill("layout.html")


def test_templates_are_read_once() -> None:
    assert environment() is environment()
