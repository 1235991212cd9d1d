"""Text ↔ Tree: `parse_tree`, `load_tree`, and `format_text`, which lays a text out anew."""

from grader.language.formatting import format_text
from grader.language.parsing import load_tree, parse_tree
from grader.language.several import parse_trees

__all__ = ["format_text", "load_tree", "parse_tree", "parse_trees"]
