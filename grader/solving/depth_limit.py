"""Tree + a number of edges → the tree as far as that, where static evaluations stand for the rest."""

from __future__ import annotations

from itertools import accumulate

from grader.tree import Kind, Tree, TreeBuilder


def limited(tree: Tree, limit: int | None) -> Tree:
    """The tree down to `limit` edges below the root, under the same names; an inner node there is a leaf."""
    if limit is None:
        return tree
    depths = tree.depths()
    if max(depths) <= limit:
        return tree
    kept = [index for index, depth in enumerate(depths) if depth <= limit]
    before = [0, *accumulate(depth <= limit for depth in depths)]  # how many nodes before each one are kept
    cut = {index for index in kept if depths[index] == limit and tree.kinds[index] is not Kind.LEAF}
    return TreeBuilder(
        kinds=[Kind.LEAF if index in cut else tree.kinds[index] for index in kept],
        parents=[-1, *(before[tree.parents[index]] for index in kept[1:])],
        ends=[before[tree.ends[index]] for index in kept],
        given_names=[tree.names[index] for index in kept],  # automatic names would not be the same
        labels=[tree.labels[index] for index in kept],
        probabilities=[tree.probabilities[index] for index in kept],
        utilities=[tree.estimates[index] if index in cut else tree.utilities[index] for index in kept],
        estimates=[None if index in cut else tree.estimates[index] for index in kept],
        features=[tree.features[index] for index in kept],
        source=tree.source,
        starts=[tree.starts[index] for index in kept] if tree.starts else [],
    ).tree()
