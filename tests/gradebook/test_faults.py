"""What can happen to a gradebook, done for real: no grade is lost or doubled, and messages say what to do."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from grader.cli.main import main
from grader.gradebook import FILE, Gradebook, connection
from grader.submissions.collecting.roster import Person
from grader.text.source import InputError
from tests.gradebook.keeping import PROBLEMS, book_in, handed, make_older, marked

CHECKOUT = Path(__file__).parent.parent.parent
WRITER = [sys.executable, "-m", "tests.gradebook.keeping"]
NOBODY = 65534


def students(folder: Path) -> list[str]:
    """Everybody in a gradebook, each as often as a submission of theirs is kept."""
    with sqlite3.connect(folder / FILE) as book:
        found = book.execute("SELECT student FROM submissions JOIN grades ON submission = submissions.id")
        names = sorted((name for (name,) in found), key=lambda name: int(name[1:]))
        assert book.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    book.close()
    return names


def numbered(count: int) -> list[str]:
    return [f"s{number}" for number in range(count)]


def refused(folder: Path, *, write: bool = True) -> str:
    with pytest.raises(InputError) as caught:
        Gradebook.open(folder / FILE, write=write).close()
    return str(caught.value).replace(str(folder), "out")


on_unix = pytest.mark.skipif(sys.platform == "win32", reason="no signals, limits and rights like these there")


@on_unix
@pytest.mark.parametrize("batches", [1, 4])
def test_a_writer_killed_in_the_middle_loses_nothing_that_it_said_was_kept(
    tmp_path: Path, batches: int
) -> None:
    said = kill_after(batches, tmp_path)
    kept = students(tmp_path)
    assert len(kept) % 10 == 0  # whole batches only
    assert kept == numbered(len(kept))
    assert len(kept) >= said


@on_unix
def test_a_run_that_was_killed_goes_on_where_it_was(tmp_path: Path) -> None:
    kill_after(2, tmp_path)
    write = [*WRITER, str(tmp_path), "0", "100"]
    subprocess.run(write, cwd=CHECKOUT, check=True, capture_output=True, timeout=120)
    assert students(tmp_path) == numbered(100)


def kill_after(batches: int, folder: Path) -> int:
    """Kill a writer once it has said that so many batches are kept; how many students that are."""
    write = [*WRITER, str(folder), "0", "100000"]
    with subprocess.Popen(write, cwd=CHECKOUT, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        said = [int(writer.stdout.readline()) for _ in range(batches)]
        writer.send_signal(signal.SIGKILL)
    assert writer.returncode == -signal.SIGKILL
    return said[-1]


def test_two_graders_at_once_wait_for_one_another(tmp_path: Path) -> None:
    """Both keep everybody from the middle, and each some of their own."""
    parts = [("0", "60"), ("30", "90")]
    writers = [
        subprocess.Popen([*WRITER, str(tmp_path), *part], cwd=CHECKOUT, stdout=subprocess.DEVNULL)
        for part in parts
    ]
    assert [writer.wait(timeout=120) for writer in writers] == [0, 0]
    assert students(tmp_path) == numbered(90)


def test_somebody_who_reads_sees_whole_batches_while_another_writes(tmp_path: Path) -> None:
    with book_in(tmp_path) as writing, Gradebook.open(tmp_path / FILE, write=False) as reading:
        writing.add([marked(handed("s0")), marked(handed("s1"))])
        assert reading.students("search-1") == ("s0", "s1")


def test_a_gradebook_that_another_program_holds_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "PATIENCE", 0.05)
    with book_in(tmp_path, marked(handed())) as book:
        other = sqlite3.connect(tmp_path / FILE, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(InputError) as caught:
            book.add([marked(handed("grace"))])
        other.execute("ROLLBACK")
        other.close()
        assert book.add([marked(handed("grace"))]) == 1
    assert str(caught.value).replace(str(tmp_path), "out") == (
        "out/gradebook.sqlite: error: another program is writing to this gradebook\n"
        "     = hint: wait until it is done, and run the same command again; nothing was lost"
    )


FULL = """\
import resource, signal, sys
from pathlib import Path
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
from tests.gradebook.keeping import make_older, book_in, handed, marked
with book_in(Path(sys.argv[1]), marked(handed("s0"))) as book:
    resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, resource.RLIM_INFINITY))
    try:
        for number in range(1, 2000):
            book.add([marked(handed(f"s{number}"))])
            print(number + 1)
    except Exception as error:
        print(error, file=sys.stderr)
