"""A walk that steps over features, and says what is wrong with how they are written."""

from __future__ import annotations

from grader.tree.language.word_walk import Walk

NAMES = frozenset(("NAME", "QUOTED"))
_NESTING = {"LPAR": 1, "LSQB": 1, "RPAR": -1, "RSQB": -1}
_HINT = "write `{mobility=3, material=-1}`"


class FeatureWalk(Walk):
    """Knows `{name=number, …}`."""

    def features(self) -> bool:
        """Walk over `{name=number, …}`; what is written otherwise is reported once."""
        opening = self.here
        self.advance()
        while self.feature():
            self.advance(3)
            if self.here.terminal != "COMMA":
                break
            self.advance()
        odd = self.upcoming(1) if self.here.terminal in NAMES and self.ahead("EQUAL") else self.here
        empty = self.before is opening
        self.to_the_end_of_features()
        if self.here.terminal != "RBRACE":
            self.wrong(opening, "this `{` is never closed", "add the `}` that belongs to it")
            return False
        if odd is self.here and empty:
            self.wrong(opening, "there are no features in these brackets", _HINT)
        elif odd is not self.here and odd.terminal != "STRANGE":
            self.wrong(odd, "features are written as names with numbers", _HINT)
        return self.skip()

    def feature(self) -> bool:
        """Whether `name=number` comes next."""
        return self.here.terminal in NAMES and self.ahead("EQUAL", "NUMBER") and self.upcoming(1).text == "="

    def to_the_end_of_features(self) -> None:
        """Step to the `}`, over whatever stands in brackets, or to a bracket that belongs further out."""
        inside = 0
        while self.here.terminal not in ("RBRACE", "END"):
            inside += _NESTING.get(self.here.terminal, 0)
            if inside < 0:
                return
            self.advance()
