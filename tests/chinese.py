"""The sentences in Chinese, and where the bundled sets are."""

from __future__ import annotations

from pathlib import Path

from grader.text.sentences import sentences

PROBLEMS = Path(__file__).parents[1] / "problems"
SAY = sentences("zh-TW")
