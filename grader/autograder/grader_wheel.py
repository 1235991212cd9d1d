"""The grader that is running → a wheel of it, made without any tool that builds wheels."""

from __future__ import annotations

import io
import tomllib
import zipfile
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path

from grader.text.source import refusal
from grader.version import VERSION

_NAME = "tree-puzzle-grader"
_PACKAGE = Path(__file__).parents[1]
_EPOCH = (1980, 1, 1, 0, 0, 0)
_TAG = "py3-none-any"


def own_wheel() -> tuple[str, bytes]:
    """The wheel's file name, and what is in it."""
    plain = _NAME.replace("-", "_")
    about = f"{plain}-{VERSION}.dist-info"
    files = dict(_package_files())
    files[f"{about}/METADATA"] = _metadata().encode()
    files[f"{about}/WHEEL"] = (
        f"Wheel-Version: 1.0\nGenerator: {_NAME}\nRoot-Is-Purelib: true\nTag: {_TAG}\n".encode()
    )
    files[f"{about}/RECORD"] = _record(files, f"{about}/RECORD").encode()
    return f"{plain}-{VERSION}-{_TAG}.whl", _zipped(files)


def _package_files() -> Iterator[tuple[str, bytes]]:
    """Every file of the package; the grammars stand beside it in a checkout, and inside it elsewhere."""
    for path in sorted(_PACKAGE.rglob("*")):
        inside = path.relative_to(_PACKAGE)
        if path.is_file() and not {"__pycache__", ".DS_Store"} & set(inside.parts):
            yield f"grader/{inside.as_posix()}", path.read_bytes()
    if not (_PACKAGE / "grammars").exists():
        for path in sorted((_PACKAGE.parent / "grammars").iterdir()):
            yield f"grader/grammars/{path.name}", path.read_bytes()


def _metadata() -> str:
    needed = "".join(f"Requires-Dist: {requirement}\n" for requirement in _requirements())
    return f"Metadata-Version: 2.1\nName: {_NAME}\nVersion: {VERSION}\nRequires-Python: >=3.11\n{needed}"


def _requirements() -> list[str]:
    """What the grader needs: as its checkout says, or what was installed."""
    project = _PACKAGE.parent / "pyproject.toml"
    if project.is_file():
        about = tomllib.loads(project.read_text(encoding="utf-8")).get("project", {})
        if about.get("name") == _NAME:
            return list(about["dependencies"])
    try:
        found = requires(_NAME) or []
    except PackageNotFoundError:
        message = "nothing says which libraries this grader needs"
        raise refusal("grader gradescope", message, "install it with pip") from None
    return [requirement for requirement in found if "extra ==" not in requirement]


def _record(files: dict[str, bytes], own: str) -> str:
    lines = [f"{name},sha256={_digest(data)},{len(data)}\n" for name, data in files.items()]
    return "".join([*lines, f"{own},,\n"])


def _digest(data: bytes) -> str:
    return urlsafe_b64encode(sha256(data).digest()).decode().rstrip("=")


def _zipped(files: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(name, _EPOCH), data, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()
