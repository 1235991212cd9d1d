"""Source → mistakes: why the grammar refuses a text, in the writer's terms.

The text is walked word by word with the open brackets on a stack, in one of two states: a node is
expected, or one has just ended. After a mistake the walk goes on as if it had been written right.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from grader.text.columns import visible
from grader.text.source import MAX_MISTAKES, InputError, Mistake, Source, Span, first_mistakes
from grader.text.spelling import did_you_mean, listed
from grader.tree.language.words import Terminal, TreeWord, WordWalk

_CLOSING: Mapping[Terminal, str] = {"LPAR": ")", "LSQB": "]", "LBRACE": "}"}
_LEAVES: frozenset[Terminal] = frozenset(("NUMBER", "UNKNOWN", "BLANK", "PERCENT"))
_OPENING: frozenset[Terminal] = frozenset(("LPAR", "LSQB"))
_NAMES: frozenset[Terminal] = frozenset(("NAME", "QUOTED"))
_NESTING: Mapping[Terminal, int] = {"LPAR": 1, "LSQB": 1, "RPAR": -1, "RSQB": -1}
_A_PLAYER = re.compile("[pP][1-9]")
_FEATURES = "write `{mobility=3, material=-1}`"


def explain_refusal(source: Source, offset: int) -> InputError:
    """What is wrong with a text that the grammar refused at `offset`."""
    bracket = _first_bare_bracket(source)
    walk = _Explanation(source, offset if bracket is None else min(offset, bracket))
    walk.several = bracket is None
    walk.walk()
    if not walk.mistakes:
        walk.mistakes.append(Mistake("this does not belong here", source, Span(offset, offset + 1)))
    return first_mistakes(walk.mistakes)


_BARE = re.compile(
    r"""
    "(?:[^"\\\r\n]++|\\.)*+"? | \#[^\r\n]*+
  | (?P<player>(?<![\w'])[pP][1-9]\s*+\()
  | (?:[,(\[=]|->)(?:\s++|\#[^\r\n]*+)*+(?P<bare>(?=\())
""",
    re.VERBOSE,
)
_OPENS = re.compile(r"(?:\s++|#[^\r\n]*+)*+(?=\()")


def _first_bare_bracket(source: Source) -> int | None:
    """Where the first `(` without a kind stands; none where several players move, whose leaves have one."""
    opens = _OPENS.match(source.text, source.start, source.end)
    first = opens.end() if opens else None
    for found in _BARE.finditer(source.text, source.start, source.end):
        if found["player"]:
            return None
        if first is None and found["bare"] is not None:
            first = found.start("bare")
    return first


class _Explanation(WordWalk):
    """Walks to the end, and on the way says what is wrong."""

    several = False  # whether players of their own move, so that a leaf may stand in round brackets

    def walk(self) -> None:
        node_expected = self.begin()
        while self.here.terminal != "END" and len(self.mistakes) <= MAX_MISTAKES:
            node_expected = self.node() if node_expected else self.after_a_node()
        if self.here.terminal == "END":
            self.end(node_expected)

    def end(self, node_expected: bool) -> None:
        if node_expected and not self.open:
            self.nothing_more()
        for bracket in self.open[: MAX_MISTAKES + 1]:
            self.never_closed(bracket)

    def begin(self) -> bool:
        """Step over the bracket or comma of the fresh start; whether a node is expected behind it."""
        if self.is_fresh:
            return True
        if self.here.terminal in _OPENING:
            return self.push()
        return self.skip() if self.here.terminal in ("RPAR", "RSQB") else self.advance()

    def nothing_more(self) -> None:
        if self.before is None:
            hint = "write one, such as `max(min(3, 12), min(2, 4))`"
            self.mistakes.append(Mistake("there is no tree here", self.source, None, hint))
        elif self.follows("EQUAL", "ARROW"):
            self.nothing_follows()

    # A node is expected: each of these returns whether one still is.

    def node(self) -> bool:
        terminal = self.here.terminal
        if terminal in _LEAVES:
            return self.number()
        if terminal in _NAMES:
            return self.name()
        return {
            "KIND": self.kind, "LSQB": self.push, "LPAR": self.bare_bracket, "LBRACE": self.features,
            "RPAR": self.closing, "RSQB": self.closing, "COMMA": self.comma, "EQUAL": self.nameless,
            "ARROW": self.nameless, "TILDE": self.tilde, "RBRACE": self.stray_brace, "STRANGE": self.skip,
        }[terminal]()  # fmt: skip

    def number(self) -> bool:
        probable = self.here.terminal in ("NUMBER", "PERCENT")
        if probable and (self.ahead("ARROW") or self.ahead(_NAMES, "ARROW")):
            self.one_move()
            return self.advance(2 if self.ahead("ARROW") else 3)
        if self.here.terminal == "PERCENT":
            message = f"`{self.here.text}` is a probability; a leaf needs a number"
            self.wrong(self.here, message, "write `0.25`, or `25% -> …` before an outcome")
        return self.skip()

    def one_move(self) -> None:
        if self.follows("ARROW"):
            self.wrong(self.here, "a second move leads to the same node", "keep one move and one `->`")
        elif self.follows("EQUAL"):
            self.wrong(self.here, "the move comes before the name", "write `move -> name = …`")

    def name(self) -> bool:
        if self.ahead("ARROW"):
            self.one_move()
        elif self.ahead("EQUAL"):
            if self.follows("EQUAL"):
                self.wrong(self.here, "a second name is given to the same node", "keep one name and one `=`")
        elif self.ahead(_OPENING):
            self.unknown_kind()
            self.advance()
            return self.push()
        else:
            self.lone_word()
            return self.skip()
        return self.advance(2)

    def unknown_kind(self) -> None:
        kinds = ("max", "min", "chance")
        if _A_PLAYER.fullmatch(self.here.text):
            player = self.here.text.lower()
            hint = f"a player is written in lower case, directly before its bracket: `{player}(…)`"
        else:
            hint = did_you_mean(self.here.text, kinds, f"the kinds are {listed(kinds, 'and')}", alike=0.5)
        self.wrong(self.here, f"`{visible(self.here.text)}` is not a kind of node", hint)

    def lone_word(self) -> None:
        if self.here.odd:
            return
        text = visible(self.here.text)
        hint = f"give the leaf a number, as in `{text} = 3`, or write `?{text}` for an unknown one"
        if self.here.terminal == "QUOTED" or text.lower() in ("nan", "none", "null", "true", "false"):
            hint = "a leaf is a number, such as `3`, `-0.5`, `7/3` or `inf`"
        self.wrong(self.here, f"`{text}` is not a number", hint)

    def kind(self) -> bool:
        word = self.here
        if self.ahead("EQUAL") or self.ahead("ARROW"):
            message = f"`{word.text}` is a word of the language, not a name"
            self.wrong(word, message, f'as a name or a move, put it in quotes: `"{word.text}"`')
            return self.advance(2)
        self.advance()
        evaluated = self.here.terminal in ("TILDE", "LBRACE")
        if evaluated:
            self.evaluation()
        while evaluated and self.here.terminal in ("TILDE", "LBRACE"):
            message = "a node has one static evaluation, a number or features"
            self.wrong(self.here, message, "keep one of them")
            self.evaluation()
        if self.here.terminal not in _OPENING:
            self.wrong(
                word, f"`{word.text}` needs its children in brackets", f"write them as in `{word.text}(3, 4)`"
            )
            return False
        if evaluated and self.here.terminal == "LSQB":
            self.wrong(
                self.here, "a short list has no static evaluation", "write its children in `(` and `)`"
            )
        return self.push()

    def evaluation(self) -> None:
        if self.here.terminal == "LBRACE":
            self.features()
            return
        if not self.ahead("NUMBER"):
            self.wrong(
                self.here, "`~` needs a number after it", "write the static evaluation as in `min~5(…)`"
            )
            self.advance()
            return
        self.advance(2)

    def features(self) -> bool:
        """Walk over `{name=number, …}`; what is written otherwise is reported once."""
        opening = self.here
        self.advance()
        while self.feature():
            self.advance(3)
            if self.here.terminal != "COMMA":
                break
            self.advance()
        odd = self.upcoming(1) if self.here.terminal in _NAMES and self.ahead("EQUAL") else self.here
        empty = self.before is opening
        self.to_the_end_of_features()
        if self.here.terminal != "RBRACE":
            self.wrong(opening, "this `{` is never closed", "add the `}` that belongs to it")
            return False
        if odd is self.here and empty:
            self.wrong(opening, "there are no features in these brackets", _FEATURES)
        elif odd is not self.here and odd.terminal != "STRANGE":
            self.wrong(odd, "features are written as names with numbers", _FEATURES)
        return self.skip()

    def feature(self) -> bool:
        """Whether `name=number` comes next."""
        return self.here.terminal in _NAMES and self.ahead("EQUAL", "NUMBER") and self.upcoming(1).text == "="

    def to_the_end_of_features(self) -> None:
        """Step to the `}`, over whatever stands in brackets, or to a bracket that belongs further out."""
        inside = 0
        while self.here.terminal not in ("RBRACE", "END"):
            inside += _NESTING.get(self.here.terminal, 0)
            if inside < 0:
                return
            self.advance()

    def bare_bracket(self) -> bool:
        if self.several and (length := self.payoffs()):
            self.advance(length)
            return False
        hint = "write `max(…)`, `min(…)` or `chance(…)`, or `[…]` for a short list"
        self.wrong(self.here, "this bracket has no kind before it", hint)
        return self.push()

    def payoffs(self) -> int:
        """How many words the utilities of several players are that begin here; 0 where these are none."""
        place = 1
        while self.upcoming(place).terminal == "NUMBER":
            place += 1
            if self.upcoming(place).terminal == "COMMA":
                place += 1
        return place + 1 if place > 1 and self.upcoming(place).terminal == "RPAR" else 0

    def comma(self) -> bool:
        if self.follows("EQUAL", "ARROW"):
            self.nothing_follows()
        else:
            hint = "remove the comma, or write the child"
            self.wrong(self.here, "there is no child before this comma", hint)
        return self.advance()

    def nameless(self) -> bool:
        what = "name" if self.here.terminal == "EQUAL" else "move"
        message = f"there is no {what} before this `{self.here.text}`"
        self.wrong(self.here, message, f"write the {what}, or remove it")
        return self.advance()

    def tilde(self) -> bool:
        self.wrong(
            self.here,
            "`~` goes between a kind and its bracket",
            "write a static evaluation as in `min~5(…)`",
        )
        return self.advance()

    def stray_brace(self) -> bool:
        self.wrong(self.here, "this `}` closes nothing", "remove it")
        return self.advance()

    def closing(self) -> bool:
        """A closing bracket, whether a node is expected or has just ended."""
        if self.follows("EQUAL", "ARROW"):
            self.nothing_follows()
        if not self.open:
            hint = "remove it, or add the bracket that opens it"
            self.wrong(self.here, f"this `{self.here.text}` closes nothing", hint)
            return self.skip()
        if self.before is self.open[-1]:
            self.no_children(self.open[-1])
        self.close()
        return self.skip()

    def close(self) -> None:
        """Close the nearest bracket of the same shape; those opened since then were never closed."""
        shape: Terminal = "LPAR" if self.here.terminal == "RPAR" else "LSQB"
        if not self.shapes_open[shape]:
            opening = self.pop()
            hint = f"close it with `{_CLOSING[opening.terminal]}`"
            self.wrong(self.here, f"`{opening.text}` is closed by `{self.here.text}`", hint, opening)
            return
        while (opening := self.pop()).terminal != shape:
            self.never_closed(opening)

    def never_closed(self, opening: TreeWord) -> None:
        closing = _CLOSING[opening.terminal]
        self.wrong(
            opening, f"this `{opening.text}` is never closed", f"add the `{closing}` that belongs to it"
        )

    def no_children(self, opening: TreeWord) -> None:
        span = Span(opening.span.start, self.here.span.end)
        message = f"there are no children in `{opening.text}{self.here.text}`"
        self.mistakes.append(Mistake(message, self.source, span, "write at least one between the brackets"))

    def nothing_follows(self) -> None:
        assert self.before is not None
        message = f"nothing follows this `{self.before.text}`"
        self.wrong(self.before, message, "write the node that belongs there")

    # A node has just ended: each of these returns whether another one is expected.

    def after_a_node(self) -> bool:
        terminal = self.here.terminal
        if terminal in ("RPAR", "RSQB"):
            return self.closing()
        if self.follows("STRANGE") or terminal == "STRANGE":
            return self.after_a_strange_word()
        if self.follows(*_LEAVES, "RBRACE") and terminal in ("LPAR", "TILDE", "EQUAL"):
            return self.leaf_with_children() if terminal == "LPAR" else self.sign_after_a_leaf()
        return self.between_children() if self.open else self.more_text()

    def between_children(self) -> bool:
        terminal = self.here.terminal
        if terminal == "COMMA":
            return self.advance()
        if terminal == "RBRACE":
            self.stray_brace()
            return False
        if terminal in ("ARROW", "EQUAL", "TILDE"):
            return self.node()
        message = f"a comma is missing before `{visible(self.here.text)}`"
        self.wrong(self.here, message, "separate children with `,`")
        return True

    def after_a_strange_word(self) -> bool:
        if self.here.terminal in ("COMMA", "EQUAL", "ARROW"):
            return self.advance()
        return self.skip() if self.here.terminal == "STRANGE" else True

    def leaf_with_children(self) -> bool:
        self.wrong(
            self.here, "a leaf has no children", "a node with children is `max(…)`, `min(…)` or `chance(…)`"
        )
        return self.push()

    def sign_after_a_leaf(self) -> bool:
        assert self.before is not None
        if self.here.terminal == "TILDE":
            hint = "a leaf has its utility; a static evaluation belongs to `max`, `min` or `chance`"
            self.wrong(self.here, "a leaf has no static evaluation", hint)
            self.advance(2 if self.ahead("NUMBER") else 1)
            return False
        text = visible(self.before.text)
        self.wrong(
            self.before,
            f"`{text}` is not a name",
            f'put a name that is not a plain word in quotes: `"{text}"`',
        )
        return self.advance()

    def more_text(self) -> bool:
        self.mistakes[:] = [mistake for mistake in self.mistakes if mistake.span != self.here.span]
        self.wrong(
            self.here, "there is more text after the tree", "remove it, or put it inside the tree's brackets"
        )
        return self.stop()
