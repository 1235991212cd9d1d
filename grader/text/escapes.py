"""Any text → the same text where it can do no harm: in Markdown, XML, JSON, TeX, or a cell of a table."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

from grader.text.columns import visible

_BREAK = "\N{ZERO WIDTH SPACE}"  # nothing to see, but no link, mention or emoji goes across it

_MARKUP = re.compile(r"[\\`*_\[\]<>|~&$#@]")
_BULLET = re.compile(r"^[-+=]")
_ORDINAL = re.compile(r"^(\d{1,9})([.)])(?!\S)")
_DOT_IN_WORD = re.compile(r"(?<=[^\W\d])\.(?=\w)|(?<=\d)\.(?=[^\W\d])")
_COLON = re.compile(r":(?=//|[\w+-]+:)")
_REFERENCE = re.compile(r"(\\[@#])(?=\w)|\b(GH-)(?=\d)", re.IGNORECASE)

_FORBIDDEN_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_FORMULA = re.compile(
    "(^|[;,|])(?=\\s*[=+\\-@\N{FULLWIDTH EQUALS SIGN}\N{FULLWIDTH PLUS SIGN}"
    "\N{FULLWIDTH HYPHEN-MINUS}\N{FULLWIDTH COMMERCIAL AT}])"
)

# What means something to TeX, or would melt into a ligature with its neighbour.
_TEX_ESCAPES = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "~": r"$\sim$",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    "`": r"\textasciigrave{}",
    "'": "'{}",
    "-": "-{}",
    ",": ",{}",
}
_TEX_MATHS = {
    "−": "-", "∞": r"\infty", "≤": r"\leq", "≥": r"\geq", "≠": r"\neq", "→": r"\rightarrow",
    "α": r"\alpha", "β": r"\beta", "γ": r"\gamma", "δ": r"\delta", "ε": r"\varepsilon", "ζ": r"\zeta",
    "η": r"\eta", "θ": r"\theta", "ι": r"\iota", "κ": r"\kappa", "λ": r"\lambda", "μ": r"\mu",
    "ν": r"\nu", "ξ": r"\xi", "π": r"\pi", "ρ": r"\rho", "σ": r"\sigma", "τ": r"\tau",
    "υ": r"\upsilon", "φ": r"\varphi", "χ": r"\chi", "ψ": r"\psi", "ω": r"\omega", "Γ": r"\Gamma",
    "Δ": r"\Delta", "Θ": r"\Theta", "Λ": r"\Lambda", "Ξ": r"\Xi", "Π": r"\Pi", "Σ": r"\Sigma",
    "Φ": r"\Phi", "Ψ": r"\Psi", "Ω": r"\Omega",
}  # fmt: skip
_TEX_TABLE = str.maketrans(_TEX_ESCAPES | {sign: f"${command}$" for sign, command in _TEX_MATHS.items()})

# Letters of Latin-1 and Latin Extended-A that the T1 encoding lacks, and signs beyond them that it has.
_TEX_MISSING = frozenset("¸ĦħĸĿŀŉŦŧſ")
_TEX_FURTHER = frozenset("ȘșȚț‘’‚“”„–—…†‡•‰‹›€™")


def markdown_text(text: str) -> str:
    """One line of text for GitHub's Markdown, of which nothing becomes markup, a link, a mention or HTML."""
    line = _MARKUP.sub(r"\\\g<0>", visible(" ".join(text.split())))
    line = _ORDINAL.sub(r"\1\\\2", _BULLET.sub(r"\\\g<0>", line))
    line = _DOT_IN_WORD.sub(r"\\.", line)
    line = _COLON.sub(rf"\\:{_BREAK}", line)
    return _REFERENCE.sub(rf"\g<0>{_BREAK}", line)


def markdown_code(text: str) -> str:
    """One line of text as code, which its own backticks cannot end."""
    line = visible(" ".join(text.split()))
    ticks = "`" * (_longest_run(line) + 1)
    pad = " " if not line or "`" in (line[0], line[-1]) else ""
    return f"{ticks}{pad}{line}{pad}{ticks}"


def markdown_block(text: str) -> str:
    """Lines of text as a block of code, which its own backticks cannot end."""
    lines = [visible(line) for line in text.rstrip().split("\n")]
    fence = "`" * max(3, _longest_run(text) + 1)
    return "\n".join([f"{fence}text", *lines, fence])


def xml_text(text: str) -> str:
    """The text without the characters that XML 1.0 forbids; its escaping is the template's."""
    return _FORBIDDEN_IN_XML.sub("", text)


def spreadsheet_text(text: str) -> str:
    """A text for a cell, in which no spreadsheet finds a formula, also where it splits cells elsewhere."""
    return _FORMULA.sub(r"\1'", visible(text))


def json_text(value: Any) -> str:
    """A value as JSON on several lines; half of a character, which UTF-8 cannot hold, as its escape."""
    text = json.dumps(value, ensure_ascii=False, indent=2)
    return text.encode("utf-8", "backslashreplace").decode() + "\n"


def json_pieces(values: Iterable[Any]) -> Iterator[str]:
    """A list of values as `json_text` writes it, a value at a time."""
    before = "[\n  "
    for value in values:
        yield before + json_text(value)[:-1].replace("\n", "\n  ")
        before = ",\n  "
    yield "[]\n" if before.startswith("[") else "\n]\n"


def tex_text(text: str) -> str:
    """`text` as TeX sets it, letter for letter."""
    return text.translate(_TEX_TABLE)


def pdftex_can_set(text: str) -> bool:
    """Whether plain pdfLaTeX has every character of `text`."""
    return all(
        character in _TEX_MATHS
        or character in _TEX_FURTHER
        or " " <= character <= "~"
        or ("¡" <= character <= "ž" and character not in _TEX_MISSING)
        for character in text
    )


def _longest_run(text: str) -> int:
    return max(map(len, re.findall("`+", text)), default=0)
