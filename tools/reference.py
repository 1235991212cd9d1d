"""Writes docs/reference/ and the page of all modules from the code."""

from collections.abc import Callable, Mapping
from pathlib import Path

from tools.commands import commands_page
from tools.fields import set_page
from tools.ideas import misconceptions_page
from tools.interface import python_page
from tools.modules import modules_page
from tools.questions import questions_page
from tools.rules import rules_page
from tools.schemas import SCHEMAS, schema_text, schemas_page

DOCUMENTS = Path(__file__).parents[1] / "docs"
FOLDER = DOCUMENTS / "reference"
MODULES = DOCUMENTS / "how-it-works" / "modules.md"
MADE = "<!-- Made by `make reference` from the code: change the code, not this page. -->\n\n"


def pages() -> dict[str, str]:
    """The text of every file of the reference, by its name."""
    texts = {name: MADE + page() for name, page in PAGES.items()}
    return texts | {f"{name}.schema.json": schema_text(name) for name in SCHEMAS}


def main() -> None:
    """Write all files, and remove those that are no longer made."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    made = pages()
    for path in FOLDER.iterdir():
        if path.name not in made:
            path.unlink()
    for name, text in made.items():
        (FOLDER / name).write_text(text, encoding="utf-8")
    MODULES.write_text(MADE + modules_page(), encoding="utf-8")


PAGES: Mapping[str, Callable[[], str]] = {
    "commands.md": commands_page,
    "set-fields.md": set_page,
    "questions.md": questions_page,
    "rule-fields.md": rules_page,
    "misconceptions.md": misconceptions_page,
    "schemas.md": schemas_page,
    "python.md": python_page,
}

if __name__ == "__main__":
    main()
