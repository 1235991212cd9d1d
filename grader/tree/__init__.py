"""A game tree as nodes in preorder: Tree, its Nodes and their Kinds; and the language they are written in."""

from grader.tree.node import Features, Kind, Node, Unknown, Utility
from grader.tree.tree import Tree, TreeBuilder

__all__ = ["Features", "Kind", "Node", "Tree", "TreeBuilder", "Unknown", "Utility"]
