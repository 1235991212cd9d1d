"""Rule: the conventions a course states, from fields as YAML, JSON or the command line give them."""

from grader.rule.rule import PRESETS, Rule, RuleError, RuleFault
from grader.rule.rule_fields import FIELDS, OPEN, RuleField, Window, plain_number

__all__ = [
    "FIELDS",
    "OPEN",
    "PRESETS",
    "Rule",
    "RuleError",
    "RuleFault",
    "RuleField",
    "Window",
    "plain_number",
]
