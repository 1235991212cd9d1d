"""Deals: nobody shares a variant while there are enough, nobody's ever changes, and neighbours differ."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.cli.deal_arguments import dealt
from grader.grading import grade
from grader.problems import ProblemSet, load_problems
from grader.problems.deal import Deal, Pack, Seated, deal_file, keep_deal, read_deal
from grader.problems.frozen_set import frozen_text
from grader.reports.sheets.blank_sheet import filled_sheet
from grader.submissions import read_submission
from grader.submissions.collecting.roster import read_roster
from grader.text.source import InputError, Source

FAIR = """\
set: fair
seed: secret
problems:
  - id: one
    tree: max(min(3, 12, 8), min(2, 4, 6), min(14, 5, 2))
    variants: {like: this, number: 4}
    questions:
      - {ask: value, of: [B, C, A]}
      - {ask: pruned, as: leaves, accept: [{answer: [C2], credit: 1/2}]}
"""
VERSIONS = """\
set: exam
title: Exam
seed: secret
versions: [A, B]
shuffle: problems
problems:
  - {id: one, tree: "max(3, min(2, 9))", variants: {like: this}, questions: [{ask: pruned}]}
  - {id: two, tree: "max(5, min(4, 7))", variants: {like: this}, questions: [{ask: pruned}]}
  - {id: three, tree: "max(3, min(1, 8))", variants: {like: this}, questions: [{ask: pruned}]}
