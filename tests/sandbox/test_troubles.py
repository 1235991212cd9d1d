"""Programs that come to no good end: what is said about it, in which file and line, and what was meant."""

import pytest

from grader.sandbox.run import OUTCOMES, Program, Trouble, Worker, run_program
from tests.sandbox.programs import run, task, trouble_of

HELPER = "def worst(value):\n    return 1 / value\n"


ENDS: dict[str, tuple[str, str, Trouble]] = {
    "an exception": (
        "def search(node):\n    return 1 / 0", "raised",
        Trouble("ZeroDivisionError", "division by zero", "search.py", 2,
                ('  File "search.py", line 2, in search', "    return 1 / 0")),
    ),
    "recursion": (
        "def search(node): return search(node)", "recursion",
        Trouble("RecursionError", "maximum recursion depth exceeded", "search.py", 1),
    ),
    "a syntax error": (
        "def search(node):\n    return (1", "syntax",
        Trouble("SyntaxError", "'(' was never closed", "search.py", 2, ("return (1",)),
    ),
    "bad indentation": (
        "def search(node):\nreturn 1", "syntax",
        Trouble("IndentationError", "expected an indented block after function definition on line 1",
                "search.py", 2, ("return 1",)),
    ),
    "an import": (
        "import gizmos", "import",
        Trouble("ModuleNotFoundError", "No module named 'gizmos'", "search.py", 1,
                ('  File "search.py", line 1, in <module>', "    import gizmos")),
    ),
    "a use of a part of Python that is not there": (
        "import subprocess\nsubprocess.run(['ls'])", "import",
        Trouble("ModuleNotFoundError", "`subprocess` is a part of Python that programs do not have here",
                "search.py", 2, ('  File "search.py", line 2, in <module>', "    subprocess.run(['ls'])")),
    ),
    "no function": (
        "def serach(node): return 1", "no-function", Trouble("no-function", "search", meant="serach"),
    ),
    "nothing like the function": ("x = 1", "no-function", Trouble("no-function", "search")),
    "no function of that name": ("search = 5", "no-function", Trouble("no-function", "search")),
    "too many parameters": (
        "def search(node, alpha, beta): return 1", "arity",
        Trouble("arity", "search(node, alpha, beta): missing a required argument: 'alpha'"),
    ),
    "no parameters": (
        "def search(): return 1", "arity", Trouble("arity", "search(): too many positional arguments"),
    ),
    "exit": (
        "import sys\ndef search(node): sys.exit(3)", "exited",
        Trouble("SystemExit", "3", "search.py", 2,
                ('  File "search.py", line 2, in search', "    def search(node): sys.exit(3)")),
    ),
    "nothing returned": ("def search(node): node.kind", "unreadable", Trouble("none", "NoneType")),
    "misuse of a node": (
        "def search(node): return node.utility", "raised",
        Trouble("AttributeError", "a max node has no utility, only a leaf has: ask `is_leaf` first",
                "search.py", 1,
                ('  File "search.py", line 1, in search', "    def search(node): return node.utility")),
    ),
    "a misspelt question": (
        "def search(node): return node.childern", "raised",
        Trouble("AttributeError", "'Node' object has no attribute 'childern'; it has child, children, "
                "estimate, is_leaf, kind, moves, probabilities, utility", "search.py", 1,
                ('  File "search.py", line 1, in search', "    def search(node): return node.childern"),
                "children"),
    ),
    "a misspelt name": (
        "def search(node):\n    alpah = 1\n    return alpha", "raised",
        Trouble("NameError", "name 'alpha' is not defined", "search.py", 3,
                ('  File "search.py", line 3, in search', "    return alpha"), "alpah"),
    ),
    "an attribute of one's own class": (
        "class Memo: pass\ndef search(node): return Memo().best", "raised",
        Trouble("AttributeError", "'Memo' object has no attribute 'best'", "search.py", 2,
                ('  File "search.py", line 2, in search', "    def search(node): return Memo().best")),
    ),
    "quit, as Python has it": (
        "def search(node): quit('no')", "exited",
        Trouble("SystemExit", "no", "search.py", 1,
                ('  File "search.py", line 1, in search', "    def search(node): quit('no')")),
    ),
    "an error in a line of no file": (
        "def search(node): raise SyntaxError('x', ('search.py', 10**99, 0, ''))", "syntax",
        Trouble("SyntaxError", "x", "search.py", 1,
                ("def search(node): raise SyntaxError('x', ('search.py', 10**99, 0, ''))",)),
    ),
    "an error in a file of no name": (
        "def search(node): raise SyntaxError('x', ([], 1, 0, ''))", "raised",
        Trouble("SyntaxError", "x (line 1)", "search.py", 1,
                ('  File "search.py", line 1, in search',
                 "    def search(node): raise SyntaxError('x', ([], 1, 0, ''))")),
    ),
}  # fmt: skip


@pytest.mark.parametrize(("code", "outcome", "trouble"), ENDS.values(), ids=ENDS)
def test_a_run_says_how_it_ended(worker: Worker, code: str, outcome: str, trouble: Trouble) -> None:
    seen = run(worker, code)
    found = trouble_of(seen)
    assert seen.outcome == outcome
    assert (found.kind, found.message, found.file, found.line, found.meant) == (
        trouble.kind, trouble.message, trouble.file, trouble.line, trouble.meant,
    )  # fmt: skip
    assert found.traceback == trouble.traceback or outcome == "recursion"


def test_every_outcome_is_in_the_table() -> None:
    assert {outcome for _, outcome, _ in ENDS.values()} <= OUTCOMES


