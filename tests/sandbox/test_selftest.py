"""`grader selftest`: which promises hold, by which wall, and what the exit status says about it."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from contextlib import nullcontext
from pathlib import Path

import pytest

from grader.cli.commands import selftest as command
from grader.cli.main import main
from grader.sandbox import selftest
from grader.sandbox.selftest import Report, Trial, TriedPromise, examine
from grader.sandbox.selftest.probe_runs import Seen
from grader.sandbox.selftest.promises import COMMAND_PROMISES, PROMISES, Promise
from grader.sandbox.walls.cgroups import CgroupPlace
from grader.sandbox.walls.policy import WALLS
from grader.text.source import refusal

HELD, FREE = Seen(True, "PermissionError"), Seen(False, "got a\x1b[31mfile")
UNTRIED = Seen(False, "it has no number here", tried=False)
LAYERS = ("start", *WALLS, "full")


def test_every_promise_stands_in_the_table_with_its_walls(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _examined(
        monkeypatch,
        {"seccomp": "", "landlock": "not here"},
        tried("no-fork", {"seccomp", "landlock", "full"}),
    )
    assert main(["selftest"]) == 0
    assert capsys.readouterr().out == (
        "walls\n"
        "  seccomp   stands\n"
        "  landlock  missing: not here\n"
        "\n"
        "students’ code, behind all of them                           holds  by each of these alone\n"
        "no-fork                                                      yes    seccomp, landlock\n"
        "\n"
        "all 1 promises hold\n"
    )


def test_a_promise_that_does_not_hold_is_named_and_the_work_falls_short(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _examined(monkeypatch, {"seccomp": ""}, tried("no-fork", set()), tried("no-files", {"seccomp", "full"}))
    assert main(["selftest"]) == 1
    *_, fork, files, _, summary = capsys.readouterr().out.splitlines()
    assert fork.split() == ["no-fork", "NO", "none"]
    assert files.split() == ["no-files", "yes", "seccomp"]
    assert summary == "1 of 2 promises do not hold: no-fork"


def test_each_attempt_can_be_shown_and_acts_on_no_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _examined(monkeypatch, {"seccomp": ""}, tried("no-fork", {"seccomp", "full"}))
    assert main(["selftest", "--probes"]) == 0
    shown = capsys.readouterr().out
    assert "    seccomp      PermissionError\n" in shown
    assert "    landlock     got a␛[31mfile\n" in shown


def test_what_holds_without_a_wall_is_credited_to_none(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _examined(monkeypatch, {"seccomp": ""}, tried("no-fork", set(LAYERS)))
    main(["selftest"])
    assert "yes    the way a child is started and watched" in capsys.readouterr().out


def test_what_takes_two_walls_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _examined(monkeypatch, {"seccomp": ""}, tried("no-fork", {"full", "seccomp"}, {"full", "rlimits"}))
    main(["selftest"])
    assert "yes    several walls together" in capsys.readouterr().out


def test_the_record_has_every_probe_behind_every_layer(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _examined(monkeypatch, {"seccomp": "", "landlock": "not here"}, tried("no-fork", {"seccomp", "full"}))
    assert main(["selftest", "--format", "json"]) == 0
    seen = {layer: HELD if layer in ("seccomp", "full") else FREE for layer in LAYERS}
    layers = {layer: {"held": each.held, "saw": each.saw} for layer, each in seen.items()}
    assert json.loads(capsys.readouterr().out) == {
        "format": 1,
        "holds": True,
        "walls": [
            {"wall": "seccomp", "stands": True, "why": ""},
            {"wall": "landlock", "stands": False, "why": "not here"},
        ],
        "promises": [
            {
                "promise": "no-fork", "says": "no-fork", "holds": True, "by": ["seccomp"],
                "probes": [{"probe": "0", "holds": True, "layers": layers}],
            }
        ],
    }  # fmt: skip


def test_what_was_not_tried_is_neither_kept_nor_broken_and_counted_apart(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    untried = TriedPromise(Promise("no-spy", "no-spy", ()), (Trial("spy", dict.fromkeys(LAYERS, UNTRIED)),))
    _examined(monkeypatch, {"seccomp": ""}, tried("no-fork", {"seccomp", "full"}), untried)
    assert main(["selftest"]) == 0
    assert capsys.readouterr().out.splitlines()[-5:] == [
        "no-fork                                                      yes        seccomp",
        "no-spy                                                       not tried",
        "",
        "all 1 promises that were tried hold",
        "not tried: 1 promises: no-spy",
    ]


def test_a_probe_that_was_not_tried_is_credited_to_nobody(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    made = {layer: HELD if layer in ("seccomp", "full") else FREE for layer in LAYERS}
    trials = Trial("fork", made), Trial("clone", dict.fromkeys(LAYERS, UNTRIED))
    _examined(monkeypatch, {"seccomp": ""}, TriedPromise(Promise("no-fork", "no-fork", ()), trials))
    assert main(["selftest"]) == 0
    shown = capsys.readouterr().out
    assert "yes        seccomp\n" in shown
    assert shown.endswith("all 1 promises hold\nnot tried: 1 attempts: clone\n")
    main(["selftest", "--format", "json"])
    (promise,) = json.loads(capsys.readouterr().out)["promises"]
    assert [probe["holds"] for probe in promise["probes"]] == [True, None]
    assert promise["probes"][1]["layers"]["seccomp"] == {"held": None, "saw": "it has no number here"}


def test_one_wall_is_one_line_whatever_it_is_made_of(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    standing = {
        "no new privileges": "", "seccomp": "", "mount namespace": "refused", "pid namespace": "refused",
        "network namespace": "", "capabilities": "", "identity": "", "hidden memory": "", "landlock": "no",
    }  # fmt: skip
    _examined(monkeypatch, standing, tried("no-fork", {"seccomp", "full"}))
    main(["selftest"])
    assert capsys.readouterr().out.splitlines()[1:5] == [
        "  seccomp     stands",
        "  namespaces  stands in part, missing: mount namespace: refused; pid namespace: refused",
        "  landlock    missing: no",
        "  identity    stands",
    ]


def test_where_no_other_language_is_run_its_promises_are_not_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = {probe: HELD for promise in PROMISES for probe in promise.probes}
    monkeypatch.setattr(selftest, "try_walls", lambda _walls, _bait: ({}, seen))
    monkeypatch.setattr(selftest, "try_commands", lambda _: ("bubblewrap is not here", {}))
    monkeypatch.setattr(selftest, "lay_bait", nullcontext)
    report = examine()
    untried = [each.promise for each in report.tried if not each.tried]
    assert untried == [*COMMAND_PROMISES]
    assert {record["holds"] for record in report.to_dict()["promises"]} == {True, None}
    assert report.holds


@pytest.mark.parametrize(
    ("place", "stands", "why"),
    [
        (CgroupPlace(Path("/sys/fs/cgroup")), True, ""),
        (
            CgroupPlace(None, "none is here"), False,
            "none is here; the memory of other languages is limited by refusing calls, "
            "and by looking from outside",
        ),
    ],
    ids=["by a cgroup", "by other means"],
)  # fmt: skip
def test_it_says_how_the_memory_of_other_languages_is_limited(
    place: CgroupPlace, stands: bool, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(selftest, "try_walls", _refuse)
    monkeypatch.setattr(selftest, "try_commands", lambda _: ("bubblewrap is not here", {}))
    monkeypatch.setattr(selftest, "lay_bait", nullcontext)
    monkeypatch.setattr(selftest, "find_cgroups", lambda: place)
    assert examine().walls[-1] == ("cgroup", stands, why, False)


def test_where_the_walls_cannot_be_had_no_promise_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selftest, "try_walls", _refuse)
    monkeypatch.setattr(selftest, "try_commands", lambda _: ("bubblewrap is not here", {}))
    monkeypatch.setattr(selftest, "lay_bait", nullcontext)
    report = examine()
    assert not any(each.holds for each in report.tried)
    assert report.standing["seccomp"] == "there is no libseccomp (install it)"


def test_every_layer_is_tried_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, ...]] = []

    def try_walls(walls: tuple[str, ...], _bait: object) -> tuple[Mapping[str, str], Mapping[str, Seen]]:
        asked.append(walls)
        return {}, {probe: HELD for promise in PROMISES for probe in promise.probes}

    monkeypatch.setattr(selftest, "try_walls", try_walls)
    monkeypatch.setattr(selftest, "try_commands", lambda _: ("bubblewrap is not here", {}))
    monkeypatch.setattr(selftest, "lay_bait", nullcontext)
    assert examine().holds
    assert asked == [(), *((wall,) for wall in WALLS), WALLS]


def test_elsewhere_it_says_why_there_is_nothing_to_test(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    assert main(["selftest"]) == 2
    assert capsys.readouterr().err.startswith(
        "grader selftest: error: students' code runs only on 64-bit Linux"
    )


def test_no_promise_has_the_name_of_another() -> None:
    assert len({promise.id for promise in PROMISES}) == len(PROMISES)


def tried(name: str, *held: set[str]) -> TriedPromise:
    """A promise with one probe for each set of layers that hold it back."""
    trials = (
        Trial(str(number), {layer: HELD if layer in layers else FREE for layer in LAYERS})
        for number, layers in enumerate(held)
    )
    return TriedPromise(Promise(name, name, ()), tuple(trials))


def _examined(monkeypatch: pytest.MonkeyPatch, standing: Mapping[str, str], *promises: TriedPromise) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(command, "examine", lambda: Report(standing, promises))


def _refuse(_walls: object, _bait: object) -> None:
    raise refusal("sandbox", "there is no libseccomp", "install it")
