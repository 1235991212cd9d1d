"""All wrong ideas by their ids, each with the facet of the work that it spoils."""

from __future__ import annotations

from dataclasses import dataclass

from benchmarks.students.steps import RIGHT, WRONG_STEPS, Steps
from benchmarks.students.textbook import Textbook
from benchmarks.students.wrong_chance_searches import WRONG_CHANCE_SEARCHES
from benchmarks.students.wrong_searches import WRONG_SEARCHES
from benchmarks.students.wrong_words import AS_IT_SEEMS, AS_IT_WAS, WRONG_MOVES, WRONG_WORDS, Moves, Words


@dataclass(frozen=True, slots=True)
class Idea:
    """A wrong idea: what of a student's work is done by it, and the rest rightly.

    Its facet is values, chance, search, windows, move or labels.
    """

    id: str
    facet: str
    steps: Steps = RIGHT
    search: type[Textbook] = Textbook
    words: Words = AS_IT_WAS
    moves: Moves = AS_IT_SEEMS


RIGHT_IDEA = Idea("", "")
IDEAS: dict[str, Idea] = {
    idea.id: idea
    for idea in (
        *(Idea(steps.id, steps.facet, steps=steps) for steps in WRONG_STEPS),
        *(
            Idea(search.id, search.facet, search=search)
            for search in (*WRONG_SEARCHES, *WRONG_CHANCE_SEARCHES)
        ),
        *(Idea(words.id, words.facet, words=words) for words in WRONG_WORDS),
        *(Idea(moves.id, moves.facet, moves=moves) for moves in WRONG_MOVES),
    )
}


def together(first: Idea, second: Idea) -> Idea:
    """Two ideas in different facets at once."""
    return Idea(
        f"{first.id} and {second.id}",
        f"{first.facet} and {second.facet}",
        second.steps if first.steps is RIGHT else first.steps,
        second.search if first.search is Textbook else first.search,
        second.words if first.words is AS_IT_WAS else first.words,
        second.moves if first.moves is AS_IT_SEEMS else first.moves,
    )