"""


@on_unix
def test_a_disk_that_takes_no_more_costs_nothing_that_was_kept(tmp_path: Path) -> None:
    program = [sys.executable, "-c", FULL, str(tmp_path)]
    run = subprocess.run(program, cwd=CHECKOUT, capture_output=True, text=True, timeout=120, check=True)
    assert run.stderr.replace(str(tmp_path), "out") == (
        "out/gradebook.sqlite: error: the disk cannot be read or written\n"
        "     = hint: all grades stored so far are still there: fix this, and run the same command again\n"
    )
    said = int(run.stdout.split()[-1])
    assert students(tmp_path) == numbered(said)
    with book_in(tmp_path) as book:
        assert book.add([marked(handed(f"s{number}")) for number in range(said + 5)]) == 5


def test_a_disk_that_is_full_costs_only_the_batch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def small(address: str) -> sqlite3.Connection:
        connection = opened(address)
        connection.execute("PRAGMA max_page_count = 40")
        return connection

    opened = connection._opened  # noqa: SLF001
    monkeypatch.setattr(connection, "_opened", small)
    with book_in(tmp_path, marked(handed("s0"))) as book:
        with pytest.raises(InputError) as caught:
            book.add([marked(handed(f"s{number}")) for number in range(1, 200)])
        assert book.students("search-1") == ("s0",)
    assert str(caught.value).replace(str(tmp_path), "out") == (
        "out/gradebook.sqlite: error: the disk is full\n     = hint: all grades stored so far"
        " are still there: free some space, and run the same command again"
    )
    assert students(tmp_path) == ["s0"]


def test_a_folder_of_that_name_is_refused(tmp_path: Path) -> None:
    (tmp_path / FILE).mkdir()
    assert refused(tmp_path) == (
        "out/gradebook.sqlite: error: this is a folder, not a gradebook\n"
        "     = hint: name another folder with `--out`"
    )


def test_a_file_that_is_no_database_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"student,points\n" * 100)
    for write in (True, False):
        assert refused(tmp_path, write=write) == (
            "out/gradebook.sqlite: error: this is not a gradebook\n"
            "     = hint: name another folder, or move this file away"
        )
    assert (tmp_path / FILE).read_bytes() == b"student,points\n" * 100


def test_a_database_of_another_program_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / FILE) as other:
        other.execute("CREATE TABLE bookmarks (address TEXT)")
    other.close()
    before = (tmp_path / FILE).read_bytes()
    for write in (True, False):
        assert refused(tmp_path, write=write) == (
            "out/gradebook.sqlite: error: this is a database of another program, not a gradebook\n"
            "     = hint: name another folder, or move this file away"
        )
    assert (tmp_path / FILE).read_bytes() == before


def test_a_gradebook_of_a_newer_grader_is_refused(tmp_path: Path) -> None:
    with book_in(tmp_path):
        pass
    with sqlite3.connect(tmp_path / FILE) as other:
        other.execute("PRAGMA user_version = 7")
    other.close()
    assert refused(tmp_path) == (
        "out/gradebook.sqlite: error: a newer grader wrote this gradebook (version 7; this grader reads up "
        "to 4)\n"
        "     = hint: install the newer version of the grader"
    )


@pytest.mark.parametrize("version", [0, -1])
def test_a_gradebook_of_a_version_that_there_never_was_is_refused(tmp_path: Path, version: int) -> None:
    with book_in(tmp_path):
        pass
    with sqlite3.connect(tmp_path / FILE) as other:
        other.execute(f"PRAGMA user_version = {version}")
    other.close()
    for write in (True, False):
        assert refused(tmp_path, write=write) == (
            "out/gradebook.sqlite: error: the gradebook is damaged: no grader has ever written version"
            f" {version} of it\n     = hint: put a backup in its place"
        )


def test_there_is_nothing_to_read_where_there_is_no_gradebook(tmp_path: Path) -> None:
    assert refused(tmp_path, write=False) == (
        "out/gradebook.sqlite: error: there is no gradebook here\n"
        "     = hint: `grader grade SET FOLDER --out DIR` makes one in DIR"
    )
    assert list(tmp_path.iterdir()) == []


def test_an_empty_file_becomes_a_gradebook_but_is_none_yet(tmp_path: Path) -> None:
    (tmp_path / FILE).touch()
    assert refused(tmp_path, write=False) == (
        "out/gradebook.sqlite: error: there is nothing in this gradebook\n     = hint: grade a class first"
    )
    with book_in(tmp_path, marked(handed("s0"))):
        pass
    assert students(tmp_path) == ["s0"]


def test_a_folder_is_made_and_one_that_cannot_be_is_told(tmp_path: Path) -> None:
    with book_in(tmp_path / "new" / "folder"):
        pass
    (tmp_path / "file").touch()
    assert refused(tmp_path / "file" / "folder") == (
        "out: error: the folder cannot be made (not a directory)\n     = hint: name another folder"
    )


DAMAGED = (
    "out/gradebook.sqlite: error: the gradebook is damaged\n"
    "     = hint: put a backup in its place; or keep a copy"
)


@pytest.mark.parametrize("page", range(3))
def test_a_damaged_gradebook_is_told_and_not_written(tmp_path: Path, page: int) -> None:
    with book_in(tmp_path, *(marked(handed(f"s{number}")) for number in range(20))):
        pass
    data = bytearray((tmp_path / FILE).read_bytes())
    middle = len(data) // 4096 // 3 * (page + 1) * 4096 - 4096
    data[middle:] = b"\xa5" * (len(data) - middle)
    (tmp_path / FILE).write_bytes(data)
    with pytest.raises(InputError) as caught:
        look_through(tmp_path)
    assert str(caught.value).replace(str(tmp_path), "out").startswith(DAMAGED)


def look_through(folder: Path) -> None:
    """Read everything."""
    with Gradebook.open(folder / FILE) as book:
        book.keep_set(PROBLEMS)
        for student in book.students("search-1"):
            for graded in book.gradings("search-1", student):
                book.hand_in(graded.submission)


def test_after_an_unfinished_run_the_whole_file_is_looked_through(tmp_path: Path) -> None:
    with book_in(tmp_path, *(marked(handed(f"s{number}")) for number in range(20))):
        pass
    data = bytearray((tmp_path / FILE).read_bytes())
    data[-8192:-4096] = b"\xa5" * 4096
    (tmp_path / FILE).write_bytes(data)
    (tmp_path / f"{FILE}-wal").write_bytes(b"\0" * 32)
    assert refused(tmp_path).startswith(DAMAGED)


@contextmanager
def open_folder() -> Iterator[Path]:
    """A folder of which everybody may read, unlike those that pytest makes."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


