"""The commands: the only place that prints, exits or reads arguments."""

# A command's name and what it does; the module of that name beside this file runs it, and is
# imported only when it is asked for. It has an `EXAMPLE`, `add_arguments(parser)` and
# `run(arguments)`, which returns the exit status.
COMMANDS = {
    "solve": "say what a search finds in a tree, what it skips, and why",
    "check": "say what is wrong or weak in problem sets",
    "sheet": "print the blank answer sheet of a problem set",
    "starter": "write the files that students start their programs from",
    "key": "print the right answers of a problem set, with the reasons",
    "grade": "mark answer sheets by a problem set",
    "report": "write reports from stored grades",
    "grades": "list what counts now for everybody, from the gradebook of a class",
    "explain": "say how an answer got its mark",
    "adjust": "set the points of an answer by hand, with the reason",
    "regrade": "mark stored submissions again, and show what changes",
    "history": "list everything that happened to a student's grade",
    "selftest": "say which of the sandbox's promises hold on this machine",
    "draw": "show a tree as text, SVG, TikZ or an outline in words",
    "schema": "print the JSON Schema of problem sets, answer sheets or results",
    "format": "lay out files of the tree language in the one usual way",
}
