"""What all tests share: how Hypothesis searches, and which tests are run on request, as they take long."""

import pytest
from hypothesis import settings

# No deadline: how long an example takes says more about the machine than about the code.
settings.register_profile("grader", deadline=None)
settings.load_profile("grader")

# Parts of the names of tests that start many processes, browsers or downloads; `make test-all` runs them too.
SLOW = (
    "browser/test_code.py",
    "browser/test_class.py::test_the_page_fits_and_keeps_nobody_out[a desk",
    "browser/test_class.py::test_the_page_fits_and_keeps_nobody_out[a phone-anonymous",
    "browser/test_class.py::test_a_misconception_filters",
    "browser/test_class.py::test_two_thousand",
    "browser/test_harness.py::test_a_page_that",
    "browser/test_sheet.py::test_a_number",
    "browser/test_sheet_drawing.py",
    "browser/test_sheet_files.py::test_a_file_without",
    "browser/test_sheet_files.py::test_a_window_that",
    "browser/test_sheet_files.py::test_of_two_answers",
    "browser/test_sheet_files.py::test_what_is_changed",
    "browser/test_sheet_files.py::test_a_key_that_is_loaded_and_saved_again_says_the_same",
    "browser/test_sheet_reading.py",
    "ci/test_github.py",
    "ci/test_gitlab.py",
    "ci/test_gradescope.py",
    "ci/test_page.py",
    "classes/test_again.py",
    "classes/test_classes.py",
    "classes/test_clusters.py",
    "classes/test_faults.py",
    "sandbox/test_attacks.py::test_as_nobody",
    "test_how_it_works.py",
    "test_site.py",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if any(name in item.nodeid for name in SLOW):
            item.add_marker(pytest.mark.slow)
