"""Chosen trees → practice.html: one file in which a student watches, walks and solves, with instant feedback.

Everything is worked out here: the page's script compares answers with what is in its data, and shows them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice
from json import dumps
from typing import Any

from grader.grading.idea_words import idea_words
from grader.reports.page_templates import fill
from grader.reports.practice.fresh_trees import ChosenTree
from grader.reports.practice.idea_trees import idea_tree
from grader.reports.practice.posed_questions import rule_words
from grader.reports.practice.practice_task import PageTables, PracticeTask
from grader.reports.practice.practice_tree import PracticeTree, practice_tree
from grader.rule import Rule
from grader.text.sentences import Say, Sentence

_LISTS = ("list.comma", "list.last")
_OF_TASKS = ("-ask", "-1", "-2", "-3", "-right")  # with which the keys of their sentences end
_NAMED_AFTER = 2  # answers that fit one idea
MOST_BYTES = 400_000  # what goes through every mail server, and opens at once on a phone
_BYTES_OF_IDEA = 3_000  # with its smallest tree


@dataclass(frozen=True, slots=True)
class PracticePage:
    """The page: its title, what it is about, drawings by the ids of trees, and all that its script needs."""

    title: str
    about: str
    left_out: bool
    drawings: Mapping[str, str]
    data: Mapping[str, Any]

    @property
    def json(self) -> str:
        """The data as text that cannot end its element, however long names and signs are."""
        text = dumps(self.data, ensure_ascii=False, separators=(",", ":"))
        return text.translate({ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&\u2028\u2029"})


def practice_html(
    chosen: Sequence[ChosenTree],
    title: str,
    say: Say,
    known: frozenset[str] = frozenset(),
    unnamed: Collection[str] = (),
    *,
    left_out: bool = False,
) -> str:
    """The page about these trees; a smallest tree that is `known` to belong to an exam is not on it.

    Ideas that are `unnamed` are never named, and where the page would be too large, those that seldom show.
    Questions of the set may be `left_out`, which the page says.
    """
    trees = [practice_tree(each.solution, each.asked, say, each.family) for each in chosen]
    small = _small(trees, chosen[0].solution.rule, say, known)
    small = {idea: tree for idea, tree in small.items() if idea not in unnamed}
    page = _filled(trees, small, title, say, left_out=left_out)
    while small and (over := len(page.encode()) - MOST_BYTES) > 0:
        kept = max(0, len(small) - 1 - over // _BYTES_OF_IDEA)
        small = dict(islice(small.items(), kept))
        page = _filled(trees, small, title, say, left_out=left_out)
    return page


def _filled(
    trees: Sequence[PracticeTree], small: Mapping[str, PracticeTree], title: str, say: Say, *, left_out: bool
) -> str:
    return fill("practice.html", say=say, page=practice_page(trees, small, title, say, left_out=left_out))


def practice_page(
    trees: Sequence[PracticeTree],
    small: Mapping[str, PracticeTree],
    title: str,
    say: Say,
    *,
    left_out: bool = False,
) -> PracticePage:
    """What the template `practice.html` is filled in with; `small` are smallest trees by their idea."""
    rules = tuple(dict.fromkeys(rule_words(tree.solution, say) for tree in (*trees, *small.values())))
    tables = PageTables({idea: place for place, idea in enumerate(small)})
    tasks = [task for tree in (*trees, *small.values()) for task in (*tree.walk, *tree.solve)]
    data = {
        "trees": [tree.to_dict(tables, rules, say) for tree in trees],
        "small": [tree.to_dict(tables, rules, say) for tree in small.values()],
        "ideas": [_idea(idea, say) for idea in small],
        "rules": [list(words) for words in rules],
        "shapes": [list(shape) for shape in tables.shapes],
        "conventions": list(tables.conventions),
        "texts": list(tables.texts),
        "say": _sentences(tasks, tables.conventions, say),
        "bounds": _bounds(trees[0].solution.rule, say),
    }
    return PracticePage(
        title=title,
        about=say("practice-page.about", number=len(trees)),
        left_out=left_out,
        drawings={
            f"{letter}{place}": tree.picture.content
            for letter, group in (("t", trees), ("s", small.values()))
            for place, tree in enumerate(group)
        },
        data={"key": _key(data), **data},
    )


def _small(
    trees: Iterable[PracticeTree], rule: Rule, say: Say, known: frozenset[str]
) -> dict[str, PracticeTree]:
    """The ideas that answers on the page can show, each with a smallest tree; those that show most first."""
    times = Counter(idea for tree in trees for idea in tree.ideas)
    often = [idea for idea, number in times.most_common() if number >= _NAMED_AFTER]
    found = {idea: idea_tree(idea, rule, say, known) for idea in often}
    return {idea: tree for idea, tree in found.items() if tree is not None}


def _idea(idea: str, say: Say) -> dict[str, Any]:
    words = idea_words([idea], say)
    return {
        "name": say(f"misconception-name.{idea}"),
        "looks": words.looks,
        "wrong": list(words.wrong),
        "instead": list(words.instead),
    }


def _sentences(tasks: Iterable[PracticeTask], conventions: Iterable[str], say: Say) -> dict[str, Sentence]:
    """What the script says of these tasks and conventions, with places that it fills in."""
    asked = {task.case.split("-")[0] for task in tasks}
    others = {f"convention.{name}" for name in conventions}
    unasked = {
        _first(key) for key in say.catalogue if key.startswith("practice.") and key[-2:] == "-1"
    } - asked
    return {
        key.removeprefix("practice."): sentence
        for key, sentence in say.catalogue.items()
        if key in (*_LISTS, *others)
        or (key.startswith("practice.") and not (_first(key) in unasked and key.endswith(_OF_TASKS)))
    }


def _first(key: str) -> str:
    """What a sentence of the script is about: the first word of a task's case."""
    return key.removeprefix("practice.").split("-")[0]


def _bounds(rule: Rule, say: Say) -> dict[str, str]:
    low, high = rule.bounds
    return {"low": say.shown(low), "high": say.shown(high)}


def _key(data: Mapping[str, Any]) -> str:
    """Tells this page from all others, so that each keeps its own progress."""
    return sha256(dumps(data, sort_keys=True).encode()).hexdigest()[:16]
