"""A game in Gambit's `.efg` → Tree: up to nine players of perfect information, or why not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from grader.exchange.trees.tree_draft import TreeDraft, mistaken
from grader.text.numbers import Number, NumberError, Payoffs, exact, read_number
from grader.text.source import InputError, Source, Span
from grader.tree import Kind, Tree
from grader.tree.node import PLAYERS

# A comma is as good as a blank.
_TOKEN = re.compile(r'"(?:[^"\\]++|\\.)*+(?:"|(?P<open>))|[{}]|[^\s{}",]++', re.DOTALL)
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_WHOLE = re.compile(r"[0-9]{1,18}")
_KINDS = ("c", "p", "t")
_WORDS = {1: "one", 2: "two", 3: "three"}

_Gains = tuple[Fraction, ...]  # what each player gets


@dataclass(frozen=True, slots=True)
class EfgGame:
    """A game as a tree, and what two players get together where that is the same wherever the game ends.

    The first of these is then Max, and a leaf is worth what that player gets; so is a player alone. In all
    other games each player has an aim of its own, and there is no sum.
    """

    tree: Tree
    total: int | Fraction | None


def read_efg_game(source: Source) -> EfgGame:
    """The game; an `InputError` says why it is no tree."""
    tokens = _Tokens(source)
    reading = _Reading(tokens, TreeDraft(source, one_name_each=True), _read_prologue(tokens))
    reading.read_nodes()
    if tokens.peek() is not None:
        raise tokens.error("the tree has ended, and something follows", "delete it")
    between_two = reading.players == 2 and len(reading.totals) == 1
    if between_two or reading.players == 1:
        reading.draft.between_two()
    total = exact(reading.totals.pop()) if between_two else None
    return EfgGame(reading.draft.tree(), total)


@dataclass(frozen=True, slots=True)
class _Token:
    text: str
    place: Span


class _Tokens:
    """The words of the file, one after the other."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self._found = _TOKEN.finditer(source.text)
        self._next = self._advance()
        self.last = Span(0, 1)

    def peek(self) -> str | None:
        return None if self._next is None else self._next.text

    def take(self, wanted: str) -> _Token:
        """The next word; `wanted` says what it should be, where there is none."""
        token = self._next
        if token is None:
            raise mistaken(self.source, self.last, f"the file ends here, and {wanted} is missing")
        self._next, self.last = self._advance(), token.place
        return token

    def exactly(self, text: str, wanted: str) -> _Token:
        if self.peek() != text:
            raise self.error(f"{wanted} should be here")
        return self.take(wanted)

    def text(self, wanted: str) -> str:
        """A text in double quotes."""
        if not (self.peek() or "").startswith('"'):
            raise self.error(f"{wanted} in double quotes should be here")
        token = self.take(wanted)
        if token.text == '"':
            raise mistaken(self.source, token.place, "these quotes are never closed", 'end them with `"`')
        return _ESCAPED.sub(r"\1", token.text[1:-1])

    def whole(self, wanted: str) -> int:
        """A number that counts something."""
        if _WHOLE.fullmatch(self.peek() or "") is None:
            raise self.error(f"{wanted} should be here, a whole number")
        return int(self.take(wanted).text)

    def number(self, wanted: str) -> int | Fraction:
        token = self.take(wanted)
        try:
            number = read_number(token.text)
        except NumberError as error:
            raise mistaken(self.source, token.place, error.message, error.hint) from None
        if isinstance(number, float):
            raise mistaken(self.source, token.place, f"{wanted} cannot be infinite")
        return number

    def error(self, message: str, hint: str | None = None) -> InputError:
        """A mistake at the next word, or at the last one where the file ends."""
        return mistaken(self.source, self.last if self._next is None else self._next.place, message, hint)

    def _advance(self) -> _Token | None:
        found = next(self._found, None)
        if found is None:
            return None
        text = found[0] if found["open"] is None else found[0][0]
        return _Token(text, Span(found.start(), found.start() + len(text)))


def _read_prologue(tokens: _Tokens) -> int:
    """How many players there are in `EFG 2 R "title" { "Max" "Min" }`, behind which a comment may stand."""
    hint = 'it begins with `EFG 2 R "title" { "player 1" "player 2" }`'
    if tokens.peek() != "EFG":
        raise tokens.error("this is not an extensive game for Gambit", hint)
    tokens.take("`EFG`")
    tokens.exactly("2", "the version of the format, `2`,")
    if tokens.peek() not in ("R", "D"):
        raise tokens.error("`R` or `D` should be here", hint)
    tokens.take("`R`")
    tokens.text("the title")
    opening = tokens.exactly("{", "`{` before the names of the players").place
    players = list(_until_closed(tokens, "the name of a player"))
    if not 1 <= len(players) <= len(PLAYERS):
        message = f"this game has {len(players) or 'no'} players"
        hint = "only games of one to nine players are trees"
        raise mistaken(tokens.source, opening, message, hint)
    if (tokens.peek() or "").startswith('"'):
        tokens.text("the comment")
    return len(players)


def _until_closed(tokens: _Tokens, wanted: str) -> Iterator[str]:
    """The texts up to the closing brace."""
    while tokens.peek() != "}":
        yield tokens.text(wanted)
    tokens.take("`}`")


@dataclass(slots=True)
class _Open:
    """A node whose children are still to come: their labels and probabilities, and the payoffs so far."""

    labels: list[str | None]
    probabilities: list[Number | None]
    payoffs: _Gains = ()
    next: int = 0


