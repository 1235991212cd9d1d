"""The archive for Gradescope: unpacked, set up and run as Gradescope does it."""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from importlib.util import cache_from_source
from pathlib import Path
from typing import Any, TypeAlias
from zipfile import ZipFile

import jsonschema
import pytest

from grader.autograder import autograder_zip, download_wheels, own_wheel, packages
from grader.cli.main import main
from grader.problems import load_problems
from grader.text.source import InputError
from grader.version import VERSION
from tests.ci.steps import BASH, write_files

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="Gradescope's machines are Linux")

HERE = Path(__file__).parent
CHECKOUT = HERE.parents[1]
SCHEMA = json.loads((HERE / "gradescope.schema.json").read_text(encoding="utf-8"))
PYTHON = f"{sys.version_info.major}.{sys.version_info.minor}"
OWN_FILE = "week 1's $set.yaml"
SET = """\
set: week1
title: Adversarial search
due: 2027-02-01 12:00 UTC
reveal: now
problems:
  - id: textbook
    tree: A = max(B = min(3, 12, 8), C = min(2, 4, 6), D = min(14, 5, 2))
    questions:
      - {ask: value, of: [B, C, D], points: 3}
  - id: program
    code: {file: search.py, function: value_of, api: tree}
    trees:
      - max(min(3, 12, 8), min(2, 4, 6))
      - {file: trees/hidden.tree, hidden: true}
    questions:
      - {ask: value, points: 2}
"""
PROGRAM = """\
def value_of(node):
    if node.is_leaf:
        return node.utility
    values = [value_of(child) for child in node.children]
    return max(values) if node.kind == "max" else min(values)
"""
SHEET = "set: week1\nanswers:\n  textbook:\n    value: {B: 3, C: 2, D: 9}\n"
METADATA = {
    "id": 4711,
    "created_at": "2027-01-30T09:00:00.000000-08:00",
    "assignment": {"id": 1, "title": "Week 1", "total_points": "5.0"},
    "users": [{"email": "ada@example.org", "id": 1, "name": "Ada"}],
}
# A container as many are: whoever is root in it makes no namespace and mounts nothing.
CONTAINER = """\
import ctypes, os, sys
library = ctypes.CDLL("libseccomp.so.2")
library.seccomp_init.restype = ctypes.c_void_p
rules = ctypes.c_void_p(library.seccomp_init(0x7FFF0000))
for name in (b"unshare", b"mount", b"pivot_root", b"landlock_create_ruleset"):
    library.seccomp_rule_add_array(rules, 0x00050001, library.seccomp_syscall_resolve_name(name), 0, None)
assert library.seccomp_load(rules) == 0
assert os.geteuid() == 0
os.execv(sys.argv[1], sys.argv[1:])
"""
AS_ROOT = [] if os.geteuid() == 0 else ["unshare", "--user", "--map-root-user"]


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("archive")
    write_files(folder, {OWN_FILE: SET, "trees/hidden.tree": "max(1, min(5, 9))", "notes.txt": "unused"})
    assert main(["gradescope", str(folder / OWN_FILE), "-o", str(folder / "a.zip"), "--python", PYTHON]) == 0
    return folder / "a.zip"


