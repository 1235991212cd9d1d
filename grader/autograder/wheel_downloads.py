"""Versions of Python → the wheels of everything that the grader needs there, and its own."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from grader.autograder.grader_wheel import own_wheel
from grader.text.columns import visible
from grader.text.source import InputError, refusal

PYTHONS = ("3.12", "3.11")  # of Ubuntu 24.04, and the latest that 22.04 has

_PLATFORMS = ("manylinux2014_x86_64", "manylinux_2_28_x86_64")  # Gradescope's machines
_PINNED = "pinned.txt"
_LONGEST = 300
_SECONDS = 600


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
    hint = "this needs the network, or `--wheels DIR` with all of them; at grading time neither is needed"
    return refusal("grader gradescope", message, hint)