# How functions can take the one argument that they are given, and how they cannot.
SIGNATURES = {
    "one argument": ("def search(node): return 1", "returned"),
    "a default": ("def search(node, depth=3): return 1", "returned"),
    "any arguments": ("def search(*nodes): return 1", "returned"),
    "an optional name": ("def search(node, *, depth=3): return 1", "returned"),
    "a name that must be given": ("def search(node, *, depth): return 1", "arity"),
    "two arguments": ("def search(node, depth): return 1", "arity"),
    "an object": ("class Search:\n def __call__(self, node): return 1\nsearch = Search()", "returned"),
    "an object for two": ("class Search:\n def __call__(self, a, b): return 1\nsearch = Search()", "arity"),
    "a part of a function": (
        "from functools import partial\nsearch = partial(lambda depth, node: 1, 3)",
        "returned",
    ),
    "a wrapped function": (
        "from functools import wraps\ndef two(a, b): return 1\n@wraps(two)\ndef search(node): return 1",
        "arity",
    ),
}


@pytest.mark.parametrize(("code", "outcome"), SIGNATURES.values(), ids=SIGNATURES)
def test_a_function_is_called_if_it_takes_what_it_is_given(worker: Worker, code: str, outcome: str) -> None:
    assert run(worker, code, "7").outcome == outcome


def test_a_long_traceback_is_cut_in_the_middle(worker: Worker) -> None:
    trace = trouble_of(run(worker, "def search(node): return search(node)")).traceback
    assert len(trace) == 17
    assert trace[6].startswith("  … ")
    assert trace[6].endswith(" more calls …")


def test_a_traceback_goes_through_the_student_s_files_only(worker: Worker) -> None:
    code = "import helper\ndef search(node):\n    return max([0], key=helper.worst)"
    found = trouble_of(run(worker, code, files={"helper.py": HELPER}))
    assert (found.file, found.line) == ("helper.py", 2)
    assert found.traceback == (
        '  File "search.py", line 3, in search', "    return max([0], key=helper.worst)",
        '  File "helper.py", line 2, in worst', "    return 1 / value",
    )  # fmt: skip


def test_a_mistake_in_a_helper_is_placed_there(worker: Worker) -> None:
    found = trouble_of(run(worker, "import helper", files={"helper.py": "x = 1\nx = ("}))
    assert (found.kind, found.file, found.line) == ("SyntaxError", "helper.py", 2)


SOURCES = {
    "NUL bytes": (b"x = 1\0", "syntax"),
    "another encoding": (b"# coding: latin-1\nNAME = '\xe4'\ndef search(node): return len(NAME)", "returned"),
    "bytes of no encoding": (b"x = '\xff'", "syntax"),
    "an unknown encoding": (b"# coding: klingon\n", "syntax"),
    "an encoding of Taiwan": (
        b"# coding: big5\nNAME = '\xa7A'\ndef search(node): return len(NAME)",
        "returned",
    ),
    "UTF-16": ("def search(node): return 1".encode("utf-16"), "syntax"),
    "a byte order mark": (b"\xef\xbb\xbfdef search(node): return 1", "returned"),
    "nothing": (b"", "no-function"),
}


@pytest.mark.parametrize(("source", "outcome"), SOURCES.values(), ids=SOURCES)
def test_a_source_in_any_bytes(worker: Worker, source: bytes, outcome: str) -> None:
    seen = run_program(Program({"search.py": source}, "search.py", "search"), task(), worker)
    assert seen.outcome == outcome


LINES = {
    "a form feed": (b"\x0cdef search(node):\n    x = '\xe2\x80\xa8'\n    return 1 / 0", "return 1 / 0"),
    "carriage returns": (b"def search(node):\r    pass\r    return 1 / 0", "return 1 / 0"),
    "both": (b"def search(node):\r\n    pass\r\n    return 1 / 0", "return 1 / 0"),
    "a byte order mark": (b"\xef\xbb\xbfdef search(node):\n    pass\n    return 1 / 0", "return 1 / 0"),
    "another encoding": (
        b"# coding: latin-1\ndef search(node):\n    raise OSError('\xe9')", "raise OSError('é')",
    ),
    "an encoding by another name": (
        b"# coding: cp1252\ndef search(node):\n    raise OSError('\x92')", "raise OSError('’')",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("source", "line"), LINES.values(), ids=LINES)
def test_a_traceback_shows_the_line_as_python_counts_it(worker: Worker, source: bytes, line: str) -> None:
    seen = run_program(Program({"search.py": source}, "search.py", "search"), task(), worker)
    found = trouble_of(seen)
    assert (found.line, found.traceback[-1]) == (3, f"    {line}")


def test_a_file_in_utf_16_is_told_apart(worker: Worker) -> None:
    source = "def search(node): return 1".encode("utf-16")
    seen = run_program(Program({"search.py": source}, "search.py", "search"), task(), worker)
    assert trouble_of(seen).message == "the file is in UTF-16: save it as UTF-8"


def test_a_misspelt_helper_is_named(worker: Worker) -> None:
    files = {"helper.py": "", "notes.txt": "", "parts/helpers.py": ""}
    assert trouble_of(run(worker, "import helpr", files=files)).meant == "helper"


def test_a_misspelt_helper_beside_a_file_in_a_folder_is_named(worker: Worker) -> None:
    program = Program({"src/search.py": b"import helpr", "src/helper.py": b""}, "src/search.py", "search")
    seen = run_program(program, task(), worker)
    assert trouble_of(seen).meant == "helper"


def test_a_class_that_hides_what_it_has_is_no_trouble_of_ours(worker: Worker) -> None:
    code = """
        class Shy:
            def __dir__(self):
                raise SystemExit

        def search(node):
            return Shy().value
    """
    seen = run(worker, code)
    assert (seen.outcome, trouble_of(seen).meant) == ("raised", None)
