"""What goes to a package index: a description whose links work there, and an sdist that can be tested."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
from email import message_from_string
from email.message import Message
from pathlib import Path
from zipfile import ZipFile

import html5lib
import pytest
from markdown_it import MarkdownIt

from grader.version import VERSION
from tools.metadata import ADDRESS, absolute

CHECKOUT = Path(__file__).parents[2]
HERE = "https://example.org/owner/tree-puzzle-grader"


def build(source: Path, target: str, folder: Path, address: str = "") -> Path:
    """A wheel or an sdist, by the backend itself; nothing is downloaded."""
    command = [sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", str(folder)]
    environment = {**os.environ, ADDRESS: address}
    run = subprocess.run(
        command, cwd=source, env=environment, capture_output=True, encoding="utf-8", check=False
    )
    assert run.returncode == 0, run.stdout + run.stderr
    (built,) = folder.glob("*.whl" if target == "wheel" else "*.tar.gz")
    return built


@pytest.fixture(scope="session")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(CHECKOUT, "sdist", tmp_path_factory.mktemp("sdist"), HERE)


@pytest.fixture(scope="session")
def unpacked(sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("unpacked")
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    (inside,) = folder.iterdir()
    return inside


@pytest.fixture(scope="session")
def wheel(unpacked: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built from the sdist, as an installer does that is told no address."""
    return build(unpacked, "wheel", tmp_path_factory.mktemp("release"))


def metadata(wheel: Path) -> Message:
    name = f"tree_puzzle_grader-{VERSION}.dist-info/METADATA"
    return message_from_string(ZipFile(wheel).read(name).decode())


def test_the_description_is_the_readme_and_every_link_in_it_works_away_from_the_repository(
    wheel: Path,
) -> None:
    found = metadata(wheel)
    assert found["Description-Content-Type"] == "text/markdown"
    page = html5lib.parseFragment(
        MarkdownIt("commonmark", {"html": True}).enable("table").render(str(found.get_payload())),
        namespaceHTMLElements=False,
    )
    links = [each.get("href") or each.get("src") or "" for each in page.iter() if each.tag in ("a", "img")]
    assert len(links) > 40
    assert [link for link in links if not link.startswith("https://")] == []
    files = [link.split("/", 7)[7].partition("#")[0] for link in links if link.startswith(HERE)]
    assert "docs/images/report.png" in files
    assert [file for file in files if not (CHECKOUT / file).exists()] == []


def test_the_links_beside_the_description_lead_to_the_repository(wheel: Path) -> None:
    links = dict(str(link).split(", ") for link in metadata(wheel).get_all("Project-URL") or ())
    assert set(links) == {"Repository", "Documentation", "Changelog", "Issues"}
    assert all(link.startswith(HERE) for link in links.values())
    for name in ("Documentation", "Changelog"):
        assert (CHECKOUT / links[name].partition("/HEAD/")[2]).is_file()


LINKS = {
    "a file": ("[a](docs/a.md#b)", f"[a]({HERE}/blob/v1/docs/a.md#b)"),
    "a picture": ('<img src="a.png" alt="b">', f'<img src="{HERE}/raw/v1/a.png" alt="b">'),
    "an address": ("[a](https://example.com)", "[a](https://example.com)"),
    "a place on the page": ("[a](#b)", "[a](#b)"),
}


@pytest.mark.parametrize(("text", "written"), LINKS.values(), ids=LINKS)
def test_a_link_into_the_repository_gets_its_address(text: str, written: str) -> None:
    assert absolute(text, HERE, "v1") == written


def test_an_sdist_has_everything_that_git_has(unpacked: Path) -> None:
    """Its tests read the documents, the problems and the files for CI; without them they could not pass."""
    git = shutil.which("git")
    if git is None or not (CHECKOUT / ".git").exists():
        pytest.skip("this is no checkout of git's")
    run = subprocess.run(
        [git, "ls-files", "-z"], cwd=CHECKOUT, capture_output=True, encoding="utf-8", check=True
    )
    tracked = [name for name in run.stdout.split("\0") if name and (CHECKOUT / name).exists()]
    assert len(tracked) > 1000
    assert [name for name in tracked if not (unpacked / name).exists()] == []


@pytest.mark.slow
def test_the_tests_of_an_sdist_run_where_it_is_unpacked(unpacked: Path) -> None:
    """A few of them: those that look for files which the package itself does not have."""
    chosen = [
        "tests/project/test_flow.py",
        "tests/ci/test_pins.py",
        "tests/ci/test_hooks.py",
        "tests/project/test_reference.py",
    ]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *chosen]
    run = subprocess.run(command, cwd=unpacked, capture_output=True, encoding="utf-8", check=False)
    assert run.returncode == 0, run.stdout + run.stderr


def test_an_index_takes_the_release(sdist: Path, wheel: Path) -> None:
    pytest.importorskip("twine", reason="twine is not installed: `pip install --group release` does it")
    run(["twine", "check", "--strict", str(sdist), str(wheel)])


def test_the_wheel_has_nothing_odd_in_it(wheel: Path) -> None:
    reason = "check-wheel-contents is not installed: `pip install --group release` does it"
    pytest.importorskip("check_wheel_contents", reason=reason)
    run(["check_wheel_contents", str(wheel)])


def run(words: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", *words], capture_output=True, encoding="utf-8", check=False, timeout=120
    )
    assert done.returncode == 0, done.stdout + done.stderr
