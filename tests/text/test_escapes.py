"""Text that is put into Markdown, XML and JSON stays that text, whatever it is."""

from __future__ import annotations

import json

import pytest
from hypothesis import example, given
from hypothesis import strategies as some
from lxml import etree
from markdown_it import MarkdownIt
from markdown_it.token import Token

from grader.text.columns import visible
from grader.text.escapes import json_text, markdown_block, markdown_code, markdown_text, xml_text

GITHUB = MarkdownIt("gfm-like")  # tables, strikethrough, and links made of bare addresses
BREAK = "\N{ZERO WIDTH SPACE}"
MARKUP = (
    "*", "_", "`", "~", "[", "](", ")", "<b>", "<!--", "&lt;", "|", "\\", "#", "# ", "- ", "+ ", "1. ", "1) ",
    "> ", "==", "---", "@ada", "#1", "GH-7", "www.example.com", "https://example.com", "example.com", "\n",
    "ada@example.com", ":smile:", "javascript:alert(1)", "$x$", "{{7*7}}", "\t", "\0", "![x](y)", "[^1]",
)  # fmt: skip
PIECES = some.one_of(some.text(max_size=8), some.sampled_from(MARKUP))
TEXTS = some.lists(PIECES, max_size=6).map("".join)
CONTEXTS = {
    "a paragraph": ("{}", ["paragraph"]),
    "after a word": ("Word: {}", ["paragraph"]),
    "an item": ("- {}", ["bullet_list", "list_item", "paragraph"]),
    "a heading": ("## {}", ["heading"]),
    "a cell": ("| a | b |\n|---|---|\n| {} | c |", ["table", "tbody", "td", "thead", "th", "tr"]),
}


def plain(text: str) -> str:
    """The text as it is shown: on one line, with controls made visible."""
    return visible(" ".join(text.split()))


def rendered(markdown: str) -> tuple[str, set[str]]:
    """The text of a document without what links are broken with, and the kinds of markup in it."""
    tokens = [one for token in GITHUB.parse(markdown) for one in (token, *(token.children or ()))]
    text = "".join(token.content for token in tokens if token.type in ("text", "text_special", "code_inline"))
    return text.replace(BREAK, ""), {_kind(token) for token in tokens}


def _kind(token: Token) -> str:
    return token.type.removesuffix("_open").removesuffix("_close")


@pytest.mark.parametrize(("context", "kinds"), CONTEXTS.values(), ids=CONTEXTS)
@given(TEXTS)
@example("- [x] done")
@example("1. one")
@example("a@b.cd")
def test_text_in_markdown_stays_text(context: str, kinds: list[str], text: str) -> None:
    shown, found = rendered(context.format(markdown_text(text)))
    expected, _ = rendered(context.format("TEXT"))
    assert shown.strip() == expected.replace("TEXT", plain(text).replace(BREAK, "")).strip()
    assert found <= {*kinds, "inline", "text", "text_special"}


@pytest.mark.parametrize(
    ("text", "broken"),
    [
        ("ask @ada", f"ask \\@{BREAK}ada"),
        ("see #12", f"see \\#{BREAK}12"),
        ("see GH-12", f"see GH-{BREAK}12"),
        ("https://a.b", f"https\\:{BREAK}//a\\.b"),
        (":tada:", f"\\:{BREAK}tada:"),
        ("7/3 = 2.33", "7/3 = 2.33"),
        ("1. one", "1\\. one"),
        ("2.33", "2.33"),
        ("- one", "\\- one"),
    ],
)
def test_what_github_makes_of_plain_words_is_broken_and_nothing_else(text: str, broken: str) -> None:
    assert markdown_text(text) == broken


@given(TEXTS)
def test_code_in_markdown_stays_code(text: str) -> None:
    shown, found = rendered(f"- x: {markdown_code(text)}")
    assert shown.strip() == f"x: {plain(text).replace(BREAK, '')}".strip()
    assert found == {"bullet_list", "list_item", "paragraph", "inline", "text", "code_inline"}


@given(TEXTS)
def test_a_block_in_markdown_stays_one_block(text: str) -> None:
    tokens = GITHUB.parse(markdown_block(text))
    assert [token.type for token in tokens] == ["fence"]
    assert tokens[0].content.splitlines() == [visible(line) for line in text.rstrip().split("\n")]


@given(some.text())
@example("\0\x1b\ud800\ufffe]]>&<")
def test_what_xml_forbids_is_taken_out_and_all_else_kept(text: str) -> None:
    from markupsafe import escape

    kept = xml_text(text)
    element = etree.fromstring(f"<a>{escape(kept)}</a>")
    assert (element.text or "") == kept.replace("\r\n", "\n").replace("\r", "\n")
    assert [one for one in text if one.isprintable() and one not in "\ufffe\uffff"] == [
        one for one in kept if one.isprintable()
    ]


@given(some.text(some.characters(), max_size=20))
@example("\ud800 ä")
def test_json_is_utf_8_and_reads_back(text: str) -> None:
    data = json_text({"text": text}).encode()
    assert json.loads(data) == {"text": text}
