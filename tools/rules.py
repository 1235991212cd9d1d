"""The table of a rule's fields → their page, with the defaults, the presets and each value in a sentence."""

from collections.abc import Iterator
from dataclasses import fields

from grader.rule import FIELDS, PRESETS, Rule, RuleField
from grader.text.sentences import sentences
from tools.tables import code, codes, table

DEFAULTS = {field.name: field.default for field in fields(Rule)}
INTRODUCTION = """\
# Rule fields

The complete list of the fields of `rule:` in a set, which are also flags of `grader solve`. \
[Rules](../rules.md) explains them. In YAML, `FIELD: default` unsets a field.
"""


def rules_page() -> str:
    """Every field with its values, its default and its flag; then what each word says; then the presets."""
    return "\n".join([
        INTRODUCTION,
        table(("field", "description", "values", "default", "flag"), map(_row, FIELDS)),
        "## What the words mean\nAs sheets and reports say it:\n",
        table(("field", "value", "in words"), _words()),
        "## Presets\nA preset is a row of values; every other field has its default.\n",
        table(("preset", "fields"), ((code(name), _fields(name)) for name in PRESETS)),
    ])  # fmt: skip


def _row(field: RuleField) -> tuple[str, ...]:
    values = codes(field.choices) or code(field.metavar)
    return code(field.name), field.help, values, _default(field), code(field.flag)


def _default(field: RuleField) -> str:
    default = DEFAULTS[field.attribute]
    return "none" if default is None else code(list(default) if isinstance(default, tuple) else default)


def _words() -> Iterator[tuple[str, ...]]:
    say = sentences()
    for field in FIELDS:
        for choice in field.choices:
            words = field.words(Rule.from_fields({field.name: choice}), say)
            if words:
                yield code(field.name), code(choice), words


def _fields(name: str) -> str:
    return codes(f"{field}: {value}" for field, value in PRESETS[name].items()) or "the defaults"
