"""What a node's edges say → mistakes: labels that repeat, probabilities that are none or do not add up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from grader.text.numbers import Number
from grader.text.source import Mistake, Source
from grader.tree import Kind, TreeBuilder
from grader.tree.language.grammar import Edge
from grader.tree.notation import first_word, write_name


def edge_mistakes(columns: TreeBuilder, edges: Mapping[int, Edge], source: Source) -> Iterator[Mistake]:
    """Every mistake in the edges; `edges` has the pieces before the arrow, by the node they lead to."""
    if edges:
        for check in (_root, _labels, _stray_probabilities, _chances):
            yield from check(columns, edges, source)


def _root(_columns: TreeBuilder, edges: Mapping[int, Edge], source: Source) -> Iterator[Mistake]:
    if 0 in edges:
        message = "the root has a move, but nothing leads to the root"
        yield Mistake(message, source, edges[0][0].span, "remove it and its `->`")


def _labels(columns: TreeBuilder, edges: Mapping[int, Edge], source: Source) -> Iterator[Mistake]:
    firsts: dict[tuple[int, str], int] = {}
    for index in edges:
        label = columns.labels[index]
        if label is None:
            continue
        first = firsts.setdefault((columns.parents[index], label), index)
        if first != index:
            message = f"two moves of one node are called `{write_name(label)}`"
            related = edges[first][-1].span, "the first one"
            yield Mistake(message, source, edges[index][-1].span, "give one of them another name", related)


def _stray_probabilities(
    columns: TreeBuilder, edges: Mapping[int, Edge], source: Source
) -> Iterator[Mistake]:
    for index, pieces in edges.items():
        kind = columns.kinds[columns.parents[index]]
        if index > 0 and columns.probabilities[index] is not None and kind is not Kind.CHANCE:
            message = f"a number before `->` is a probability, and there is no chance in a {kind} node"
            hint = f'a move that is a number stands in quotes: `"{pieces[0].value}" -> …`'
            yield Mistake(message, source, pieces[0].span, hint)


def _chances(columns: TreeBuilder, edges: Mapping[int, Edge], source: Source) -> Iterator[Mistake]:
    outcomes: dict[int, list[int]] = {
        index: [] for index, kind in enumerate(columns.kinds) if kind is Kind.CHANCE
    }
    for index, parent in enumerate(columns.parents):
        if parent in outcomes:
            outcomes[parent].append(index)
    for chance, indexes in outcomes.items():
        yield from _outcomes(columns, chance, indexes, edges, source)


def _outcomes(
    columns: TreeBuilder,
    chance: int,
    indexes: list[int],
    edges: Mapping[int, Edge],
    source: Source,
) -> Iterator[Mistake]:
    """The probabilities of one chance node: all or none, each above 0, together exactly 1."""
    given = {index: number for index in indexes if (number := columns.probabilities[index]) is not None}
    impossible = [index for index, number in given.items() if not 0 < number <= 1]
    name = columns.given_names[chance]
    where = "" if name is None else f" under `{write_name(name)}`"
    if impossible:
        for index in impossible:
            piece = edges[index][0]
            yield Mistake(_impossible(given[index], piece.value), source, piece.span, _IMPOSSIBLE_HINT)
    elif given and len(given) < len(indexes):
        without = next(index for index in indexes if index not in given)
        message = f"this outcome{where} has no probability, but another one has"
        hint = "give every outcome a probability, or none: then all are equally likely"
        yield Mistake(message, source, first_word(source, columns.starts[without]), hint)
    elif given and (total := sum(given.values())) != 1:
        as_written = _as_written(total, [edges[index][0].value for index in indexes])
        message = f"the probabilities{where or _HERE} add up to {as_written}, not 1"
        yield Mistake(message, source, first_word(source, columns.starts[chance]), _sum_hint(total))


_HERE = " under this chance node"
_ROUNDING = Fraction(1, 50)
_IMPOSSIBLE_HINT = "a probability is above 0 and at most 1, such as `1/3`, `0.25` or `25%`"


def _impossible(number: Number, text: str) -> str:
    if number == 0:
        return "an outcome of probability 0 never happens"
    return f"`{text}` is not a probability: it is {'negative' if number < 0 else 'above 1'}"


def _as_written(total: Number, texts: Sequence[str]) -> str:
    """The sum as the author writes: 5/6 among fractions, 0.999 among decimals, 90% among percentages."""
    if any("/" in text for text in texts):
        return str(total)
    if all("%" in text for text in texts):
        return f"{float(total * 100):.12g}%"
    return f"{float(total):.12g}"


def _sum_hint(total: Number) -> str:
    if -_ROUNDING <= total - 1 <= _ROUNDING:
        return "write rounded numbers exactly: `1/3` rather than `0.333`"
    if total > 1:
        return "make them smaller, so that together they are 1"
    return f"give every outcome, such as `{1 - total} -> 0`"
