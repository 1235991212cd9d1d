"""Rows of cells → a table in Markdown, in which no cell can break its row."""

from collections.abc import Iterable, Sequence


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table with these headings."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(map(cell, line))} |" for line in lines) + "\n"


def cell(text: str) -> str:
    """Text that stays on one line of a table."""
    return " ".join(text.replace("|", "\\|").split())


def code(text: object) -> str:
    """Text as code."""
    return f"`{text}`"


def codes(texts: Iterable[object]) -> str:
    """Several texts as code, with commas between them."""
    return ", ".join(map(code, texts))