@pytest.fixture(scope="module")
def installed(archive: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What Gradescope makes of it: unpacked to `source`, with `setup.sh` run once, and no network."""
    root = tmp_path_factory.mktemp("autograder")
    with ZipFile(archive) as opened:
        for entry in opened.infolist():
            Path(opened.extract(entry, root / "source")).chmod(entry.external_attr >> 16 & 0o777)
    shutil.copy(root / "source" / "run_autograder", root / "run_autograder")
    run = subprocess.run(
        [str(root / "source" / "setup.sh")], capture_output=True, encoding="utf-8", check=False, timeout=300,
        env={
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}", "PIP_INDEX_URL": "http://127.0.0.1:9/",
            "PIP_COMPILE": "0",  # most of it is never imported, and the rest compiled when it is
        },
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    assert run.stdout.splitlines()[-1] == f"grader {VERSION}"
    take_compiled(root / "source" / "environment")
    return root


def take_compiled(environment: Path) -> None:
    """Spare the first run most of the compiling: our own modules are the same there as here."""
    (package,) = environment.glob("lib/python*/site-packages/grader")
    for file in package.rglob("*.py"):
        own = CHECKOUT / "grader" / file.relative_to(package)
        if (compiled := Path(cache_from_source(own))).exists():
            os.utime(file, ns=(own.stat().st_atime_ns, own.stat().st_mtime_ns))
            into = Path(cache_from_source(file))
            into.parent.mkdir(exist_ok=True)
            shutil.copy(compiled, into)


@pytest.fixture
def autograder(installed: Path) -> Path:
    """The same with nothing handed in yet."""
    for name in ("submission", "results"):
        shutil.rmtree(installed / name, ignore_errors=True)
        (installed / name).mkdir()
    (installed / "submission_metadata.json").write_text(json.dumps(METADATA), encoding="utf-8")
    return installed


def results_of(root: Path, before: Sequence[str] = (), **environment: str) -> dict[str, Any]:
    """Run it as Gradescope does, and what is then in `results.json`, which is always valid."""
    run = subprocess.run(
        [*before, str(root / "run_autograder")], capture_output=True, encoding="utf-8", timeout=120,
        check=False, env={"PATH": os.environ["PATH"], **environment}, cwd="/",
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    results: dict[str, Any] = json.loads((root / "results" / "results.json").read_text(encoding="utf-8"))
    jsonschema.validate(results, SCHEMA)
    return results


def points(results: dict[str, Any]) -> dict[str, float]:
    return {test["number"]: test["score"] for test in results["tests"] if "score" in test}


def test_the_archive_has_the_set_and_wheels_but_nothing_else_of_the_folder(archive: Path) -> None:
    names = ZipFile(archive).namelist()
    others = [name for name in names if not name.startswith("wheels/")]
    assert sorted(others) == sorted((
        "setup.sh", "run_autograder", "failed.json", "requirements.txt", f"set/{OWN_FILE}",
        "set/trees/hidden.tree",
    ))  # fmt: skip
    assert {name.split("/")[1].split("-")[0] for name in names if name.startswith("wheels/")} == {
        "jinja2", "lark", "markdown_it_py", "markupsafe", "mdurl", "pygments", "pyyaml", "rich",
        "tree_puzzle_grader",
    }  # fmt: skip


def test_every_wheel_is_pinned_by_version_and_hash(archive: Path) -> None:
    with ZipFile(archive) as opened:
        lines = opened.read("requirements.txt").decode().splitlines()
        found = [name for name in opened.namelist() if name.startswith("wheels/")]
    assert len(lines) == len(found)
    assert all("==" in line and " --hash=sha256:" in line for line in lines)


def test_what_is_to_be_run_may_be_run(archive: Path) -> None:
    modes = {entry.filename: entry.external_attr >> 16 & 0o777 for entry in ZipFile(archive).infolist()}
    assert (modes["setup.sh"], modes["run_autograder"], modes["failed.json"]) == (0o755, 0o755, 0o644)


def test_a_hand_in_is_marked(autograder: Path) -> None:
    write_files(autograder / "submission", {"answers.yaml": SHEET, "search.py": PROGRAM})
    results = results_of(autograder)
    assert points(results) == {"1.1": 2, "2.1": 2}
    assert results["score"] == 4


def test_a_hand_in_is_marked_as_root_where_there_are_no_namespaces(autograder: Path) -> None:
    _need_root()
    write_files(autograder / "submission", {"search.py": PROGRAM})
    before = [*AS_ROOT, sys.executable, "-c", CONTAINER]
    assert points(results_of(autograder, before))["2.1"] == 2


def test_a_program_cannot_write_the_result_itself(autograder: Path) -> None:
    path = str(autograder / "results" / "results.json")
    hostile = f"open({path!r}, 'w').write('{{\"score\": 100}}')\n{PROGRAM}"
    write_files(autograder / "submission", {"search.py": hostile})
    assert results_of(autograder)["score"] == 0


def test_nothing_that_was_handed_in_is_still_a_result(autograder: Path) -> None:
    results = results_of(autograder)
    assert points(results) == {"1.1": 0, "2.1": 0}


def test_without_metadata_the_hand_in_is_marked_too(autograder: Path) -> None:
    (autograder / "submission_metadata.json").unlink()
    write_files(autograder / "submission", {"answers.yaml": SHEET})
    assert points(results_of(autograder))["1.1"] == 2


def _metadata(root: Path) -> None:
    (root / "submission_metadata.json").write_text("[", encoding="utf-8")


def _set(root: Path) -> None:
    (root / "source" / "set" / OWN_FILE).rename(root / "source" / "elsewhere")


def _python(root: Path) -> None:
    (root / "source" / "environment").rename(root / "source" / "elsewhere")


BROKEN: dict[str, Callable[[Path], None]] = {
    "metadata that are not JSON": _metadata,
    "a set that is gone": _set,
    "a Python that is gone": _python,
}


@pytest.mark.parametrize("breaking", BROKEN.values(), ids=BROKEN)
def test_where_everything_fails_the_result_says_whose_fault_it_is(
    breaking: Callable[[Path], None], autograder: Path
) -> None:
    write_files(autograder / "submission", {"answers.yaml": SHEET})
    breaking(autograder)
    try:
        results = results_of(autograder)
    finally:
        _mend(autograder)
    assert (results["score"], results["tests"]) == (0, [])
    assert results["output"].startswith("The grader itself failed on this, which is not your fault")


def _mend(root: Path) -> None:
    away = root / "source" / "elsewhere"
    if away.exists():
        away.rename(root / "source" / ("environment" if away.is_dir() else f"set/{OWN_FILE}"))


def _need_root() -> None:
    if AS_ROOT and subprocess.run([*AS_ROOT, "true"], capture_output=True, check=False).returncode:
        pytest.skip("nobody here may be root")


def test_the_same_set_makes_the_same_archive(tmp_path: Path) -> None:
    write_files(tmp_path, {"set.yaml": SET, "trees/hidden.tree": "max(1, 2)"})
    problems = load_problems(tmp_path / "set.yaml")
    made = [autograder_zip(problems, {"lark-1-py3-none-any.whl": b"x"}, ["3.12"]) for _ in range(2)]
    assert made[0] == made[1]


FAKE_APT = """\
#!/bin/sh
echo "$@" >>"$LOG"
case "$*" in
install*) {install} ;;
esac
"""


def setup(archive: Path, folder: Path, install: str) -> subprocess.CompletedProcess[str]:
    """Run `setup.sh` where there is no Python of the right version, but `apt-get`."""
    with ZipFile(archive) as opened:
        found = {name[7:]: opened.read(name) for name in opened.namelist() if name.startswith("wheels/")}
    write_files(folder, {"set.yaml": SET, "trees/hidden.tree": "max(1, 2)"})
    made = autograder_zip(load_problems(folder / "set.yaml"), found, ["3.98", "3.99"])
    (folder / "a.zip").write_bytes(made)
    ZipFile(folder / "a.zip").extractall(folder / "source")
    write_files(folder / "bin", {"apt-get": FAKE_APT.format(install=install)})
    (folder / "bin" / "apt-get").chmod(0o755)
    path = f"{folder / 'bin'}:{os.environ['PATH']}"
    return subprocess.run(
        [BASH or "bash", str(folder / "source" / "setup.sh")],
        capture_output=True, encoding="utf-8", timeout=300, check=False,
        env={"PATH": path, "LOG": str(folder / "log"), "BIN": str(folder / "bin")},
    )  # fmt: skip


@pytest.mark.slow
def test_a_python_that_the_image_lacks_is_installed_when_it_is_built(archive: Path, tmp_path: Path) -> None:
    python = (
        f'printf \'#!/bin/sh\\nexec {sys.executable} "$@"\\n\' >"$BIN/python3.99"; chmod +x "$BIN/python3.99"'
    )
    ran = setup(archive, tmp_path, f'case "$*" in *3.99*) {python} ;; *) exit 100 ;; esac')
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout == f"grader {VERSION}\n"
    assert (tmp_path / "log").read_text(encoding="utf-8").splitlines() == [
        "update --quiet --quiet",
        "install --quiet --quiet --yes python3.98 python3.98-venv",
        "install --quiet --quiet --yes python3.99 python3.99-venv",
    ]


def test_error_an_image_without_any_of_the_pythons(archive: Path, tmp_path: Path) -> None:
    ran = setup(archive, tmp_path, "exit 100")
    assert ran.returncode == 1
    assert ran.stderr == "None of these is to be had here: Python 3.98 3.99. Choose another image.\n"


def test_error_pip_that_cannot_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    with pytest.raises(InputError) as caught:
        download_wheels(["3.12"])
    assert "the libraries for Python 3.12 cannot be downloaded: " in str(caught.value)


def test_error_a_grader_that_was_copied_rather_than_installed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    write_files(tmp_path, {"grader/grammars/tree.lark": ""})
    monkeypatch.setattr(packages, "_PACKAGE", tmp_path / "grader")
    monkeypatch.setattr(packages, "_NAME", "no-such-distribution")
    with pytest.raises(InputError) as caught:
        own_wheel()
    assert "nothing says which libraries this grader needs" in str(caught.value)


def test_an_installed_grader_makes_its_wheel_from_what_was_installed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    write_files(
        tmp_path, {"grader/grammars/tree.lark": "", "grader/__pycache__/x.pyc": "", "grader/a.py": ""}
    )
    monkeypatch.setattr(packages, "_PACKAGE", tmp_path / "grader")
    monkeypatch.setattr(packages, "requires", lambda _name: ["lark>=1.3", "distributed ; extra == 'dask'"])
    name, data = own_wheel()
    assert name == f"tree_puzzle_grader-{VERSION}-py3-none-any.whl"
    (tmp_path / name).write_bytes(data)
    with ZipFile(tmp_path / name) as opened:
        about = f"tree_puzzle_grader-{VERSION}.dist-info"
        assert opened.namelist() == [
            "grader/a.py", "grader/grammars/tree.lark",
            f"{about}/METADATA", f"{about}/WHEEL", f"{about}/RECORD",
        ]  # fmt: skip
        metadata = opened.read(f"{about}/METADATA").decode().splitlines()
    assert [line for line in metadata if line.startswith("Requires-Dist")] == ["Requires-Dist: lark>=1.3"]


def test_error_libraries_that_are_not_to_be_had(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_files(tmp_path, {"set.yaml": SET, "trees/hidden.tree": "max(1, 2)", "wheels/none": ""})
    words = ["gradescope", str(tmp_path / "set.yaml"), "-o", str(tmp_path / "a.zip")]
    assert main([*words, "--wheels", str(tmp_path / "wheels")]) == 2
    said = capsys.readouterr().err
    assert said.startswith("grader gradescope: error: the libraries for Python 3.12 cannot be downloaded: ")
    assert "--wheels DIR" in said
    assert not (tmp_path / "a.zip").exists()


def test_error_a_folder_that_is_not_there_is_told_before_anything_is_downloaded(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("grader.cli.commands.gradescope.download_wheels", None)  # a call would be an error
    write_files(tmp_path, {"set.yaml": SET, "trees/hidden.tree": "max(1, 2)"})
    target = tmp_path / "nowhere" / "a.zip"
    assert main(["gradescope", str(tmp_path / "set.yaml"), "-o", str(target)]) == 2
    assert f"{target}: error: there is no folder `{target.parent}`\n" in capsys.readouterr().err


ERRORS = {
    "no such folder": (["--wheels", "nowhere"], "nowhere: error: there is no folder of this name"),
    "an old Python": (["--python", "3.10"], "`3.10` is not a Python that the grader runs on, such as 3.12"),
    "no package": (["--apt", "a; b"], "`a; b` is not the name of a package, such as nodejs"),
    "no Python": (["--python", "snake"], "`snake` is not a Python that the grader runs on"),
}


@pytest.mark.parametrize(("words", "message"), ERRORS.values(), ids=ERRORS)
def test_error_in_the_arguments(
    words: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_files(tmp_path, {"set.yaml": SET, "trees/hidden.tree": "max(1, 2)"})
    assert main(["gradescope", str(tmp_path / "set.yaml"), "-o", str(tmp_path / "a.zip"), *words]) == 2
    assert message in capsys.readouterr().err


OTHER_LANGUAGE = """\
set: week1
problems:
  - id: program
    code: {{command: [{command}]}}
    trees: ["max(min(3, 12, 8), min(2, 4, 6))"]
    questions:
      - {{ask: value, points: 2}}
