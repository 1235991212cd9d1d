"""How large a tree may be; a text beyond that is refused before it costs time or memory."""

from grader.text.source import Source, refusal

MAX_CHARACTERS = 64_000_000
MAX_NODES = 2_000_000


def check_size(source: Source) -> None:
    """Refuse a text that is too long, or that has so many commas and brackets that the tree is."""
    if source.end - source.start > MAX_CHARACTERS:
        raise refusal(source.name, f"the text is longer than {MAX_CHARACTERS:,} characters", _HINT)
    # A node follows an opening bracket or a comma, so together they are at least as many as the nodes.
    if sum(source.text.count(sign, source.start, source.end) for sign in ",([") > MAX_NODES:
        raise refusal(source.name, f"the text has more than {MAX_NODES:,} commas and brackets", _HINT)


_HINT = f"a tree can have up to {MAX_NODES:,} nodes"
