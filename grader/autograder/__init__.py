"""A ProblemSet and wheels → the archive that Gradescope makes an autograder of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from shlex import quote

from grader.autograder.packages import BUBBLEWRAP, PYTHONS, download_wheels, needed_packages, own_wheel
from grader.problems import ProblemSet
from grader.submissions.archive import zipped
from grader.text.escapes import json_text
from grader.text.sentences import sentences

__all__ = ["BUBBLEWRAP", "PYTHONS", "autograder_zip", "download_wheels", "needed_packages", "own_wheel"]

_PROGRAM, _FILE = 0o100755, 0o100644
_SCRIPTS = ("setup.sh", "run_autograder")


def autograder_zip(
    problems: ProblemSet, wheels: Mapping[str, bytes], pythons: Sequence[str], packages: Sequence[str] = ()
) -> bytes:
    """The archive: what to install, what to run, the set, and every wheel that is needed."""
    files = {
        **{name: _script(name, problems, pythons, packages) for name in _SCRIPTS},
        "failed.json": failed_json(problems).encode(),
        "requirements.txt": _requirements(wheels).encode(),
        **{f"set/{name}": data for name, data in problems.files.items()},
        **{f"wheels/{name}": data for name, data in wheels.items()},
    }
    return zipped(files, lambda name: _PROGRAM if name in _SCRIPTS else _FILE)


def failed_json(problems: ProblemSet) -> str:
    """What Gradescope shows until there is a result, and so where there never is one."""
    say = sentences(problems.language)
    return json_text(
        {
            "score": 0,
            "output": say("autograder.failed"),
            "output_format": "text",
            "visibility": "visible",
            "stdout_visibility": "hidden",
            "tests": [],
        }
    )


def _script(name: str, problems: ProblemSet, pythons: Sequence[str], packages: Sequence[str]) -> bytes:
    text = (Path(__file__).parent / name).read_text(encoding="utf-8")
    own_file = next(iter(problems.files))
    text = text.replace("@PYTHONS@", " ".join(map(quote, pythons)))
    text = text.replace("@PACKAGES@", " ".join(map(quote, packages)))
    # Inside double quotes, where a quoted name would be taken with its quotes.
    return text.replace('set/@SET@"', f'set/"{quote(own_file)}').encode()


def _requirements(wheels: Mapping[str, bytes]) -> str:
    """Every wheel by version and hash; one version may have a wheel for each Python."""
    hashes: dict[str, list[str]] = {}
    for name, data in sorted(wheels.items()):
        distribution, version = name.split("-")[:2]
        hashes.setdefault(f"{distribution}=={version}", []).append(
            f"--hash=sha256:{sha256(data).hexdigest()}"
        )
    return "".join(f"{pinned} {' '.join(found)}\n" for pinned, found in hashes.items())
