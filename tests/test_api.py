"""What `import grader` offers."""

import doctest

import pytest

import grader
from grader.version import VERSION


def test_every_public_name_is_there() -> None:
    for name in grader.__all__:
        assert getattr(grader, name) is not None
        assert name in dir(grader)


def test_error_a_name_that_is_not_there() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'sovle'"):
        grader.sovle  # noqa: B018 - the attribute is asked for on purpose


def test_the_example_of_the_package_is_true() -> None:
    assert doctest.testmod(grader) == (0, 3)


def test_the_version_is_there() -> None:
    assert grader.__version__ == VERSION