@contextmanager
def without_rights(folder: Path) -> Iterator[None]:
    """Somebody who may not write to the folder: root may do anything, and so becomes another user."""
    rights, root = folder.stat().st_mode, os.geteuid() == 0
    folder.chmod(0o555)
    if root:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)
        folder.chmod(rights)


@on_unix
def test_a_gradebook_in_a_folder_that_may_not_be_written_can_still_be_read() -> None:
    with open_folder() as folder:
        with book_in(folder, marked(handed("s0"))):
            pass
        (folder / FILE).chmod(0o444)
        with without_rights(folder):
            with Gradebook.open(folder / FILE, write=False) as book:
                assert [one.grade.earned for one in book.current("search-1")] == [5]
            message = refused(folder)
    assert message == (
        "out/gradebook.sqlite: error: the gradebook may not be written\n"
        "     = hint: check the permissions of the file and of its folder"
    )


def leave_a_log(folder: Path) -> None:
    """Put a gradebook into the folder whose writer was killed, so that its log is not in the file yet."""
    with tempfile.TemporaryDirectory() as name, book_in(Path(name), marked(handed("s0"))):
        for beside in ("", "-wal"):
            shutil.copyfile(Path(name, f"{FILE}{beside}"), folder / f"{FILE}{beside}")
    assert (folder / f"{FILE}-wal").stat().st_size > 0


def make_current(folder: Path) -> None:
    with book_in(folder, marked(handed("s0"))) as book:
        book.enrol([Person("s0"), Person("s1")])


def make_first(folder: Path) -> None:
    make_current(folder)
    make_older(folder / FILE)


