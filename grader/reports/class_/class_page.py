"""The Grades of a class and its set → class.html: one page that stands alone, with or without names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from grader.grading import Grade
from grader.grading.grade_record import CheckStanding
from grader.grading.visibility import sight_of
from grader.problems import Problem, ProblemSet
from grader.problems.question_name import QuestionName, names_in_problem
from grader.reports.class_.anonymous_figures import FEWEST, STEP, blurred, blurred_maps
from grader.reports.class_.charts import HEIGHT, WIDTH, Bar, Stripe, histogram, stripes
from grader.reports.class_.class_list import (
    FIRST_ROWS,
    class_rows,
    has_any,
    has_penalties,
    has_statuses,
    idea_in_words,
    sections_of,
)
from grader.reports.class_.class_programs import ClassRuns, class_runs
from grader.reports.class_.heat_map_pictures import (
    NOT_RIGHT,
    SHADES,
    DrawnMap,
    MappedTree,
    drawn_trees,
    idea_maps,
    link_to,
    who_is_wrong,
)
from grader.reports.class_.heat_maps import HeatMap, heat_maps
from grader.reports.class_.statistics import (
    BINS,
    CODES,
    VERDICTS,
    IdeaFigures,
    Otherwise,
    QuestionFigures,
    Scores,
    Statistics,
    class_statistics,
    columns_of,
)  # fmt: skip
from grader.reports.page_templates import fill
from grader.reports.record_words import LONGEST_NAME, shown, shown_percent, shown_points
from grader.submissions.collecting import Person
from grader.text.columns import visible
from grader.text.numbers import Finite
from grader.text.sentences import Say, sentences

if TYPE_CHECKING:
    from markupsafe import Markup

_NOBODY: Mapping[str, Person] = {}
_FIGURES = ("mean", "lowest", "lower", "median", "upper", "highest")
_ALWAYS: frozenset[CheckStanding] = frozenset(("right", "partly", "wrong", "missing", "unreadable", "failed"))
_LONGEST_QUESTION = 140
_MOST_NAMED = 20  # whose sheet names another version
_LITTLE = 0.005  # a correlation that is shown as 0
_DOUBTFUL = -0.1  # a correlation that is clearly below 0, whatever the class


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of the scores, in points and as a share; no points where the page is anonymous."""

    name: str
    points: str
    share: str


class VerdictCount(NamedTuple):
    """How many answers have a verdict, and the filter that finds them, empty where there are none."""

    verdict: CheckStanding
    number: int
    link: str


@dataclass(frozen=True, slots=True)
class ShownItem:
    """A question in the table of them; `link` finds who is not right, `counts` are by the page's verdicts."""

    number: str
    title: str
    id: str
    link: str
    words: str
    possible: str
    difficulty: str
    discrimination: str
    negative: bool
    counts: tuple[VerdictCount, ...]
    stripes: tuple[Stripe, ...]


@dataclass(frozen=True, slots=True)
class ShownProblem:
    """A problem: its questions, its trees with the heat maps, and how programs went, where they answer it."""

    number: int
    id: str
    title: str
    items: tuple[ShownItem, ...]
    trees: tuple[MappedTree, ...]
    runs: ClassRuns | None


@dataclass(frozen=True, slots=True)
class ShownIdea:
    """A misconception in the list of them; `who` are names, none where the page is anonymous.

    `maps` show where on the trees it bit them, and `width` is its share of the class, of 100.
    """

    id: str
    link: str
    name: str
    count: int
    share: str
    where: tuple[str, ...]
    width: float
    who: tuple[str, ...] = field(repr=False)
    maps: tuple[DrawnMap, ...]


