"""README and docs: everything in them that can be run or read does what they say."""

import doctest
import json
import os
import re
import shlex
import shutil
import subprocess
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent

import pytest
import yaml

from grader.cli.main import main
from grader.gradebook.connection import connect
from grader.problems import load_problems
from grader.submissions.submission_reader import read_submission
from grader.text.source import Source
from grader.tree.language import parse_trees
from tests import warm
from tools.site import PLAYER

ROOT = Path(__file__).parents[2]
WALKTHROUGHS = set((ROOT / "docs" / "how-it-works").glob("adding-*.md"))  # followed by tests of their own
DOCUMENTS = sorted({ROOT / "README.md", *(ROOT / "docs").rglob("*.md")} - WALKTHROUGHS)
PAGES = [path.relative_to(ROOT).as_posix() for path in DOCUMENTS]
BESIDE = ("docs/examples", "problems", "demo")  # what stands where a reader types the commands
BLOCK = re.compile(r"^```(\w*)[^\n]*\n(.*?)^```$", re.DOTALL | re.MULTILINE)
INDENTED = re.compile(r"^    (grader .*)$", re.MULTILINE)
INDENTED_BLOCK = re.compile(r"(?:^    .*\n|^\n(?=    ))+", re.MULTILINE)
COMMAND = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n?)*)", re.MULTILINE)
LINK = re.compile(r"\]\((?!https?:|#)([^)#]+)(?:#[^)]*)?\)|src=\"([^\"]+)\"")
PLAIN = re.compile(r"grader [^|<>;&$`*]*")  # a command that needs no shell
ELSEWHERE = ("make", "pip", "uv", "git", "dask", "pdflatex")  # installs, compiles, or needs other machines


@dataclass
class Session:
    """What a reader sees who types the commands of a page, one after the other, in one folder."""

    folder: Path
    capture: pytest.CaptureFixture[str]

    def run(self, command: str) -> str:
        if command.startswith("cd "):
            os.chdir(command.removeprefix("cd "))
            return ""
        return self.done(command)[1]

    def done(self, command: str) -> tuple[int, str]:
        """The status of a command, and what it prints; a shell is asked only where it is needed."""
        return self.run_here(command) if PLAIN.fullmatch(command) else self.run_by_shell(command)

    def run_here(self, command: str) -> tuple[int, str]:
        status = main(shlex.split(command)[1:])
        out, err = self.capture.readouterr()
        return status, out + err

    def run_by_shell(self, command: str) -> tuple[int, str]:
        path = f"{self.folder / '.bin'}{os.pathsep}{os.environ['PATH']}"
        environment = {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT), "NO_COLOR": "1"}
        done = subprocess.run(
            ["/bin/sh", "-c", command], env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, encoding="utf-8", timeout=300, check=False,
        )  # fmt: skip
        return done.returncode, done.stdout


