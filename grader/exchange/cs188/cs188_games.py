"""A `.test` file of the Pacman projects → its fields, its states as a tree, and how it is searched."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from grader.exchange.trees.tree_draft import TreeDraft, mistaken
from grader.text.numbers import Number, NumberError, read_number
from grader.text.source import InputError, Source, Span, refusal
from grader.tree import Kind, Tree

_LINE = re.compile(r"[^\n]*\n?")
_SHORT = re.compile(r'\s*([^"\s:]+)\s*:\s*"([^"]*)"\s*')
_OPENING = re.compile(r'\s*([^"\s:]+)\s*:\s*"""\s*')
_CLOSING = re.compile(r'\s*"""\s*')
_HINT = 'write `name: "value"`, or `name: """` and lines up to another `"""`'


@dataclass(frozen=True, slots=True)
class Cs188Line:
    """A line of a field, without blanks around it."""

    text: str
    place: Span


@dataclass(frozen=True, slots=True)
class Cs188Field:
    """A field of the file: its name's place, and what stands in its quotes, line by line."""

    place: Span
    lines: tuple[Cs188Line, ...]

    @property
    def text(self) -> str:
        return "\n".join(line.text for line in self.lines)

    @property
    def words(self) -> tuple[str, ...]:
        return tuple(self.text.split())


class Cs188Fields:
    """The fields of a file by name."""

    __slots__ = ("_entries", "source")

    def __init__(self, source: Source) -> None:
        self.source = source
        self._entries = dict(_entries(source))

    def __contains__(self, name: str) -> bool:
        return name in self._entries

    def entry(self, name: str) -> Cs188Field:
        """That field, which must be there."""
        if name not in self._entries:
            message = f"the field `{name}` is missing"
            raise mistaken(self.source, Span(0, 0), message, f'write `{name}: "…"`')
        return self._entries[name]

    def words(self, name: str) -> tuple[str, ...]:
        """The words of a field; none where there is no such field."""
        return self._entries[name].words if name in self._entries else ()

    def word(self, name: str) -> str:
        """The one word of a field."""
        words = self.entry(name).words
        if len(words) != 1:
            raise self.error(name, f"`{name}` should be one word")
        return words[0]

    def whole(self, name: str) -> int:
        """A field that counts something, from 1."""
        word = self.word(name)
        if re.fullmatch(r"[1-9][0-9]{0,3}", word) is None:
            raise self.error(name, f"`{name}` should be a whole number from 1", f'such as `{name}: "2"`')
        return int(word)

    def error(self, name: str, message: str, hint: str | None = None) -> InputError:
        return mistaken(self.source, self.entry(name).place, message, hint)


def _entries(source: Source) -> Iterator[tuple[str, Cs188Field]]:
    seen: set[str] = set()
    lines = _lines(source)
    for line in lines:
        plain = line.text.partition("#")[0]
        if not plain.strip():
            continue
        short, opening = _SHORT.fullmatch(plain), _OPENING.fullmatch(plain)
        found = short or opening
        if found is None:
            raise mistaken(source, line.place, "this line is not a field", _HINT)
        if found[1] in seen:
            raise mistaken(source, line.place, f"the field `{found[1]}` is given twice", "keep one of them")
        seen.add(found[1])
        inside = (Cs188Line(short[2].strip(), line.place),) if short else _block(source, line, lines)
        yield found[1], Cs188Field(line.place, inside)


def _block(source: Source, opening: Cs188Line, lines: Iterator[Cs188Line]) -> tuple[Cs188Line, ...]:
    """The lines up to three closing quotes; empty ones say nothing."""
    inside: list[Cs188Line] = []
    for line in lines:
        if _CLOSING.fullmatch(line.text):
            return tuple(inside)
        if line.text:
            inside.append(line)
    raise mistaken(source, opening.place, "these quotes are never closed", 'end them with a line `"""`')


def _lines(source: Source) -> Iterator[Cs188Line]:
    for found in _LINE.finditer(source.text):
        text = found[0].strip()
        start = found.start() + len(found[0]) - len(found[0].lstrip())
        yield Cs188Line(text, Span(start, start + len(text)))


MOST_NODES = 100_000
GRAPH_TEST = "GraphGameTreeTest"


@dataclass(frozen=True, slots=True)
class Agent:
    """What an agent's class searches by, and what kind of node a ghost's is."""

    search: str
    ghost: Kind


AGENTS: Mapping[str, Agent] = {
    "MinimaxAgent": Agent("minimax", Kind.MIN),
    "AlphaBetaAgent": Agent("alpha-beta", Kind.MIN),
    "ExpectimaxAgent": Agent("minimax", Kind.CHANCE),
}


@dataclass(frozen=True, slots=True)
class GraphGame:
    """One test: the agent's class, how far it searches, and the tree; `states` has the state of each node.

    `won` and `lost` are the names of the leaves at which the game is so.
    """

    agent: str
    depth: int
    agents: int
    tree: Tree
    states: tuple[str, ...]
    won: tuple[str, ...]
    lost: tuple[str, ...]


def read_graph_game(entries: Cs188Fields) -> GraphGame:
    """The game of a test; an `InputError` says what is wrong with it."""
    agent = entries.word("alg")
    if agent not in AGENTS:
        raise entries.error("alg", f"there is no agent `{agent[:40]}`", f"write {', '.join(AGENTS)}")
    depth, agents = entries.whole("depth"), entries.whole("num_agents")
    graph = _Graph(entries, AGENTS[agent].ghost, depth * agents, agents)
    tree, states = graph.unrolled()
    won, lost = (_named(tree, states, entries.words(field)) for field in ("win_states", "lose_states"))
    return GraphGame(agent, depth, agents, tree, states, won, lost)