@dataclass(frozen=True, slots=True)
class ClassPage:
    """All that the page shows; everything in it is text, or drawn from text that is escaped.

    `verdicts` are those that the questions are counted by, `occurring` those that somebody has. `rows` are
    lines of the list of students, and `wrong_at` says of each map who is wrong at which node.
    """

    say: Say
    set: str
    title: str
    anonymous: bool
    count: int
    missing: int
    too_few: int | None
    notes: tuple[str, ...]
    bars: tuple[Bar, ...]
    figures: tuple[Figure, ...]
    possible: str
    verdicts: tuple[CheckStanding, ...]
    occurring: tuple[str, ...]
    codes: Mapping[CheckStanding, str]
    problems: tuple[ShownProblem, ...]
    ideas: tuple[ShownIdea, ...]
    conventions: tuple[Otherwise, ...]
    rows: tuple[Markup, ...] = field(repr=False)
    wrong_at: Mapping[str, Any] = field(repr=False)
    has_names: bool
    sections: tuple[str, ...]
    has_statuses: bool
    has_penalties: bool


def class_html(
    grades: Iterable[Grade],
    problems: ProblemSet,
    *,
    anonymous: bool = False,
    links: Mapping[str, str] | None = None,
    templates: Path | None = None,
    missing: Sequence[Person] = (),
    people: Mapping[str, Person] = _NOBODY,
) -> str:
    """The page; `links` are paths of reports by student, from the page's folder, where they are not as usual.

    An anonymous one has no student's name, id or link, and no number that is true of a few only.
    """
    page = class_page(
        tuple(grades), problems, anonymous=anonymous, links=links, missing=missing, people=people
    )
    chart = {"width": WIDTH, "height": HEIGHT}
    return fill(
        "class.html", templates, say=page.say, page=page, chart=chart, shades=SHADES, step=STEP,
        first_rows=FIRST_ROWS, not_right=NOT_RIGHT,
    )  # fmt: skip


def class_page(
    grades: Sequence[Grade],
    problems: ProblemSet,
    *,
    anonymous: bool = False,
    links: Mapping[str, str] | None = None,
    missing: Sequence[Person] = (),
    people: Mapping[str, Person] = _NOBODY,
) -> ClassPage:
    """What the page shows."""
    say = sentences(problems.language)
    columns = columns_of(grades, problems)
    exact = class_statistics(grades, columns)
    statistics = blurred(exact) if anonymous else exact
    maps = heat_maps(grades, problems, columns)
    if anonymous:
        maps = blurred_maps(maps) if len(grades) >= FEWEST else ()
    found = {verdict for item in exact.items for verdict in item.verdicts}
    occurring = tuple(verdict for verdict in VERDICTS if verdict in found)
    verdicts = tuple(verdict for verdict in VERDICTS if verdict in found | _ALWAYS)
    shown_problems = tuple(_problems(grades, problems, statistics, maps, verdicts, anonymous=anonymous))
    names = _names(problems)
    drawn = [one for problem in shown_problems for tree in problem.trees for one in tree.maps]
    return ClassPage(
        say=say,
        set=problems.id,
        title=shown(problems.title, LONGEST_NAME, say),
        anonymous=anonymous,
        count=len(grades),
        missing=0 if anonymous else len(missing),
        too_few=FEWEST if anonymous and 0 < len(grades) < FEWEST else None,
        notes=(
            *_missing(len(missing), say, anonymous=anonymous),
            *_notes(statistics, grades, say),
            *_versions(grades, say, anonymous=anonymous),
        ),
        bars=_bars(statistics.scores, say, anonymous=anonymous),
        figures=tuple(_figures(statistics.scores, say)),
        possible=shown_points(Fraction(sum(item.possible for item in exact.items))),
        verdicts=verdicts,
        occurring=occurring,
        codes=CODES,
        problems=shown_problems,
        ideas=tuple(_ideas(statistics, grades, drawn, names, say)),
        conventions=tuple(replace(other, question=names[other.question]) for other in statistics.conventions),
        rows=()
        if anonymous
        else tuple(
            class_rows(
                grades, columns, exact, occurring, missing=missing, people=people, links=links, say=say
            )
        ),
        wrong_at={} if anonymous else who_is_wrong(drawn, len(grades)),
        has_names=has_any(people, "name"),
        sections=() if anonymous else sections_of(people),
        has_statuses=has_statuses(exact, missing),
        has_penalties=has_penalties(grades),
    )