@pytest.fixture
def session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Session:
    for name in BESIDE:
        shutil.copytree(ROOT / name, tmp_path / name)
    command = tmp_path / ".bin" / "grader"
    command.parent.mkdir()
    command.write_text(warm.script("grader"), encoding="utf-8")
    command.chmod(0o755)
    for variable in ("CI", "GITHUB_ACTIONS", "GITHUB_STEP_SUMMARY", "GITHUB_WORKSPACE"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.chdir(tmp_path)
    return Session(tmp_path, capsys)


def blocks(page: str, language: str) -> list[str]:
    found = BLOCK.findall((ROOT / page).read_text(encoding="utf-8"))
    return [text for named, text in found if named == language]


def pages_with(language: str) -> list[str]:
    return [page for page in PAGES if blocks(page, language)]


@pytest.mark.parametrize("page", pages_with("console"))
def test_the_commands_of_a_page_print_what_it_says(page: str, session: Session) -> None:
    for block in blocks(page, "console"):
        for command, expected in COMMAND.findall(block):
            assert (command, session.run(command)) == (command, expected)


@pytest.mark.parametrize("page", pages_with("sh"))
def test_the_commands_of_a_page_work(page: str, session: Session) -> None:
    for command in "".join(blocks(page, "sh")).replace("\\\n", "").splitlines():
        if command.strip() and not command.startswith(("#", *ELSEWHERE)):
            status, said = session.done(command)
            assert status == 0, f"{command}\n{said}"


@pytest.mark.usefixtures("session")
@pytest.mark.parametrize("page", pages_with("pycon"))
def test_a_python_session_is_true(page: str) -> None:
    test = doctest.DocTestParser().get_doctest("\n".join(blocks(page, "pycon")), {}, page, page, 0)
    said: list[str] = []
    failed = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(test, out=said.append).failed
    assert failed == 0, "".join(said)


@pytest.mark.parametrize("page", pages_with("sql"))
def test_the_queries_of_a_page_fit_the_gradebook(page: str, tmp_path: Path) -> None:
    with closing(connect(tmp_path / "gradebook.sqlite", write=True)) as connection:
        for block in blocks(page, "sql"):
            for query in block.split(";"):
                connection.execute(query)


def each_line_of_json(text: str) -> None:
    try:
        json.loads(text)
    except json.JSONDecodeError:
        for line in text.splitlines():
            json.loads(line)


READERS: Mapping[str, Callable[[str], object]] = {
    "json": each_line_of_json,
    "python": lambda text: compile(text, "<page>", "exec"),
    "toml": lambda text: [tomllib.loads(part) for part in re.split(r"(?m)^(?=\w+ = )", text)],
    "yaml": lambda text: list(yaml.safe_load_all(text)),
}
RUN = ("console", "pycon", "sh", "sql")
SHOWN = ("text", "diff", "html", "jinja")


@pytest.mark.parametrize("page", PAGES)
def test_every_block_is_in_the_language_that_it_says(page: str) -> None:
    for language, read in READERS.items():
        for text in blocks(page, language):
            read(text)


def trees_and_sets(page: str) -> Iterator[tuple[Callable[[Source], object], str]]:
    """The examples of a page that are whole trees, sets or sheets, fenced or indented."""
    text = (ROOT / page).read_text(encoding="utf-8")
    indented = [dedent(block).lstrip("\n") for block in INDENTED_BLOCK.findall(BLOCK.sub("", text))]
    for block in [*blocks(page, "yaml"), *indented]:
        for start, read in EXAMPLES.items():
            if re.match(start, block):
                yield read, block


def read_set_or_sheet(source: Source) -> object:
    if "problems:" in source.text:
        return load_problems(source)
    return read_submission(source.text.encode(), "answers.yaml").sheet


EXAMPLES: Mapping[str, Callable[[Source], object]] = {
    r"(?:#.*\n)?(?:A = )?(?:max|min)\(": parse_trees,
    r"set: ": read_set_or_sheet,
}


@pytest.mark.parametrize("page", PAGES)
def test_an_example_of_a_tree_a_set_or_a_sheet_can_be_read(page: str) -> None:
    for read, text in trees_and_sets(page):
        assert read(Source(text, page))


def test_examples_are_found_fenced_and_indented() -> None:
    assert list(trees_and_sets("README.md"))
    assert len(list(trees_and_sets("docs/language.md"))) > 1


@pytest.mark.parametrize("page", PAGES)
def test_every_block_says_its_language(page: str) -> None:
    languages = {named for named, _ in BLOCK.findall((ROOT / page).read_text(encoding="utf-8"))}
    assert languages <= {*RUN, *READERS, *SHOWN}


@pytest.mark.parametrize("page", PAGES)
def test_no_command_stands_where_it_is_not_run(page: str) -> None:
    text = BLOCK.sub("", (ROOT / page).read_text(encoding="utf-8"))
    assert INDENTED.findall(text) == [] or page == "docs/reference/commands.md"


@pytest.mark.parametrize("path", sorted({*DOCUMENTS, *WALKTHROUGHS}), ids=lambda path: path.name)
def test_a_link_leads_somewhere(path: Path) -> None:
    for found in LINK.finditer(path.read_text(encoding="utf-8")):
        target = found[1] or found[2]
        assert target == PLAYER or (path.parent / target).exists(), found[0]


def test_every_page_can_be_found_on_the_site() -> None:
    listed = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    pages = [path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")]
    assert [page for page in pages if f" {page}\n" not in listed] == []


def test_there_is_something_to_test() -> None:
    assert len(pages_with("console")) > 5
    assert len(pages_with("pycon")) > 2
