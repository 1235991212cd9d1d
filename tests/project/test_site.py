"""The site that `make docs` builds: strict, without a link that leads nowhere, and loading nothing."""

import os
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from tools.site import on_page_markdown

ROOT = Path(__file__).parents[2]
LOADED = re.compile(r"<(?:script|img|iframe|source)[^>]* src=[\"']?(https?:[^\"' >]+)")
STYLES = re.compile(r"<link[^>]* rel=[\"']?(?:stylesheet|preconnect)[^>]* href=[\"']?(https?:[^\"' >]+)")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("mkdocs", reason="no MkDocs here: `make test` installs it")
    folder = tmp_path_factory.mktemp("site")
    build = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(build, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return folder


def test_the_site_is_built_without_a_warning(site: Path) -> None:
    assert (site / "index.html").is_file()
    assert (site / "reference" / "commands.html").is_file()


def test_no_page_of_the_site_loads_anything_from_elsewhere(site: Path) -> None:
    pages = [path.read_text(encoding="utf-8") for path in site.rglob("*.html")]
    assert [address for page in pages for address in LOADED.findall(page) + STYLES.findall(page)] == []


LINKS = {
    "to code": ("[`policy.py`](../grader/sandbox/walls/policy.py)", "`policy.py`"),
    "to another page": ("[Rules](rules.md#ties)", "[Rules](rules.md#ties)"),
    "to an example": ("[search](examples/search.js)", "[search](examples/search.js)"),
    "to the web": ("[Jinja](https://jinja.palletsprojects.com/)",) * 2,
    "to a place on the page": ("[late](#late)", "[late](#late)"),
}


@pytest.mark.parametrize(("link", "kept"), LINKS.values(), ids=LINKS)
def test_a_link_out_of_the_documents_becomes_text(link: str, kept: str) -> None:
    page = SimpleNamespace(file=SimpleNamespace(src_uri="security.md"))
    assert on_page_markdown(f"See {link}.", page=page) == f"See {kept}."


@pytest.mark.parametrize("name", ["minimax", "alpha-beta", "chance"])
def test_the_site_has_pages_to_practise_on(site: Path, name: str) -> None:
    page = (site / "practice" / f"{name}.html").read_text(encoding="utf-8")
    assert page.count('<template id="t') == 6
    assert f'href="practice/{name}.html"' in (site / "practice.html").read_text(encoding="utf-8")
