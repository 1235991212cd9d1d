"""Texts, numbers and trees → XML and HTML as platforms read them, in which a text stays a text."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from html import escape

from grader.drawing import draw
from grader.exchange.platforms.quiz_items import QuizItem
from grader.reports.author_content import prose
from grader.text.escapes import xml_text
from grader.text.sentences import Say

MOST_DRAWN = 400  # nodes; a larger tree is written rather than drawn


def tag(element: str, /, *content: str, **attributes: str) -> str:
    """An element of XML; what stands in it is XML already."""
    written = "".join(f' {key}="{plain_xml(value)}"' for key, value in attributes.items())
    return f"<{element}{written}>{''.join(content)}</{element}>" if content else f"<{element}{written}/>"


def plain_xml(text: str) -> str:
    """A text for XML, without the characters that XML forbids."""
    return escape(xml_text(text))


def cdata(markup: str) -> str:
    """HTML for XML as it is; where it would end the section, another one begins."""
    return "<![CDATA[" + xml_text(markup).replace("]]>", "]]]]><![CDATA[>") + "]]>"


def paragraphs(texts: Iterable[str]) -> str:
    """Each text as a paragraph of HTML, with its line ends."""
    return "".join(f"<p>{lines(text)}</p>" for text in texts)


def lines(text: str) -> str:
    """A text in HTML, with its line ends."""
    return escape(text).replace("\n", "<br>")


def question_html(item: QuizItem, picture: str, say: Say) -> str:
    """All that is asked: the author's text, the tree, the rule, the question; `picture` is its address."""
    rules = "".join(f"<li>{lines(sentence)}</li>" for sentence in item.rule)
    written = "" if item.tree is None else f"<pre>{escape(f'{item.tree}')}</pre>"
    tree = _drawn(item, picture, say) if is_drawn(item) else written
    rule = f"<p>{lines(say('exchange.rule'))}</p><ul>{rules}</ul>"
    words = [item.words, *([say("exchange.decimals", number=item.rounding)] if _has_fraction(item) else [])]
    return f"<h4>{lines(item.title)}</h4>{prose(item.text)}{tree}{rule}{paragraphs(words)}"


def _has_fraction(item: QuizItem) -> bool:
    """Whether a number is asked for that platforms cannot take as a fraction."""
    return any(isinstance(answer.number, Fraction) for field in item.fields for answer in field.answers[:1])


def is_drawn(item: QuizItem) -> bool:
    return item.tree is not None and len(item.tree) <= MOST_DRAWN


def tree_svg(item: QuizItem, say: Say) -> bytes:
    """The picture of the tree."""
    assert item.tree is not None
    return draw(item.tree, "svg", say=say).encode()


def _drawn(item: QuizItem, picture: str, say: Say) -> str:
    """The picture, and for those who cannot see it the tree in words."""
    assert item.tree is not None
    words = draw(item.tree, "outline", say=say)
    return f'<p><img src="{escape(picture)}" alt="{escape(words)}"></p>'