def _named(tree: Tree, states: tuple[str, ...], wanted: tuple[str, ...]) -> tuple[str, ...]:
    """The names of the nodes that these states have become."""
    among = frozenset(wanted)
    return tuple(name for name, state in zip(tree.names, states, strict=True) if state in among)


@dataclass(frozen=True, slots=True)
class _Move:
    """A line of `successors` or `children`: what leads from a state to another one."""

    action: str | None
    next: str
    place: Span


@dataclass(slots=True)
class _Graph:
    """States, the moves between them, and what they are worth."""

    entries: Cs188Fields
    ghost: Kind
    limit: int
    agents: int
    moves: dict[str, list[_Move]] = field(init=False)
    worth: dict[str, Number] = field(init=False)
    ends: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        self.moves = {}
        for line in self.entries.entry(_moves_field(self.entries)).lines:
            state, action, following = self._split(line, 3, "state action next")
            self.moves.setdefault(state, []).append(_Move(action, following, line.place))
        self.worth = {}
        for line in self.entries.entry("evaluation").lines:
            state, number = self._split(line, 2, "state number")
            if state in self.worth:
                raise mistaken(self.entries.source, line.place, f"`{state[:40]}` is evaluated twice")
            self.worth[state] = self._number(number, line)
        self.ends = frozenset((*self.entries.words("win_states"), *self.entries.words("lose_states")))

    def unrolled(self) -> tuple[Tree, tuple[str, ...]]:
        """The tree of all ways through the graph, and the state at each of its nodes."""
        start = self.entries.word("start_state")
        unrolling = _Unrolling(self, TreeDraft(self.entries.source))
        unrolling.add(_Move(None, start, self.entries.entry("start_state").place))
        unrolling.follow()
        return unrolling.draft.tree(), tuple(unrolling.states)

    def is_end(self, state: str) -> bool:
        return state in self.ends or state not in self.moves

    def kind(self, level: int) -> Kind:
        """Whose turn it is so far below the start."""
        return self.ghost if level % self.agents else Kind.MAX

    def _split(self, line: Cs188Line, number: int, form: str) -> list[str]:
        words = line.text.split()
        if len(words) != number:
            raise mistaken(
                self.entries.source, line.place, f"a line here is `{form}`", "write just these words"
            )
        return words

    def _number(self, text: str, line: Cs188Line) -> Number:
        try:
            return read_number(text)
        except NumberError as error:
            raise mistaken(self.entries.source, line.place, error.message, error.hint) from None


def _moves_field(entries: Cs188Fields) -> str:
    """What the edition that the file belongs to calls the moves."""
    return "children" if "children" in entries and "successors" not in entries else "successors"


class _Names:
    """Names for nodes: that of the state, with as many primes as it takes where several ways lead to it."""

    __slots__ = ("_taken", "_times")

    def __init__(self) -> None:
        self._taken: set[str] = set()
        self._times: dict[str, int] = {}

    def given(self, state: str) -> str:
        times = self._times.get(state, 0)
        while (name := state + "'" * times) in self._taken:
            times += 1
        self._times[state] = times + 1
        self._taken.add(name)
        return name


@dataclass(slots=True)
class _Unrolling:
    """The tree as it grows: the moves to come of every open node, and the states from the start to here."""

    graph: _Graph
    draft: TreeDraft
    states: list[str] = field(default_factory=list)
    _to_come: list[Iterator[_Move]] = field(default_factory=list)
    _path: dict[str, None] = field(default_factory=dict)
    _names: _Names = field(default_factory=_Names)

    def follow(self) -> None:
        """Add whatever can be reached."""
        while self._to_come:
            move = next(self._to_come[-1], None)
            if move is not None:
                self.add(move)
                continue
            self._to_come.pop()
            self._path.popitem()
            self.draft.close()

    def add(self, move: _Move) -> None:
        """Add the node that a move leads to, and leave it open if there are moves from there."""
        self._check(move)
        graph, state, level = self.graph, move.next, len(self._to_come)
        self.states.append(state)
        name = self._names.given(state)
        if graph.is_end(state):
            self.draft.open(Kind.LEAF, move.place, name=name, label=move.action, utility=self._worth(move))
            self.draft.close()
            return
        estimate = self._worth(move) if level == graph.limit else graph.worth.get(state)
        self.draft.open(graph.kind(level), move.place, name=name, label=move.action, estimate=estimate)
        self._to_come.append(iter(graph.moves[state]))
        self._path[state] = None

    def _check(self, move: _Move) -> None:
        if move.next in self._path:
            message = f"the moves lead from `{move.next[:40]}` back to it"
            raise mistaken(self.draft.source, move.place, message, "a game tree has no cycles")
        if len(self.states) >= MOST_NODES:
            message = f"the tree of this game has more than {MOST_NODES:,} nodes"
            raise refusal(self.draft.source.name, message, "use a smaller game")

    def _worth(self, move: _Move) -> Number:
        """What a state is worth where the search ends."""
        if move.next not in self.graph.worth:
            message = f"the search ends at `{move.next[:40]}`, and `evaluation` does not say what it is worth"
            self.draft.wrong(move.place, message, f"add a line `{move.next[:40]} 0` with its number")
        return self.graph.worth.get(move.next, 0)
