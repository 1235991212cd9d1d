"""docs/reference/: every page is what the code says today."""

import pytest

from tools.modules import FLOW, PACKAGE, modules_page, sentence
from tools.pictures import DRAWINGS, IMAGES, drawing
from tools.reference import FOLDER, MADE, MODULES, PAGES, pages
from tools.schemas import SCHEMAS

NAMES = [*PAGES, *(f"{name}.schema.json" for name in SCHEMAS)]


@pytest.fixture(scope="module")
def made() -> dict[str, str]:
    return pages()


@pytest.mark.parametrize("name", NAMES)
def test_a_page_of_the_reference_is_what_the_code_says(name: str, made: dict[str, str]) -> None:
    there = (FOLDER / name).read_text(encoding="utf-8")
    assert there == made[name], f"docs/reference/{name} is stale: run `make reference`"


@pytest.mark.parametrize("name", DRAWINGS)
def test_a_picture_of_the_documents_is_what_the_code_draws(name: str) -> None:
    there = (IMAGES / f"{name}.svg").read_text(encoding="utf-8")
    assert there == drawing(name), f"docs/images/{name}.svg is stale: run `make pictures`"


def test_the_reference_has_no_page_that_nobody_makes() -> None:
    assert sorted(path.name for path in FOLDER.iterdir()) == sorted(NAMES)


def test_the_page_of_all_modules_is_what_the_code_says() -> None:
    there = MODULES.read_text(encoding="utf-8")
    assert there == MADE + modules_page(), "docs/how-it-works/modules.md is stale: run `make reference`"


def test_the_page_of_all_modules_has_every_module_and_its_sentence() -> None:
    page = MODULES.read_text(encoding="utf-8")
    files = [path for path in PACKAGE.rglob("*.py") if path.parent != PACKAGE or path.stem in FLOW]
    assert [
        path for path in files if sentence(path).replace("|", "\\|").replace("<", "&lt;") not in page
    ] == []


def test_every_module_says_in_a_sentence_what_it_is() -> None:
    assert [path for path in PACKAGE.rglob("*.py") if not sentence(path).endswith(".")] == []