def _names(problems: ProblemSet) -> Mapping[str, str]:
    """By its id the name of each problem and question."""
    say = sentences(problems.language)
    titles = {problem.id: problem.title or problem.id for problem in problems.problems}
    names = titles | {name.id: str(name) for name in problems.question_names.values()}
    return {own: shown(name, LONGEST_NAME, say) for own, name in names.items()}


def _missing(number: int, say: Say, *, anonymous: bool) -> Iterator[str]:
    """How many handed in nothing, who have no score."""
    told = number - number % STEP if anonymous else number
    if told:
        yield say("class-page.missing" if anonymous else "class-page.missing-listed", number=told)


def _notes(statistics: Statistics, grades: Sequence[Grade], say: Say) -> Iterator[str]:
    """What to know about the scores."""
    if statistics.scores is not None and statistics.scores.count < statistics.count:
        yield say("class-page.counted", number=statistics.scores.count)
    for status in ("unreadable", "failed"):
        if number := statistics.statuses.get(status):
            yield say(f"class-page.sheets-{status}", number=number)
    if statistics.totals and any("pending" in item.verdicts for item in statistics.items):
        waiting = sum(grade.status == "graded" and grade.pending > 0 for grade in grades)
        yield say("class-page.waiting", number=waiting)
    if has_penalties(grades):
        yield say("class-page.before-lateness")
    if not all(grade.made_from.is_walled for grade in grades):
        yield say("student-page.without-isolation")


def _versions(grades: Sequence[Grade], say: Say, *, anonymous: bool) -> Iterator[str]:
    """Whose sheet names another version than theirs; nothing of it where the page has no names."""
    who = [] if anonymous else list(filter(None, (_version(grade, say) for grade in grades)))
    if who:
        more = ["…"] if who[_MOST_NAMED:] else []
        listed = say("list.comma").join([*who[:_MOST_NAMED], *more])
        yield say("class-page.other-versions", number=len(who), who=listed)


def _version(grade: Grade, say: Say) -> str:
    other = grade.other_version
    if other is None:
        return ""
    parts = {"student": shown(grade.called, LONGEST_NAME, say), "own": other.own, "said": other.said}
    if other.earned is None or other.earned <= grade.earned:
        return say("class-page.other-version", **parts)
    points = {"earned": shown_points(other.earned), "instead": shown_points(grade.earned)}
    return say("class-page.other-version-fits", **parts, **points)


def _bars(scores: Scores | None, say: Say, *, anonymous: bool) -> tuple[Bar, ...]:
    if scores is None:
        return ()
    tenth = 100 // BINS
    labels = [say("class-page.tick", low=place * tenth, high=(place + 1) * tenth) for place in range(BINS)]
    links = [
        link_to(score=f"{place * tenth}-{(place + 1) * tenth}") if count else ""
        for place, count in enumerate(scores.bins)
    ]
    return histogram(scores.bins, labels, [""] * BINS if anonymous else links)


def _figures(scores: Scores | None, say: Say) -> Iterator[Figure]:
    if scores is None:
        return
    for name in _FIGURES:
        share: Finite | None = getattr(scores.shares, name)
        if share is not None:
            points = "" if scores.points is None else shown_points(getattr(scores.points, name))
            yield Figure(say(f"class-page.{name}"), points, _percent(share, say))


