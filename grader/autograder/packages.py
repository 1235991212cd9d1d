"""A set and versions of Python → the wheels that an image needs, our own too, and packages of Ubuntu."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from base64 import urlsafe_b64encode
from collections.abc import Iterator, Sequence
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

from grader.problems import Problem, ProblemSet
from grader.submissions.archive import zipped
from grader.text.columns import visible
from grader.text.source import InputError, refusal
from grader.version import VERSION

PYTHONS = ("3.12", "3.11")  # of Ubuntu 24.04, and the latest that 22.04 has

_PLATFORMS = ("manylinux2014_x86_64", "manylinux_2_28_x86_64")  # Gradescope's machines
_PINNED = "pinned.txt"
_LONGEST = 300
_SECONDS = 600
_NAME = "tree-puzzle-grader"
_PACKAGE = Path(__file__).parents[1]
_TAG = "py3-none-any"


def download_wheels(pythons: Sequence[str], folder: Path | None = None) -> dict[str, bytes]:
    """The wheels by file name; from a folder with all of them, or else from where pip finds them."""
    with TemporaryDirectory(prefix="grader-") as name:
        target = Path(name)
        own, data = own_wheel()
        (target / own).write_bytes(data)
        for python in pythons:
            _download(python, own, target, folder)
        (target / _PINNED).unlink(missing_ok=True)
        return {path.name: path.read_bytes() for path in sorted(target.iterdir())}


def _download(python: str, own: str, target: Path, folder: Path | None) -> None:
    """Let pip fetch what one Python needs, of everything the version that the Pythons before it have."""
    pinned = target / _PINNED
    pinned.write_text(_pinned(target), encoding="utf-8")
    platforms = [word for platform in _PLATFORMS for word in ("--platform", platform)]
    local = [] if folder is None else ["--no-index", "--find-links", str(folder.resolve())]
    words = [
        "download", "--quiet", "--disable-pip-version-check", "--only-binary=:all:", "--implementation", "cp",
        "--python-version", python, *platforms, *local, "--constraint", str(pinned),
        "--dest", str(target), str(target / own),
    ]  # fmt: skip
    try:
        run = subprocess.run(  # noqa: S603 - our own Python, and nothing that a student wrote
            [sys.executable, "-I", "-m", "pip", *words],
            capture_output=True, encoding="utf-8", errors="replace", timeout=_SECONDS, check=False,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired) as error:
        raise _failed(python, str(error)) from None
    if run.returncode:
        raise _failed(python, run.stderr)


def _pinned(target: Path) -> str:
    pairs = {tuple(path.name.split("-")[:2]) for path in target.glob("*.whl")}
    return "".join(f"{name}=={version}\n" for name, version in sorted(pairs))


def _failed(python: str, said: str) -> InputError:
    lines = [line for line in said.splitlines() if line.strip()]
    reason = visible(lines[-1].removeprefix("ERROR: ")[:_LONGEST]) if lines else "pip did not say why"
    message = f"the libraries for Python {python} cannot be downloaded: {reason}"
    hint = "building needs the network, or `--wheels DIR` with all of them; grading needs neither"
    return refusal("grader gradescope", message, hint)


def own_wheel() -> tuple[str, bytes]:
    """The file name of a wheel of this grader, and what is in it; no tool that builds wheels is needed."""
    plain = _NAME.replace("-", "_")
    about = f"{plain}-{VERSION}.dist-info"
    files = dict(_package_files())
    files[f"{about}/METADATA"] = _metadata().encode()
    files[f"{about}/WHEEL"] = (
        f"Wheel-Version: 1.0\nGenerator: {_NAME}\nRoot-Is-Purelib: true\nTag: {_TAG}\n".encode()
    )
    files[f"{about}/RECORD"] = _record(files, f"{about}/RECORD").encode()
    return f"{plain}-{VERSION}-{_TAG}.whl", zipped(files)


def _package_files() -> Iterator[tuple[str, bytes]]:
    """Every file of the package; the grammars stand beside it in a checkout, and inside it elsewhere."""
    for path in sorted(_PACKAGE.rglob("*")):
        inside = path.relative_to(_PACKAGE)
        if path.is_file() and not {"__pycache__", ".DS_Store"} & set(inside.parts):
            yield f"grader/{inside.as_posix()}", path.read_bytes()
    if not (_PACKAGE / "grammars").exists():
        for path in sorted((_PACKAGE.parent / "grammars").iterdir()):
            yield f"grader/grammars/{path.name}", path.read_bytes()


def _metadata() -> str:
    needed = "".join(f"Requires-Dist: {requirement}\n" for requirement in _requirements())
    return f"Metadata-Version: 2.1\nName: {_NAME}\nVersion: {VERSION}\nRequires-Python: >=3.11\n{needed}"


def _requirements() -> list[str]:
    """What the grader needs: as its checkout says, or what was installed."""
    project = _PACKAGE.parent / "pyproject.toml"
    if project.is_file():
        about = tomllib.loads(project.read_text(encoding="utf-8")).get("project", {})
        if about.get("name") == _NAME:
            return list(about["dependencies"])
    try:
        found = requires(_NAME) or []
    except PackageNotFoundError:
        message = "nothing says which libraries this grader needs"
        raise refusal("grader gradescope", message, "install it with pip") from None
    return [requirement for requirement in found if "extra ==" not in requirement]


def _record(files: dict[str, bytes], own: str) -> str:
    lines = [f"{name},sha256={_digest(data)},{len(data)}\n" for name, data in files.items()]
    return "".join([*lines, f"{own},,\n"])


def _digest(data: bytes) -> str:
    return urlsafe_b64encode(sha256(data).digest()).decode().rstrip("=")


BUBBLEWRAP = "bubblewrap"

# By the program that a command starts, what it comes from; nothing where every image has it.
_PACKAGES = {
    "bash": "", "cargo": "cargo", "cc": "gcc", "clang": "clang", "dash": "", "elixir": "elixir",
    "erl": "erlang-base", "escript": "erlang-base", "g++": "g++", "gawk": "gawk", "gcc": "gcc", "ghc": "ghc",
    "go": "golang-go", "guile": "guile-3.0", "java": "default-jdk-headless", "javac": "default-jdk-headless",
    "lua": "lua5.4", "luajit": "luajit", "make": "make", "node": "nodejs", "nodejs": "nodejs",
    "ocaml": "ocaml", "perl": "perl", "php": "php-cli", "python3": "python3", "racket": "racket",
    "Rscript": "r-base-core", "ruby": "ruby", "runghc": "ghc", "runhaskell": "ghc", "rustc": "rustc",
    "sbcl": "sbcl", "scala": "scala", "sh": "", "swipl": "swi-prolog-nox", "tclsh": "tcl",
}  # fmt: skip


def needed_packages(problems: ProblemSet, named: Sequence[str], file: str) -> tuple[str, ...]:
    """What an image needs for programs in other languages; `named` are packages that somebody named.

    Who names packages answers for what is not in the table.
    """
    commands = [problem for problem in problems.by_program if problem.code.command]
    if not commands:
        return tuple(dict.fromkeys(named))
    found = [_package(problem, named, file) for problem in commands]
    return tuple(dict.fromkeys(filter(None, (BUBBLEWRAP, *found, *named))))


def _package(problem: Problem, named: Sequence[str], file: str) -> str:
    program = _program(problem.code.command)
    if not named and program not in _PACKAGES:
        raise refusal(
            file,
            f"nothing says which package has `{visible(program)}`, which starts programs of `{problem.id}`",
            "name it as Ubuntu calls it, with `--apt PACKAGE`; or take another command",
        )
    return _PACKAGES.get(program, "")


def _program(command: Sequence[str]) -> str:
    """What a command starts; what is handed in itself starts as a shell's script would."""
    words = _without_env(command)
    first = next(words, "env")
    own = "/" in first and not first.startswith("/")
    return "sh" if own else PurePosixPath(first).name


def _without_env(command: Sequence[str]) -> Iterator[str]:
    if PurePosixPath(command[0]).name != "env":
        return iter(command)
    return (word for word in command[1:] if "=" not in word and not word.startswith("-"))
