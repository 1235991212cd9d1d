"""What a question has from its problem or its set: rule, points, credit, carry, round and reveal."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from grader.document import (
    Fields,
    Mapping,
    Value,
    as_boolean,
    as_mapping,
    mistake_at,
    one_of,
)
from grader.document.readers import doubled_keys
from grader.document.schema import BOOLEAN, Schema, described, refer, whole
from grader.problems.field_readers import SHARE, as_points, as_share, whole_within
from grader.problems.reveal import Reveal, reveal_reader
from grader.problems.stated_rules import rule_reader
from grader.questions.credit import CREDITS, Credit
from grader.rule import Rule
from grader.text.source import InputError

_MOST_DECIMALS = 20
_MOST_WRONG = 1_000_000

TABLE: Schema = {
    "type": "object",
    "patternProperties": {"^[0-9]+$": SHARE},
    "additionalProperties": False,
    "minProperties": 1,
}
CREDIT: Schema = {"anyOf": [{"enum": list(CREDITS)}, TABLE]}
SETTINGS: dict[str, Schema] = {
    "rule": described(refer("rule"), "the conventions of the search: a preset, or the fields to change"),
    "points": described(refer("points"), "what each question is worth"),
    "credit": described(refer("credit"), "how a partly right answer is credited"),
    "carry": described(BOOLEAN, "whether a right step from a wrong value earns its points"),
    "round": described(whole(0, _MOST_DECIMALS), "how many decimal places a rounded answer needs"),
    "reveal": described(
        refer("reveal"), "when students see the form, the marks, hints, the reasons and the key"
    ),
}


@dataclass(frozen=True, slots=True)
class Settings:
    """What holds for all questions below, unless one of them says otherwise.

    `rule` is None below a rule that could not be read: what does not fit it then is no news.
    """

    rule: Rule | None
    points: Fraction | int
    credit: Credit
    carry: bool
    rounding: int
    reveal: Reveal
    dated: bool  # whether the set has a due date


DEFAULTS = Settings(Rule(), 1, "each", carry=True, rounding=2, reveal=Reveal(), dated=False)


def read_settings(fields: Fields, above: Settings) -> Settings:
    """The settings that these fields give, or have from above."""
    return Settings(
        rule=_rule(fields, above.rule),
        points=fields.read("points", as_points, above.points),
        credit=fields.read("credit", as_credit, above.credit),
        carry=fields.read("carry", as_boolean, above.carry),
        rounding=fields.read("round", whole_within(0, _MOST_DECIMALS), above.rounding),
        reveal=fields.read("reveal", reveal_reader(above.reveal, dated=above.dated), above.reveal),
        dated=above.dated,
    )


def as_credit(value: Value) -> Credit:
    """A word, or a table from the number of wrong items to the share that is left."""
    return _table(value) if isinstance(value, Mapping) else one_of(CREDITS)(value)


def _rule(fields: Fields, above: Rule | None) -> Rule | None:
    rule = fields.read("rule", rule_reader(above or Rule()), None if "rule" in fields else above)
    return None if above is None else rule


def _table(value: Value) -> dict[int, Fraction]:
    mapping = as_mapping(value)
    if not mapping.entries:
        raise mistake_at(value, "there is nothing in this table", _TABLE_HINT)
    if doubled := doubled_keys(mapping):
        raise InputError(doubled)
    as_count = whole_within(0, _MOST_WRONG)
    table = {as_count(count): as_share(share) for count, share in mapping.entries}
    if table.get(0, 1) != 1:
        raise mistake_at(value, "an answer with nothing wrong must earn everything", _TABLE_HINT)
    for fewer, more in pairwise(sorted(table)):
        if table[more] > table[fewer]:
            raise mistake_at(value, f"{more} wrong items would earn more than {fewer}", _TABLE_HINT)
    return table


_TABLE_HINT = "give the share that is left after so many wrong items, such as `{1: 1/2, 2: 1/4}`"
