"""`grader schema`: a JSON Schema on standard output or in a file."""

import json
from pathlib import Path

import pytest

from grader.cli.main import main


@pytest.mark.parametrize(
    ("words", "field"), [([], "problems"), (["set"], "problems"), (["sheet"], "answers")], ids=str
)
def test_a_schema_is_printed(words: list[str], field: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", *words]) == 0
    schema = json.loads(capsys.readouterr().out)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert field in schema["properties"]


def test_a_schema_is_written_to_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "set.schema.json"
    assert main(["schema", "set", "-o", str(path)]) == 0
    assert capsys.readouterr().out == ""
    assert json.loads(path.read_text(encoding="utf-8"))["type"] == "object"


def test_a_schema_of_something_else_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", "gizmo"]) == 2
    assert "gizmo" in capsys.readouterr().err
