"""A ProblemSet → its practice page: fresh trees of like shape, or its own once they are no secret."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime

from grader.grading.visibility import shows_every_key, tells_ideas
from grader.ideas import BY_ID
from grader.problems import ProblemSet
from grader.reports.practice.fresh_trees import families_of, fresh_trees, own_trees, unasked
from grader.reports.practice.practice_page import practice_html
from grader.reports.practice.tree_identity import known_trees
from grader.text.sentences import sentences
from grader.text.source import refusal

PRACTICE_PAGE = "practice.html"
TREES = 12  # if nobody says how many
SEED = "1"


def practice_of_set(
    problems: ProblemSet, number: int = TREES, seed: str = SEED, changes: Mapping[str, object] | None = None
) -> str:
    """The page with fresh trees: of the set it has but the language, the rule and kinds of questions."""
    refuse_forbidden(problems)
    known = known_trees(problems)
    chosen = fresh_trees(families_of(problems, changes or {}), number, seed, known)
    if not chosen:
        message = "no fresh tree like those of this set was found"
        raise refusal(problems.source.name, message, "change the goals, such as `--leaves 6..12`")
    say = sentences(problems.language)
    return practice_html(
        chosen, say("practice-page.of-set"), say, known, _unnamed(problems), left_out=bool(unasked(problems))
    )


def practice_with_own_trees(problems: ProblemSet, now: datetime) -> str:
    """The page with the set's own trees; `problems` have the due date of whoever has most time."""
    refuse_forbidden(problems)
    if not shows_every_key(problems, now):
        message = "the key of this set is not shown to everybody yet, and its own trees would give it away"
        raise refusal(
            problems.source.name, message, "leave `--own` out: the page then has fresh trees like these"
        )
    chosen = own_trees(problems)
    if not chosen:
        message = "no problem on the sheet has a tree that can be walked through"
        raise refusal(problems.source.name, message, "leave `--own` out")
    say = sentences(problems.language)
    return practice_html(
        chosen, problems.title, say, unnamed=_unnamed(problems), left_out=bool(unasked(problems))
    )


def refuse_forbidden(problems: ProblemSet) -> None:
    """An `InputError` where the set forbids practice."""
    if problems.practice == "never":
        message = "this set says `practice: never`"
        raise refusal(
            problems.source.name,
            message,
            'practise on a tree of your own, such as `grader practice "max(…)"`',
        )


def _unnamed(problems: ProblemSet) -> Collection[str]:
    """The ideas that students of the set are not told."""
    return problems.diagnosis.without if tells_ideas(problems.diagnosis) else BY_ID
