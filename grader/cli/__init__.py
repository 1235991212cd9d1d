"""The commands: the only place that prints, exits or reads arguments."""

from keyword import iskeyword

# A command's name and what it does; the module of that name in `commands/` runs it, and is
# imported only when it is asked for. It has an `EXAMPLE`, `add_arguments(parser)` and
# `run(arguments)`, which returns the exit status.
COMMANDS = {
    "new": "make the folder of a course, with a first problem set that works at once",
    "solve": "say what a search finds in a tree, what it skips, and why",
    "generate": "make trees that meet stated goals, the same for the same seed",
    "check": "say what is wrong or weak in problem sets",
    "sheet": "print the blank answer sheet of a problem set",
    "starter": "write the files that students start their programs from",
    "release": "write what students may have of a problem set, and nothing else",
    "practice": "write a page on which students practise, and are told at once",
    "preview": "look at an answer sheet or a program as its student can, before it is handed in",
    "key": "print the right answers of a problem set, with the reasons",
    "grade": "mark answer sheets by a problem set",
    "gradescope": "make the archive of an autograder for Gradescope",
    "report": "write reports from stored grades",
    "grades": "list what counts now for everybody, from the gradebook of a class",
    "explain": "say how an answer got its mark",
    "adjust": "set the points of an answer by hand, with the reason",
    "regrade": "mark stored submissions again, and show what changes",
    "history": "list everything that happened to a student's grade",
    "selftest": "say which of the sandbox's promises hold on this machine",
    "draw": "show a tree as text, SVG, TikZ or an outline in words",
    "import": "read trees and tests of other systems",
    "export": "write a tree or a problem set for another system",
    "schema": "print the JSON Schema of problem sets, answer sheets or results",
    "format": "lay out files of the tree language in the one usual way",
    "completion": "print what makes a shell complete commands and options",
}


def module_of(command: str) -> str:
    """The module that runs a command: its name, with `_` behind it where Python keeps the word for itself."""
    return f"grader.cli.commands.{command}{'_' if iskeyword(command) else ''}"
