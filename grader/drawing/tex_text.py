"""Text → TeX that sets it, and whether pdfTeX is able to."""

from __future__ import annotations

# What means something to TeX, or would melt into a ligature with its neighbour.
_ESCAPES = {
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
_MATHS = {
    "−": "-", "∞": r"\infty", "≤": r"\leq", "≥": r"\geq", "≠": r"\neq", "→": r"\rightarrow",
    "α": r"\alpha", "β": r"\beta", "γ": r"\gamma", "δ": r"\delta", "ε": r"\varepsilon", "ζ": r"\zeta",
    "η": r"\eta", "θ": r"\theta", "ι": r"\iota", "κ": r"\kappa", "λ": r"\lambda", "μ": r"\mu",
    "ν": r"\nu", "ξ": r"\xi", "π": r"\pi", "ρ": r"\rho", "σ": r"\sigma", "τ": r"\tau",
    "υ": r"\upsilon", "φ": r"\varphi", "χ": r"\chi", "ψ": r"\psi", "ω": r"\omega", "Γ": r"\Gamma",
    "Δ": r"\Delta", "Θ": r"\Theta", "Λ": r"\Lambda", "Ξ": r"\Xi", "Π": r"\Pi", "Σ": r"\Sigma",
    "Φ": r"\Phi", "Ψ": r"\Psi", "Ω": r"\Omega",
}  # fmt: skip
_TABLE = str.maketrans(_ESCAPES | {sign: f"${command}$" for sign, command in _MATHS.items()})

# Letters of Latin-1 and Latin Extended-A that the T1 encoding lacks, and signs beyond them that it has.
_MISSING = frozenset("¸ĦħĸĿŀŉŦŧſ")
_FURTHER = frozenset("ȘșȚț‘’‚“”„–—…†‡•‰‹›€™")


def escape_tex(text: str) -> str:
    """`text` as TeX sets it, letter for letter."""
    return text.translate(_TABLE)


def pdftex_can_set(text: str) -> bool:
    """Whether plain pdfLaTeX has every character of `text`."""
    return all(
        character in _MATHS
        or character in _FURTHER
        or " " <= character <= "~"
        or ("¡" <= character <= "ž" and character not in _MISSING)
        for character in text
    )
