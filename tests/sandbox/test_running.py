"""Programs on trees: every way a run can end, what is shown of it, and what files cannot do."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from grader.rule import Rule
from grader.sandbox.apis import APIS
from grader.sandbox.run import Limits, Program, Run, Trouble, Worker, run_program
from grader.solving import solve
from grader.tree.language import parse_tree
from tests.sandbox.programs import ALPHABETA, TEXTBOOK, run, task, trouble_of


def test_an_honest_search_is_seen_as_it_is(worker: Worker) -> None:
    seen = run(worker, ALPHABETA, name="alphabeta")
    solution = solve(parse_tree(TEXTBOOK), Rule())
    assert (seen.outcome, seen.value, seen.move, seen.visited) == ("returned", 3, "a1", solution.visited)
    assert (seen.visits, seen.returned, seen.printed, seen.trouble) == (
        len(solution.visited),
        "(3, a1)",
        "",
        None,
    )


def test_every_tree_gets_a_run_of_its_own(worker: Worker) -> None:
    code = b"COUNT = []\ndef search(node):\n    COUNT.append(1)\n    return len(COUNT), None"
    tasks = [task("1"), task("max(1, 2)"), task("min(3, 4)")]
    program = Program({"search.py": code}, "search.py", "search")
    assert [run_program(program, task, worker).value for task in tasks] == [1, 1, 1]


def test_a_function_is_given_the_depth_of_the_rule_and_the_whole_tree(worker: Worker) -> None:
    code = """
        def search(node, depth):
            if depth == 0 or node.is_leaf:
                return node.estimate
            return max(search(child, depth - 1) for child in node.children)
    """
    seen = run(worker, code, "max(min~7(1, 2), min~4(3, 9))", rule=Rule(depth=1))
    assert (seen.value, seen.visited) == (7, ("A", "B", "C"))


def test_memory_that_is_used_up_bit_by_bit_is_said_to_be(worker: Worker) -> None:
    code = "KEPT = []\ndef search(node):\n    while True: KEPT.append([len(KEPT)])"
    assert run(worker, code, limits=Limits(20, 64 << 20, 1000)).outcome == "memory"


def test_sets_of_nodes_are_in_the_same_order_in_every_run() -> None:
    code = """
        def search(node):
            todo = {node}
            while todo:
                todo.update(todo.pop().children)
            return 1
    """
    orders = set()
    for _ in range(3):
        with Worker("none") as fresh:
            orders.add(run(fresh, code).visited)
    assert len(orders) == 1


NUMBERS = ("os.getpid()", "os.getppid()", "threading.get_native_id()", "threading.main_thread().native_id")


@pytest.mark.parametrize("number", NUMBERS)
def test_nobody_learns_how_many_were_run_before(walled: Worker, number: str) -> None:
    assert run(walled, f"import os, threading\ndef search(node): return {number}").value == 0


def test_the_clocks_that_programs_need_can_be_read(walled: Worker) -> None:
    code = """
        import time
        def search(node):
            for name in ("time", "monotonic", "perf_counter", "process_time", "thread_time"):
                getattr(time, name)(), time.get_clock_info(name)
            for clock in range(8):
                time.clock_gettime(clock), time.clock_getres(clock)
            time.sleep(0)
            return 1
    """
    assert run(walled, code).outcome == "returned"


def test_a_file_that_was_not_handed_in_is_missing_and_a_similar_one_is_named(worker: Worker) -> None:
    program = Program({"serach.py": b"", "notes.txt": b""}, "search.py", "search")
    assert run_program(program, task(), worker) == Run(
        "no-file", trouble=Trouble("no-file", "search.py", meant="serach.py")
    )


def test_nothing_handed_in_is_a_missing_file(worker: Worker) -> None:
    seen = run_program(Program({}, "search.py", "search"), task(), worker)
    assert trouble_of(seen) == Trouble("no-file", "search.py")


def test_a_timeout_ends_the_run_and_says_how_far_it_came(worker: Worker) -> None:
    code = "def search(node):\n    node.children[0].kind\n    print('here')\n    while True: pass"
    seen = run(worker, code, limits=Limits(0.3, 256 << 20, 1000))
    assert (seen.outcome, seen.visits, seen.visited, seen.printed) == ("timeout", 2, ("A", "B"), "here\n")


def test_a_run_that_waits_for_its_turn_is_waited_for(worker: Worker) -> None:
    code = "import time\ndef search(node):\n    time.sleep(0.6)\n    return 3"
    assert run(worker, code, limits=Limits(0.3, 256 << 20, 1000)).outcome == "returned"


def test_a_run_that_only_waits_is_ended_at_last(worker: Worker) -> None:
    code = "import time\ndef search(node):\n    time.sleep(99)"
    seen = run(worker, code, limits=Limits(0.1, 256 << 20, 1000))
    assert (seen.outcome, seen.seconds >= 0.1) == ("timeout", True)


def test_the_time_of_a_run_is_what_it_used_of_a_processor(worker: Worker) -> None:
    code = "import time\ndef search(node):\n    while time.process_time() < 0.2: pass\n    return 3"
    assert run(worker, code).seconds >= 0.1


def test_memory_ends_the_run(worker: Worker) -> None:
    assert run(worker, "def search(node): return len(bytearray(2**40))").outcome == "memory"


def test_a_quota_of_visits_ends_the_run(worker: Worker) -> None:
    seen = run(worker, ALPHABETA, name="alphabeta", visits=4)
    assert (seen.outcome, seen.visited) == ("visits", ("A", "B", "B1", "B2"))


def test_code_that_runs_when_it_is_imported_is_part_of_the_run(worker: Worker) -> None:
    seen = run(worker, "print('loading')\nraise ValueError('no')")
    assert (seen.outcome, seen.printed, trouble_of(seen).line) == ("raised", "loading\n", 2)


def test_what_is_meant_for_the_command_line_is_not_run(worker: Worker) -> None:
    seen = run(worker, "def search(node): return 1\nif __name__ == '__main__':\n    raise SystemExit")
    assert seen.outcome == "returned"


def test_what_was_printed_is_kept_without_controls(worker: Worker) -> None:
    code = r"""
        import sys
        def search(node):
            print("one\ttwo \x1b[31mred\x00")
            print("::error::no", file=sys.stderr)
            sys.stdout.write("no end of line")
            return 1
    """
    assert run(worker, code).printed == "one two ␛[31mred␀\n::error::no\nno end of line"


def test_what_was_printed_is_bounded_and_costs_nothing_else(worker: Worker) -> None:
    code = "def search(node):\n    print('x' * 100_000)\n    return 1"
    seen = run(worker, code, limits=Limits(10, 256 << 20, 1000))
    assert (seen.value, seen.printed) == (1, "x" * 1000)


def test_helpers_and_packages_beside_the_file_can_be_imported(worker: Worker) -> None:
    code = """
        from helper import ONE
        import package.inner
        from package import OUTER
        import search
        def search(node):
            return ONE + package.inner.TWO + OUTER
    """
    files = {"helper.py": "ONE = 1", "package/__init__.py": "OUTER = 100", "package/inner.py": "TWO = 20"}
    assert run(worker, code, files=files).value == 121


def test_a_folder_of_modules_is_a_package_without_a_file_that_says_so(worker: Worker) -> None:
    code = """
        import parts.one
        from parts.deeper.two import TWO
        def search(node): return parts.one.ONE + TWO
    """
    files = {"parts/one.py": "ONE = 1", "parts/deeper/two.py": "TWO = 20"}
    assert run(worker, code, files=files).value == 21


def test_helpers_stand_beside_the_file_wherever_that_is(worker: Worker) -> None:
    code = b"from helper import ONE\ndef search(node): return ONE"
    files = {"week3/search.py": code, "week3/helper.py": b"ONE = 1", "helper.py": b"ONE = 2"}
    seen = run_program(Program(files, "week3/search.py", "search"), task(), worker)
    assert seen.value == 1


SHADOWS = (
    "json",
    "random",
    "sitecustomize",
    "usercustomize",
    "os",
    "fractions",
    "builtins",
    "re",
    "struct",
    "socket",
)


@pytest.mark.parametrize("name", SHADOWS)
def test_a_file_with_the_name_of_a_module_of_ours_shadows_nothing(worker: Worker, name: str) -> None:
    seen = run(worker, ALPHABETA, name="alphabeta", files={f"{name}.py": "raise SystemExit"})
    assert (seen.outcome, seen.value) == ("returned", 3)


def test_the_grader_s_own_names_are_free_for_students(worker: Worker) -> None:
    files = {"grader.py": "ONE = 1", "program.py": "TWO = 2", "importing.py": "THREE = 3"}
    code = """
        import grader, program, importing
        def search(node): return grader.ONE + program.TWO + importing.THREE
    """
    assert run(worker, code, files=files).value == 6


def test_a_main_file_with_the_name_of_a_standard_module_is_still_the_main_file(worker: Worker) -> None:
    code = b"import random\ndef search(node): return 1 if hasattr(random, 'randrange') else 2"
    seen = run_program(Program({"random.py": code}, "random.py", "search"), task(), worker)
    assert seen.value == 1


def test_files_that_no_import_finds_are_known() -> None:
    files = dict.fromkeys(
        ["search.py", "json.py", "util.py", "random/__init__.py", "data.json", "helper.py"], b""
    )
    assert Program(files, "search.py", "search").unused == ("json.py", "random/__init__.py")
    assert Program(files, "search.py", "search", "cs188").unused == (
        "json.py",
        "util.py",
        "random/__init__.py",
    )


def test_files_outside_the_main_file_s_folder_shadow_nothing() -> None:
    files = dict.fromkeys(["week3/search.py", "json.py"], b"")
    assert Program(files, "week3/search.py", "search").unused == ()


ODD = ("../../etc/passwd", "/etc/passwd", "a\0b.py", "con.py", "x" * 5000 + ".py", "a\nb.py", "\udc80.py", "")


def test_files_of_any_name_do_no_harm(worker: Worker) -> None:
    files = dict.fromkeys(ODD, "raise SystemExit")
    assert run(worker, ALPHABETA, name="alphabeta", files=files).value == 3


def test_the_same_seed_gives_the_same_run(worker: Worker) -> None:
    code = """
        import random
        def search(node):
            words = list({"a", "b", "c", "d", "e"})
            random.shuffle(words)
            print(words)
            return random.randrange(10**9)
    """
    one, other = (run(worker, code) for _ in range(2))
    assert (one.value, one.printed) == (other.value, other.printed)


def test_another_seed_gives_another_run(worker: Worker) -> None:
    code = b"import random\ndef search(node): return random.randrange(10**9)"
    tasks = [replace(task(), seed=seed) for seed in (1, 2)]
    program = Program({"search.py": code}, "search.py", "search")
    one, other = (run_program(program, task, worker) for task in tasks)
    assert one.value != other.value


def test_a_program_that_ends_itself_has_exited(worker: Worker) -> None:
    assert run(worker, "import os\nos._exit(0)").outcome == "exited"


def test_a_channel_that_is_closed_is_the_end_of_the_run(worker: Worker) -> None:
    code = "import os\ndef search(node):\n    os.close(3)\n    return 1"
    seen = run(worker, code)
    assert (seen.outcome, seen.printed) == ("exited", "")


def test_a_search_in_the_textbook_s_style_runs_as_it_is(worker: Worker) -> None:
    code = """
        def minimax_search(game, state):
            player = game.to_move(state)
            def value(state):
                if game.is_terminal(state):
                    return game.utility(state, player), None
                choose = max if game.to_move(state) == player else min
                found = [(value(game.result(state, action))[0], action) for action in game.actions(state)]
                return choose(found, key=lambda pair: pair[0])
            return value(state)
    """
    seen = run(worker, code, name="minimax_search", api="aima")
    assert (seen.value, seen.move, seen.visits) == (3, "a1", 13)


@pytest.mark.parametrize("api", APIS)
def test_the_starter_in_the_documentation_runs_and_earns_nothing(worker: Worker, api: str) -> None:
    text = (Path(__file__).parents[2] / "docs" / "code.md").read_text(encoding="utf-8")
    (code,) = re.findall(rf"## `api: {api}`.*?```python\n(.*?)```", text, re.DOTALL)
    name = re.findall(r"^(?:def|class) (\w+)", code, re.MULTILINE)[-1]
    seen = run(worker, code, name=name, api=api)
    assert (seen.outcome, trouble_of(seen).kind) == ("raised", "NotImplementedError")
