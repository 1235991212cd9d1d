"""Goals → trees that meet them, each verified by the solver and the ideas; and fair variants of a tree."""
