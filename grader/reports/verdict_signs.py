"""Verdict → the sign that stands beside its word, so that nobody has to tell colours apart."""

from __future__ import annotations

from collections.abc import Mapping

from grader.drawing.svg.svg_overlay import PillVerdict
from grader.grading.grade_record import CheckStanding

SIGNS: Mapping[CheckStanding | PillVerdict, str] = {
    "right": "✓",
    "partly": "◐",
    "wrong": "✗",
    "missing": "○",
    "missed": "○",
    "carried": "↪",
    "unreadable": "?",
    "pending": "…",
    "failed": "!",
    "answered": "•",
    "given": "•",
    "hidden": "–",
    "granted": "⊕",
    "excluded": "∅",
}
