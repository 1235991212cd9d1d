"""Text ↔ Tree: `parse_tree`, `load_tree`, and `format_text`, which lays a text out anew."""

from grader.tree.language.formatted_text import format_text
from grader.tree.language.parser import load_tree, parse_tree, parse_trees

__all__ = ["format_text", "load_tree", "parse_tree", "parse_trees"]
