"""The commands: the only place that prints, exits or reads arguments."""

# A command's name and what it does; the module of that name beside this file runs it, and is
# imported only when it is asked for. It has an `EXAMPLE`, `add_arguments(parser)` and
# `run(arguments)`, which returns the exit status.
COMMANDS = {
    "solve": "say what a search finds in a tree, what it skips, and why",
    "check": "say what is wrong or weak in problem sets",
    "sheet": "print the blank answer sheet of a problem set",
    "key": "print the right answers of a problem set, with the reasons",
    "grade": "mark answer sheets by a problem set",
    "draw": "show a tree as text, SVG, TikZ or an outline in words",
    "schema": "print the JSON Schema of problem sets or of answer sheets, for editors",
    "format": "lay out files of the tree language in the one usual way",
}
