"""Mistakes in a set's file → messages: golden files, and laws for any text at all."""

from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.problems import load_problems
from grader.text.source import InputError, Source

GOLDEN = sorted((Path(__file__).parent / "set-errors").glob("*.txt"))
SAMPLE = """\
set: week-1
due: 2027-02-01 23:59 UTC
rule: {preset: cs188, ties: cut}
reveal: {key: never, why: {after: 2027-03-01 00:00 UTC}}
problems:
  - id: one
    text: |
      Who wins?
    tree: max(a -> B = min(3, 12), b -> C = chance(1/2 -> 2, 1/2 -> 4))
    accept: [{rule: nyu, credit: 1/2}]
    allow: {nothing-pruned: on purpose}
    questions:
      - {ask: value, of: [A, B], credit: {1: 1/2}, carry: no, accept: [{answer: 'A: 3, B: 3'}]}
      - {ask: pruned, as: leaves, points: 3, void: full, because: it was wrong}
  - id: two
    variants:
      - [[3, 12], [2, 4]]
      - {game: nim, position: 1 2}
    questions:
      - {ask: value, round: 3}
"""


def message_for(text: str) -> str | None:
    try:
        load_problems(Source(text, "set.yaml"))
    except InputError as error:
        return str(error)
    return None


@pytest.mark.parametrize("path", GOLDEN, ids=[path.stem for path in GOLDEN])
def test_error_has_exactly_this_message(path: Path) -> None:
    text, _, expected = path.read_bytes().decode().partition("----\n")
    assert f"{message_for(text)}\n" == expected


def test_there_are_golden_files_for_many_mistakes() -> None:
    assert len(GOLDEN) >= 40


def test_every_message_has_a_hint() -> None:
    messages = {path.stem: path.read_bytes().decode().partition("----\n")[2] for path in GOLDEN}
    without = [name for name, said in messages.items() if said.count(": error: ") != said.count("= hint: ")]
    assert without == []


def test_the_sample_has_no_mistakes() -> None:
    assert message_for(SAMPLE) is None


@pytest.mark.parametrize("number", range(SAMPLE.count("\n")))
def test_a_set_without_one_line_is_a_set_or_a_message(number: int) -> None:
    lines = SAMPLE.splitlines(keepends=True)
    message_for("".join(lines[:number] + lines[number + 1 :]))


@given(st.randoms(use_true_random=False))
def test_a_damaged_set_is_a_set_or_a_message(random: Random) -> None:
    start = random.randrange(len(SAMPLE))
    end = min(len(SAMPLE), start + random.choice([0, 0, 1, 2, 8]))
    insert = "".join(random.choices("[]{}:,-#|\"' \n3xé", k=random.randint(0, 3)))
    message_for(SAMPLE[:start] + insert + SAMPLE[end:])


WRONG_TYPES = ["", "[]", "{}", "[[]]", "{a: b}", "word", "'two words'", "-1", "[1, {a: [b]}]", "|", "~"]
FIELDS = [line.split(":")[0].strip(" -") for line in SAMPLE.splitlines() if ":" in line]


@pytest.mark.parametrize("field", sorted(set(FIELDS)))
def test_a_field_of_any_type_is_a_set_or_a_message(field: str) -> None:
    lines = SAMPLE.splitlines()
    number = next(number for number, line in enumerate(lines) if line.strip(" -").startswith(f"{field}:"))
    head = lines[number][: lines[number].index(f"{field}:")]
    for wrong in WRONG_TYPES:
        message_for("\n".join([*lines[:number], f"{head}{field}: {wrong}", *lines[number + 1 :]]))