def _problems(
    grades: Sequence[Grade],
    problems: ProblemSet,
    statistics: Statistics,
    maps: Sequence[HeatMap],
    verdicts: Sequence[CheckStanding],
    *,
    anonymous: bool,
) -> Iterator[ShownProblem]:
    say = sentences(problems.language)
    sight = sight_of(problems, "student" if anonymous else "staff")
    for number, problem in enumerate(problems.problems, 1):
        title = shown(problem.title or problem.id, LONGEST_NAME, say)
        items = [item for item in statistics.items if item.problem == problem.id]
        parts = zip(problem.questions, names_in_problem(problem, number, say), strict=True)
        names = {asked.question.id: name for asked, name in parts}
        own = [one for one in maps if one.problem is problem]
        told = [one.variant for one in own if sight.shows_solution(one.problem, one.variant)]
        trees = tuple(drawn_trees(own[0].problem, title, own, told, say)) if own else ()
        runs = class_runs(grades, problem, title, sight) if problem.program else None
        yield ShownProblem(
            number=number,
            id=problem.id,
            title=title,
            items=tuple(
                _item(names[item.question], problem, item, verdicts, say, anonymous=anonymous)
                for item in items
            ),
            trees=trees if runs is None else runs.trees,
            runs=runs,
        )


def _item(
    name: QuestionName,
    problem: Problem,
    item: QuestionFigures,
    verdicts: Sequence[CheckStanding],
    say: Say,
    *,
    anonymous: bool,
) -> ShownItem:
    links = {} if anonymous else _links(item)
    negative = item.discrimination is not None and item.discrimination <= _DOUBTFUL
    return ShownItem(
        number=name.number,
        title=shown(name.title, LONGEST_NAME, say),
        id=item.question,
        words=_words(problem, item, say),
        possible=shown_points(item.possible),
        difficulty="" if item.difficulty is None else _percent(item.difficulty, say),
        discrimination="" if item.discrimination is None else _signed(item.discrimination),
        negative=negative,
        link="" if anonymous else link_to(question=item.id, verdict=NOT_RIGHT),
        counts=tuple(
            VerdictCount(verdict, item.verdicts.get(verdict, 0), links.get(verdict, ""))
            for verdict in verdicts
        ),
        stripes=stripes(item.verdicts, links),
    )


def _links(item: QuestionFigures) -> Mapping[CheckStanding, str]:
    """By its verdict the filter that finds answers to a question."""
    return {verdict: link_to(question=item.id, verdict=verdict) for verdict in item.verdicts}


def _words(problem: Problem, item: QuestionFigures, say: Say) -> str:
    """The question as it is asked on the written tree, or the first; a program is asked on many."""
    if problem.program:
        return ""
    written = problem.as_written()
    question = next(each.question for each in written.questions if each.question.id == item.question)
    words = " ".join(question.in_full(written.solution_for(question), say).split())
    return visible(words if len(words) <= _LONGEST_QUESTION else f"{words[: _LONGEST_QUESTION - 1]}…")


def _ideas(
    statistics: Statistics,
    grades: Sequence[Grade],
    maps: Sequence[DrawnMap],
    names: Mapping[str, str],
    say: Say,
) -> Iterator[ShownIdea]:
    for idea in statistics.ideas:
        share = Fraction(idea.count, statistics.count)
        yield ShownIdea(
            id=idea.id,
            link=link_to(idea=idea.id) if idea.students else "",
            name=idea_in_words(idea, say),
            count=idea.count,
            share=_percent(share, say),
            where=tuple(_where(idea, names, say)),
            width=round(float(100 * share), 2),
            who=tuple(shown(grades[student].called, LONGEST_NAME, say) for student in idea.students),
            maps=tuple(idea_maps(idea, maps, say)),
        )


def _where(idea: IdeaFigures, names: Mapping[str, str], say: Say) -> Iterator[str]:
    """The questions at which it shows, those of most students first."""
    for question, number in sorted(idea.questions.items(), key=lambda entry: (-entry[1], entry[0])):
        yield say("class-page.at-question", question=names[question], number=number)


def _percent(share: Finite, say: Say) -> str:
    return say("class-page.percent", number=shown_percent(Fraction(share)))


def _signed(number: float) -> str:
    """A correlation with two decimals and a real minus."""
    return "0.00" if abs(number) < _LITTLE else f"{number:.2f}".replace("-", "−")