@dataclass(slots=True)
class _Reading:
    """The nodes of the file in turn, and what has been said about outcomes and information sets."""

    tokens: _Tokens
    draft: TreeDraft
    players: int
    totals: set[Fraction] = field(default_factory=set)  # what the players get together, wherever it ends
    _open: list[_Open] = field(default_factory=list)
    _outcomes: dict[int, _Gains] = field(default_factory=dict)
    _sets: set[tuple[int, int]] = field(default_factory=set)
    _chances: dict[int, tuple[list[str | None], list[Number | None]]] = field(default_factory=dict)

    def read_nodes(self) -> None:
        """Every node in preorder, with the open ones on a stack."""
        self._read_node(None, None, self._nothing)
        while self._open:
            above = self._open[-1]
            if above.next == len(above.labels):
                self._open.pop()
                self.draft.close()
                continue
            place = above.next
            above.next += 1
            self._read_node(above.labels[place], above.probabilities[place], above.payoffs)

    @property
    def _nothing(self) -> _Gains:
        return (Fraction(0),) * self.players

    def _read_node(self, label: str | None, probability: Number | None, so_far: _Gains) -> None:
        tokens = self.tokens
        if tokens.peek() is not None and tokens.peek() not in _KINDS:
            raise tokens.error("a node should begin here, with `c`, `p` or `t`")
        kind = tokens.take("a node that a move leads to")
        name = tokens.text("the name of the node").strip() or None
        if kind.text == "t":
            payoffs = self._read_outcome(so_far)
            self.totals.add(sum(payoffs, Fraction(0)))
            utility = Payoffs(map(exact, payoffs))
            self.draft.open(
                Kind.LEAF, kind.place, name=name, label=label, probability=probability, utility=utility
            )
            self.draft.close()
            return
        player, below = self._read_chance() if kind.text == "c" else self._read_move(kind.place)
        self.draft.open(player, kind.place, name=name, label=label, probability=probability)
        below.payoffs = self._read_outcome(so_far)
        self._open.append(below)

    def _read_chance(self) -> tuple[Kind, _Open]:
        number = self.tokens.whole("the number of the information set")
        if self._has_list():
            self._chances[number] = self._read_chances()
        if number not in self._chances:
            raise self.tokens.error(
                "the outcomes of this chance node are not given", 'such as `{ "H" 1/2 … }`'
            )
        labels, probabilities = self._chances[number]
        return Kind.CHANCE, _Open(labels, probabilities)

    def _read_chances(self) -> tuple[list[str | None], list[Number | None]]:
        tokens = self.tokens
        labels: list[str | None] = []
        probabilities: list[Number | None] = []
        opening = tokens.exactly("{", "`{` before the outcomes").place
        while tokens.peek() != "}":
            labels.append(tokens.text("the name of an outcome") or None)
            probabilities.append(tokens.number("a probability"))
        tokens.take("`}`")
        if not labels:
            raise mistaken(tokens.source, opening, "a chance node needs an outcome")
        equal = all(number == Fraction(1, len(labels)) for number in probabilities)
        return labels, [None] * len(labels) if equal else probabilities

    def _read_move(self, place: Span) -> tuple[Kind, _Open]:
        tokens = self.tokens
        player = tokens.whole("the number of the player")
        if not 1 <= player <= self.players:
            message = f"there is no player {player} in a game of {_WORDS.get(self.players, self.players)}"
            raise mistaken(tokens.source, tokens.last, message)
        number = tokens.whole("the number of the information set")
        if (player, number) in self._sets:
            twice = f"set {number} of player {player} has two nodes"
            message = f"this is not a game of perfect information: {twice}"
            raise mistaken(tokens.source, place, message, "in a tree, everybody knows all earlier moves")
        self._sets.add((player, number))
        if not self._has_list():
            raise tokens.error("the moves of this information set are not given", 'such as `{ "L" "R" }`')
        opening = tokens.exactly("{", "`{` before the moves").place
        labels = [label or None for label in _until_closed(tokens, "the name of a move")]
        if not labels:
            raise mistaken(tokens.source, opening, "a node where somebody moves needs a move")
        return PLAYERS[player - 1], _Open(labels, [None] * len(labels))

    def _has_list(self) -> bool:
        """Whether the information set is described here: its name, which is passed over, and a list."""
        if (self.tokens.peek() or "").startswith('"'):
            self.tokens.text("the name of the information set")
        return self.tokens.peek() == "{"

    def _read_outcome(self, so_far: _Gains) -> _Gains:
        """What the players have here, with what they got on the way."""
        tokens = self.tokens
        number = tokens.whole("the number of the outcome")
        if (tokens.peek() or "").startswith('"'):
            tokens.text("the name of the outcome")
        if tokens.peek() == "{":
            self._outcomes[number] = self._read_payoffs()
        elif number and number not in self._outcomes:
            raise tokens.error(f"the payoffs of outcome {number} are not given", "such as `{ 3 -3 }`")
        here = self._outcomes.get(number, self._nothing) if number else self._nothing
        return tuple(before + gained for before, gained in zip(so_far, here, strict=True))

    def _read_payoffs(self) -> _Gains:
        tokens = self.tokens
        opening = tokens.take("`{`").place
        payoffs: list[Fraction] = []
        while tokens.peek() not in ("}", None):
            payoffs.append(Fraction(tokens.number("a payoff")))
        tokens.exactly("}", "`}` after the payoffs")
        if len(payoffs) != self.players:
            wanted = f"{_WORDS.get(self.players, self.players)} payoff{'' if self.players == 1 else 's'}"
            raise mistaken(tokens.source, opening, f"there should be {wanted} here, not {len(payoffs)}")
        return tuple(payoffs)
