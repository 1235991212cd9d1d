"""The commands: the only place that prints, exits or reads arguments."""

from keyword import iskeyword

# A command's name and what it does; the module of that name in `commands/` runs it, and is
# imported only when it is asked for. It has an `EXAMPLE`, `add_arguments(parser)` and
# `run(arguments)`, which returns the exit status.
COMMANDS = {
    "new": "create a course folder with a first problem set that works out of the box",
    "solve": "show what a search finds in a tree, what it prunes, and why",
    "generate": "generate trees that meet your goals, reproducibly from a seed",
    "check": "report errors and weaknesses in problem sets",
    "sheet": "print a blank answer sheet for a problem set",
    "starter": "write starter files for students' programs",
    "release": "write the student version of a problem set, with no answers in it",
    "practice": "write a practice page with instant feedback for students",
    "preview": "check the form of a submission before you submit it",
    "key": "print the answer key of a problem set, with reasons",
    "grade": "grade one submission or a whole class",
    "gradescope": "build an autograder archive for Gradescope",
    "report": "write reports from stored grades",
    "grades": "list the current grades in a gradebook",
    "term": "show the table of a whole term from the gradebooks of its sets",
    "explain": "explain how an answer was graded",
    "mark": "list the answers that a person marks, and load marks from a table",
    "adjust": "override the points of an answer, with a reason",
    "regrade": "grade stored submissions again and show what changes",
    "history": "show the full history of a student's grade",
    "selftest": "check which sandbox guarantees hold on this machine",
    "draw": "draw a tree as text, SVG, TikZ or an outline",
    "import": "import trees and test cases from other systems",
    "export": "export a tree or a problem set to another system",
    "schema": "print the JSON Schema of problem sets, answer sheets, courses or results",
    "format": "format files written in the tree language",
    "completion": "print a shell completion script",
}


def module_of(command: str) -> str:
    """The module that runs a command: its name, with `_` behind it where Python keeps the word for itself."""
    return f"grader.cli.commands.{command}{'_' if iskeyword(command) else ''}"
