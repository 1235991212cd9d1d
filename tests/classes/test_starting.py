"""Processes are copies of this one only where nothing is in the middle of anything."""

from __future__ import annotations

import sys
from pathlib import Path
from threading import Event, Thread

import pytest

from grader.classes import worker_processes as starting
from grader.classes.worker_processes import context_for, is_alone
from grader.gradebook import FILE, Gradebook

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere processes always start afresh")


def test_a_process_with_another_thread_is_not_copied() -> None:
    over = Event()
    other = Thread(target=over.wait)
    other.start()
    assert not is_alone()
    over.set()
    other.join()


def test_a_process_is_not_copied_while_it_has_the_gradebook_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(starting, "is_alone", lambda: True)
    with Gradebook.open(tmp_path / FILE):
        assert context_for(tmp_path / FILE).get_start_method() == "spawn"
    assert context_for(tmp_path / FILE).get_start_method() == "fork"
    monkeypatch.setattr(starting, "is_alone", lambda: False)
    assert context_for(tmp_path / FILE).get_start_method() == "spawn"
