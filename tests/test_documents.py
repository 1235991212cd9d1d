"""README and docs: every command and every Python session in them does what they say."""

import doctest
import re
import shlex
from pathlib import Path

import pytest

from grader.cli.main import main

ROOT = Path(__file__).parent.parent
DOCUMENTS = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])
CONSOLE = re.compile(r"^```console\n(.*?)^```", re.DOTALL | re.MULTILINE)
PYTHON = re.compile(r"^```pycon\n(.*?)^```", re.DOTALL | re.MULTILINE)
COMMAND = re.compile(r"^\$ grader (.*)\n((?:(?!\$ ).*\n?)*)", re.MULTILINE)
LINK = re.compile(r"\]\((?!https?:|#)([^)#]+)(?:#[^)]*)?\)|src=\"([^\"]+)\"")


def commands() -> list[tuple[str, str]]:
    texts = [path.read_text(encoding="utf-8") for path in DOCUMENTS]
    blocks = [block for text in texts for block in CONSOLE.findall(text)]
    return [(words, expected) for block in blocks for words, expected in COMMAND.findall(block)]


@pytest.mark.parametrize(("words", "expected"), commands(), ids=[words for words, _ in commands()])
def test_a_command_prints_what_the_document_says(
    words: str, expected: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    main(shlex.split(words))
    out, err = capsys.readouterr()
    assert out + err == expected


@pytest.mark.parametrize("path", DOCUMENTS, ids=[path.name for path in DOCUMENTS])
def test_a_python_session_is_true(path: Path) -> None:
    session = "\n".join(PYTHON.findall(path.read_text(encoding="utf-8")))
    test = doctest.DocTestParser().get_doctest(session, {}, path.name, str(path), 0)
    assert doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(test).failed == 0


@pytest.mark.parametrize("path", DOCUMENTS, ids=[path.name for path in DOCUMENTS])
def test_a_link_leads_somewhere(path: Path) -> None:
    for found in LINK.finditer(path.read_text(encoding="utf-8")):
        assert (path.parent / (found[1] or found[2])).exists(), found[0]


def test_there_is_something_to_test() -> None:
    assert len(commands()) > 2
