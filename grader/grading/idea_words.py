"""Ideas behind wrong answers → what a student is told of them, in sentences.

The hint says what seems to have been done and what to do instead, and gives no answer away.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from grader.problems.reveal import RevealPart
from grader.text.sentences import Say

_MOST_WAYS = 3


@dataclass(frozen=True, slots=True)
class IdeaWords:
    """What is said of the ideas of which one is behind an answer; why not, only what is common to all."""

    looks: str
    """What seems to have been done, as a whole sentence."""
    wrong: tuple[str, ...] = ()
    """Why that is not so."""
    instead: tuple[str, ...] = ()
    """What to do instead of the likeliest."""

    @property
    def hint(self) -> tuple[str, ...]:
        """The idea and the principle, without any node, number or move of the tree."""
        return self.looks, *self.instead

    @property
    def early(self) -> dict[str, RevealPart]:
        """The part of `reveal` that each sentence waits for: none of them tells the key."""
        return {sentence: "why" if sentence in self.wrong else "hint" for sentence in self.sentences}

    @property
    def sentences(self) -> tuple[str, ...]:
        """All of it, in the order in which it is read."""
        return self.looks, *self.wrong, *self.instead


def idea_words(ids: Sequence[str], say: Say, problem: str | None = None) -> IdeaWords:
    """What is said of the ideas with these ids, the likeliest first; of one `problem` alone, or of all."""
    if len(ids) > 1:
        looks = say("diagnosis.looks-either", ways=looks_like(ids, say))
    else:
        key = "diagnosis.looks" if problem is None else "diagnosis.looks-part"
        looks = say(key, looks=looks_like(ids, say), problems=problem)
    wrong = {say(f"idea-wrong.{idea}") for idea in ids}
    return IdeaWords(looks, tuple(wrong) if len(wrong) == 1 else (), (say(f"idea-instead.{ids[0]}"),))


def looks_like(ids: Sequence[str], say: Say) -> str:
    """What seems to have been done, as it goes on in a sentence."""
    return say.alternatives([say(f"idea-looks.{idea}") for idea in ids[:_MOST_WAYS]])