KEPT: dict[str, Callable[[Path], None]] = {
    "as it is now": make_current, "of the first version": make_first, "with a log": leave_a_log,
}  # fmt: skip
RIGHTS = {"neither": (0o444, 0o555), "the folder alone": (0o444, 0o777), "the file alone": (0o666, 0o555)}
COMMANDS = {
    "grades": ["grades", "--out", "."],
    "CSV": ["grades", "--out", ".", "--format", "csv"],
    "history": ["history", "s0", "--out", "."],
    "explain": ["explain", "s0", "textbook.pruned", "--out", "."],
    "report": ["report", FILE, "--set", "set.yaml"],
    "regrade": ["regrade", "set.yaml", "--out", ".", "--diff"],
}


@contextmanager
def as_nobody() -> Iterator[None]:
    """Somebody to whom the rights of files apply, as they do not to root."""
    root = os.geteuid() == 0
    if root:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


@on_unix
@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
@pytest.mark.parametrize("make", KEPT.values(), ids=KEPT)
@pytest.mark.parametrize("rights", RIGHTS.values(), ids=RIGHTS)
def test_commands_that_only_read_need_no_right_to_write(
    make: Callable[[Path], None],
    rights: tuple[int, int],
    command: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file, folder = rights
    with open_folder() as place:
        make(place)
        (place / "set.yaml").write_bytes(PROBLEMS.files["set.yaml"])
        kept = {path: path.read_bytes() for path in place.iterdir()}
        said = say_beside(kept, command, monkeypatch, capsys)
        for path in kept:
            path.chmod(file)
        place.chmod(folder)
        monkeypatch.chdir(place)
        with as_nobody():
            status = main(command)
        monkeypatch.undo()
        place.chmod(0o755)
        captured = capsys.readouterr()
        assert (status, captured.err) == (0, "")
        assert captured.out == said
        if file == 0o444:
            assert {path: path.read_bytes() for path in kept} == kept


def say_beside(
    kept: dict[Path, bytes],
    command: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> str:
    """What the command says of a copy where everything may be written."""
    with tempfile.TemporaryDirectory() as name:
        for path, data in kept.items():
            Path(name, path.name).write_bytes(data)
        monkeypatch.chdir(name)
        assert main(command) == 0
    return capsys.readouterr().out


@on_unix
def test_no_gradebook_can_be_made_in_a_folder_that_may_not_be_written() -> None:
    with open_folder() as folder:
        with without_rights(folder):
            message = refused(folder)
        assert message == (
            "out/gradebook.sqlite: error: the gradebook cannot be opened\n"
            "     = hint: check the permissions of the file and of its folder"
        )


def tampered(folder: Path, change: str) -> None:
    """Change history, as only somebody can who takes the triggers away."""
    with sqlite3.connect(folder / FILE) as other:
        names = other.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall()
        for (name,) in names:
            other.execute(f"DROP TRIGGER {name}")
        other.execute(change)
    other.close()


TAMPERED = {
    "a set that would be unpacked elsewhere": (
        "UPDATE set_files SET name = '../../set.yaml'",
        "out/gradebook.sqlite: error: the grade of `ada` cannot be read: the gradebook is damaged",
    ),
    "a set that cannot be read any more": (
        "UPDATE files SET data = CAST('set: [' AS BLOB) WHERE hash = (SELECT file FROM set_files)",
        "out/gradebook.sqlite: error: the grade of `ada` cannot be read: this grader cannot read the set"
        " with which it was graded",
    ),
    "a record cut short": (
        "UPDATE grades SET record = substr(record, 1, 99)",
        "gradebook: error: the grade of `ada` cannot be read: the record of grade 1 is damaged",
    ),
    "a record with other totals": (
        "UPDATE grades SET record = replace(record, '\"earned\": 5', '\"earned\": 6')",
        "gradebook, grade 1: error: the grade of `ada` cannot be read: at `$.earned`: `6` is not what the"
        " checks add up to",
    ),
}


@pytest.mark.parametrize(("change", "message"), TAMPERED.values(), ids=TAMPERED)
def test_what_somebody_tampered_with_is_told(tmp_path: Path, change: str, message: str) -> None:
    with book_in(tmp_path, marked(handed())):
        pass
    tampered(tmp_path, change)
    with Gradebook.open(tmp_path / FILE) as book, pytest.raises(InputError) as caught:
        book.standing("search-1", "ada")
    assert str(caught.value).replace(str(tmp_path), "out").startswith(message)
