"""What the tests of the commands share: sets, each loaded once."""

from collections.abc import Iterator

import pytest

from tests.shared_sets import sets_are_shared


@pytest.fixture(scope="module", autouse=True)
def _sets() -> Iterator[None]:
    with sets_are_shared():
        yield
