"""The table of APIs: whatever a row needs elsewhere is there."""

from __future__ import annotations

from pathlib import Path

import pytest

import grader
from grader.sandbox.apis import APIS, COMMAND, Api
from grader.text.sentences import languages, sentences

PACKAGE = Path(grader.__file__).parent
INSIDE = PACKAGE / "sandbox" / "inside"
ROWS = {**APIS, COMMAND.name: COMMAND}


@pytest.mark.parametrize("api", APIS.values(), ids=APIS)
def test_an_api_is_served_inside_with_all_modules_that_it_brings_along(api: Api) -> None:
    assert (INSIDE / f"{api.name}_api.py").exists()
    stand_ins = {path.stem for path in (INSIDE / "stand_ins").glob("*.py")}
    assert stand_ins >= {*api.modules, *api.stand_ins.values()}


@pytest.mark.parametrize("api", APIS.values(), ids=APIS)
def test_an_api_has_a_file_to_start_from_and_a_program_that_replays_a_search(api: Api) -> None:
    assert (PACKAGE / "reports" / "templates" / "starter" / f"{api.name}.jinja").exists()
    compile(api.replay, "replay", "exec")


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("api", ROWS.values(), ids=ROWS)
def test_students_are_told_about_an_api_in_every_language(api: Api, language: str) -> None:
    say = sentences(language)
    assert say(f"hand-in.{api.written}", file="search.py", name="search", command="./search")
    assert say(f"{api.seen}.timeout", seconds=2, number=3, visits=3)