"""
PACKS = (Pack("one", 500, b"seed"),)
names = st.lists(st.text("abcdefgh", min_size=1, max_size=4), unique=True, max_size=40)


def people(*students: str) -> list[Seated]:
    return [Seated(student) for student in students]


def loaded(text: str) -> ProblemSet:
    return load_problems(Source(text, "set.yaml"))


def test_no_two_students_of_a_roster_of_200_with_500_variants_share_one() -> None:
    deal = Deal().extended(people(*(f"s{number}" for number in range(200))), PACKS, (), b"seed")
    assert len({hand.variants["one"] for hand in deal.hands.values()}) == 200


@given(names, names)
@settings(max_examples=2 * settings().max_examples)
def test_whoever_has_something_keeps_it_and_others_get_what_is_free(
    first: list[str], more: list[str]
) -> None:
    packs = (Pack("one", 60, b"seed"), Pack("two", 100, b"other"))
    before = Deal().extended(people(*first), packs, (), b"seed")
    after = before.extended(people(*more, *first), packs, (), b"seed")
    assert {name: after.hands[name] for name in before.hands} == before.hands
    for pack in packs:
        used = [hand.variants[pack.problem] for hand in after.hands.values()]
        assert len(used) - len(set(used)) == max(0, len(used) - pack.variants)


def test_after_the_last_variant_they_come_again_equally_often() -> None:
    deal = Deal().extended(people(*map(str, range(30))), (Pack("one", 10, b"seed"),), (), b"seed")
    used = [hand.variants["one"] for hand in deal.hands.values()]
    assert {used.count(place) for place in range(10)} == {3}


@given(st.integers(2, 5), st.integers(1, 30))
def test_neighbours_get_different_versions(number: int, students: int) -> None:
    versions = "ABCDE"[:number]
    seated = [Seated(f"s{place}") for place in range(students)]
    deal = Deal().extended(seated, (), versions, b"seed")
    dealt = [deal.hands[one.student].version for one in seated]
    assert all(one != other for one, other in pairwise(dealt))


def test_neighbours_are_those_by_seat_where_there_are_seats() -> None:
    seated = [Seated("ada", "A1"), Seated("bob", "A10"), Seated("cyd", "A2")]
    deal = Deal().extended(seated, (), ("A", "B"), b"seed")
    versions = {name: hand.version for name, hand in deal.hands.items()}
    assert versions["ada"] == versions["bob"] != versions["cyd"]


def test_a_version_on_the_roster_counts() -> None:
    deal = Deal().extended([Seated("ada", version="B"), Seated("bob")], (), ("A", "B"), b"seed")
    assert [hand.version for hand in deal.hands.values()] == ["B", "A"]


def test_a_deal_is_read_again_as_it_was_kept_and_decides(tmp_path: Path) -> None:
    path = tmp_path / "set.yaml"
    path.write_text(FAIR, encoding="utf-8")
    problems = load_problems(path)
    deal = Deal().extended(people("ada", "bob", "cyd", "dee"), problems.packs, (), problems.seed)
    keep_deal(deal, deal_file(path), problems.id)
    again = load_problems(path)
    assert again.deal == deal
    assert {again.problems[0].variant(name) for name in ("Ada", "bob", "cyd", "dee")} == {0, 1, 2, 3}
    assert again.hash != problems.hash


def test_error_a_deal_that_is_damaged_is_refused() -> None:
    with pytest.raises(InputError) as error:
        read_deal(b"{}", "set.deal.json")
    assert str(error.value) == (
        "set.deal.json: error: this is not a deal that the grader wrote\n"
        "     = hint: restore it from a backup: without it, students would have other variants"
    )


def test_the_key_of_every_variant_earns_everything() -> None:
    problems = loaded(FAIR)
    for variant in range(4):
        sheet = read_submission(filled_sheet(problems, variant=variant).encode(), "key.yaml")
        marked = grade(problems, sheet, variant=variant)
        assert marked.earned == marked.possible


def test_an_accepted_answer_follows_the_names_of_the_variant() -> None:
    problems = loaded(FAIR)
    names = problems.problems[0].at(2).questions[0].question.public_fields()["of"]
    text = f"set: fair\nstudent: ada\nanswers:\n  one:\n    pruned: [{names[1]}2]\n"
    check = grade(problems, read_submission(text.encode(), "ada.yaml"), variant=2).checks[1]
    assert check.earned == check.possible / 2


def test_a_frozen_set_has_the_same_variants_and_is_given_to_the_same_students() -> None:
    problems = loaded(FAIR)
    frozen = loaded(frozen_text(problems))
    (before,), (after,) = problems.problems, frozen.problems
    assert [str(tree.tree) for tree in before.trees] == [str(tree.tree) for tree in after.trees]
    assert before.at(3).questions == after.at(3).questions
    assert [before.variant(f"s{n}") for n in range(20)] == [after.variant(f"s{n}") for n in range(20)]
    assert frozen_text(frozen) == frozen_text(problems)


def test_a_version_is_one_choice_for_all_problems_and_marks_come_in_the_order_of_the_set() -> None:
    problems = loaded(VERSIONS)
    orders = set()
    for place, version in enumerate(problems.versions):
        own = problems.of_version(version)
        orders.add(tuple(problem.id for problem in own.problems))
        assert own.title == f"Exam, version {version}"
        assert {problem.variant("anybody") for problem in own.problems} == {place}
        sheet = filled_sheet(own, "ada")
        assert f"version: {version}\n" in sheet
        marked = grade(problems, read_submission(sheet.encode(), "ada.yaml"))
        assert [check.problem for check in marked.checks] == ["one", "two", "three"]
        assert marked.earned == marked.possible
        assert not marked.notes


def test_a_sheet_of_another_version_than_the_rosters_is_reported() -> None:
    problems = loaded(VERSIONS)
    problems = problems.dealt(Deal().with_versions([Seated("ada", version="A")]))
    sheet = filled_sheet(problems.of_version("B"), "ada")
    (note,) = grade(problems, read_submission(sheet.encode(), "ada.yaml")).notes
    assert note.message == "this sheet says that it is version `B`, but `ada` has version `A`"


def test_a_version_that_there_is_not_is_reported() -> None:
    problems = loaded(VERSIONS)
    sheet = filled_sheet(problems.given_to("ada"), "ada").replace("version: ", "version: X")
    (note,) = grade(problems, read_submission(sheet.encode(), "ada.yaml")).notes
    assert note.message.startswith("the set has no version `X")


def test_nothing_is_lost_or_dealt_twice_where_many_deal_at_once(tmp_path: Path) -> None:
    path = tmp_path / "set.yaml"
    path.write_text(FAIR.replace("number: 4", "number: 400"), encoding="utf-8")
    before = [load_problems(path) for _ in range(8)]  # nobody of whom knows of the others' deals

    def deal(place: int) -> None:
        for number in range(5):
            roster = read_roster(f"student\ns{place}-{number}\n".encode(), "roster.csv")
            dealt(before[place], None, roster)

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(deal, range(8)))
    hands = load_problems(path).deal.hands
    assert len(hands) == len({hand.variants["one"] for hand in hands.values()}) == 40


def test_two_share_numbers_only_where_all_numbers_are_used() -> None:
    pack = Pack("one", 500, b"seed", numberings=250)
    first = Deal().extended(people(*map(str, range(200))), (pack,), (), b"seed")
    deal = first.extended(people(*map(str, range(600))), (pack,), (), b"seed")
    for end, most in ((200, 1), (250, 1), (500, 2), (600, 3)):
        places = [deal.hands[str(number)].variants["one"] for number in range(end)]
        assert max(Counter(place % 250 for place in places).values()) == most
        assert max(Counter(places).values()) == (1 if end <= 500 else 2)
    assert {name: deal.hands[name] for name in first.hands} == first.hands