"""
Packaged: TypeAlias = tuple[str, list[str], tuple[str, ...]]  # command, more arguments, what is installed
COMMANDS: dict[str, Packaged] = {
    "JavaScript": ("node, search.js", [], ("bubblewrap", "nodejs")),
    "by its path": ("/usr/bin/java, -Xmx64m, Search", [], ("bubblewrap", "default-jdk-headless")),
    "by its name in the environment": ("env, A=b, ruby, search.rb", [], ("bubblewrap", "ruby")),
    "what every image has": ("bash, search.sh", [], ("bubblewrap",)),
    "what is handed in": ("./search", [], ("bubblewrap",)),
    "what somebody names": ("julia, search.jl", ["--apt", "julia"], ("bubblewrap", "julia")),
    "what somebody names besides": (
        "node, search.js", ["--apt", "node-typescript"], ("bubblewrap", "nodejs", "node-typescript"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("packaged", COMMANDS.values(), ids=COMMANDS)
def test_an_image_for_another_language_installs_it_and_what_holds_its_programs(
    packaged: Packaged, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    command, words, packages = packaged
    monkeypatch.setattr("grader.cli.commands.gradescope.download_wheels", _no_wheels)
    write_files(tmp_path, {"set.yaml": OTHER_LANGUAGE.format(command=command)})
    made = tmp_path / "a.zip"
    assert main(["gradescope", str(tmp_path / "set.yaml"), "-o", str(made), *words]) == 0
    said = capsys.readouterr().err
    assert f"note: the image installs {', '.join(packages)}\n" in said
    assert "which needs user namespaces" in said
    setup_sh = ZipFile(made).read("setup.sh").decode().splitlines()
    assert f"packages=({' '.join(packages)})" in setup_sh


def test_error_a_command_of_which_nobody_knows_the_package(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_files(tmp_path, {"set.yaml": OTHER_LANGUAGE.format(command="julia, search.jl")})
    assert main(["gradescope", str(tmp_path / "set.yaml"), "-o", str(tmp_path / "a.zip")]) == 2
    assert capsys.readouterr().err == (
        f"{tmp_path / 'set.yaml'}: error: nothing says which package has `julia`, which starts programs of"
        " `program`\n     = hint: name it as Ubuntu calls it, with `--apt PACKAGE`; or take another command\n"
    )


def test_a_set_without_other_languages_installs_nothing(archive: Path) -> None:
    assert "packages=()" in ZipFile(archive).read("setup.sh").decode().splitlines()


INSTALLED: dict[str, tuple[str, str, int, str]] = {
    "all is well": ("exit 0", "exit 0", 0, ""),
    "no such package": (
        "exit 100", "exit 0", 1,
        "Not all of these are to be had here: bubblewrap nodejs. Choose another image.\n",
    ),
    "no namespaces": ("exit 0", "exit 1", 0, "Warning: bubblewrap may not make namespaces"),
}  # fmt: skip


@pytest.mark.parametrize(("apt", "bwrap", "status", "said"), INSTALLED.values(), ids=INSTALLED)
def test_what_an_image_says_of_the_packages_that_it_installs(
    apt: str, bwrap: str, status: int, said: str, tmp_path: Path
) -> None:
    """Up to the wheels, of which there are none here."""
    write_files(tmp_path, {"set.yaml": OTHER_LANGUAGE.format(command="node, search.js")})
    problems = load_problems(tmp_path / "set.yaml")
    made = ZipFile(io.BytesIO(autograder_zip(problems, {}, [PYTHON], ["bubblewrap", "nodejs"])))
    script = made.read("setup.sh").decode().partition("if ! make_environment")[0]
    programs = {"apt-get": FAKE_APT.format(install=apt), "bwrap": f"#!/bin/sh\n{bwrap}\n"}
    write_files(tmp_path / "bin", programs)
    write_files(tmp_path, {"setup.sh": script})
    for name in programs:
        (tmp_path / "bin" / name).chmod(0o755)
    ran = subprocess.run(
        [BASH or "bash", str(tmp_path / "setup.sh")],
        capture_output=True, encoding="utf-8", check=False, timeout=60,
        env={"PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}", "LOG": str(tmp_path / "log")}, cwd=tmp_path,
    )  # fmt: skip
    assert ran.returncode == status
    assert ran.stderr.startswith(said)
    assert bool(ran.stderr) == bool(said)
    assert (tmp_path / "log").read_text(encoding="utf-8").splitlines() == [
        "update --quiet --quiet",
        "install --quiet --quiet --yes --no-install-recommends bubblewrap nodejs",
    ]


def test_where_bubblewrap_can_do_nothing_the_result_says_whose_fault_it_is(
    autograder: Path, tmp_path: Path
) -> None:
    """And the staff's output why: no program is marked wrong for it."""
    _need_root()
    own = autograder / "source" / "set" / OWN_FILE
    kept = own.read_text(encoding="utf-8")
    write_files(autograder / "submission", {"search.sh": "echo '{\"value\": 3}'"})
    write_files(tmp_path, {"container.py": CONTAINER})
    own.write_text(OTHER_LANGUAGE.format(command="bash, search.sh"), encoding="utf-8")
    try:
        results = results_of(autograder, [*AS_ROOT, sys.executable, str(tmp_path / "container.py")])
    finally:
        own.write_text(kept, encoding="utf-8")
    (test,) = results["tests"]
    assert "The grader itself failed on this answer. This is not your fault" in test["output"]
    assert "The grader itself failed on 1 answer" in results["output"]


def _no_wheels(_pythons: Sequence[str], _folder: Path | None) -> dict[str, bytes]:
    return {}


SHOWING = {
    "nothing is said": ("", True),
    "all of it at once": ("due: 2999-01-01 12:00 UTC\nreveal: now", True),
    "a date that has passed": ("reveal: {key: {after: 2020-01-01 12:00 UTC}}", True),
    "when it is due": ("due: 2999-01-01 12:00 UTC", False),
    "never": ("reveal: {marks: now, why: now, key: never}", False),
}


@pytest.mark.parametrize(("settings", "noted"), SHOWING.values(), ids=SHOWING)
def test_a_key_that_students_see_at_once_is_noted(
    settings: str, noted: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.setattr("grader.cli.commands.gradescope.download_wheels", lambda *_: {})
    head, tail = SET.split("due: 2027-02-01 12:00 UTC\nreveal: now\n")
    write_files(tmp_path, {"set.yaml": f"{head}{settings}\n{tail}", "trees/hidden.tree": "max(1, 2)"})
    assert main(["gradescope", str(tmp_path / "set.yaml"), "-o", str(tmp_path / "a.zip")]) == 0
    assert ("note: students see right answers with their first result" in capsys.readouterr().err) is noted
