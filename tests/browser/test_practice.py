"""The practice page in a browser: walked by touch and by keyboard, with feedback in three steps."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

import pytest

from tests.browser.practising import (
    AIMA,
    SMALL,
    asked_for,
    choose,
    log,
    page_of,
    prompt,
    said,
    solve_of,
    solved,
    touch,
    type_in,
    walk_of,
)
from tests.browser.waiting import expect

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

Show = Callable[[str], "Page"]
Scheme = Literal["light", "dark"]
NAMES = solved(AIMA).tree.names
PHONE = {"width": 390, "height": 844}


@pytest.fixture
def phone(new_page: Callable[..., Page], tmp_path: Path) -> Page:
    page = new_page(viewport=PHONE, has_touch=True, is_mobile=True)
    file = tmp_path / "practice.html"
    file.write_text(page_of(AIMA, SMALL), encoding="utf-8")
    page.goto(file.as_uri())
    return page


@pytest.fixture
def desk(open_page: Show) -> Page:
    return open_page(page_of(AIMA, SMALL))


def tree_in_sight(page: Page) -> bool:
    """Whether the whole drawing stands inside the window."""
    return bool(
        page.evaluate(
            """() => {
                const box = document.querySelector("#stage svg").getBoundingClientRect();
                return box.top >= -1 && box.left >= -1
                    && box.right <= innerWidth + 1 && box.bottom <= innerHeight;
            }"""
        )
    )


def asked_at(page: Page, place: int) -> None:
    """Come back to a page on which so many tasks of the walk are done."""
    run = {"done": [["right", 0, 0]] * place, "level": 0, "wrong": 0, "hints": 0, "given": []}
    page.evaluate(
        """(run) => {
            const { key } = JSON.parse(document.getElementById("practice-data").textContent);
            const state = { tree: "t0", mode: "walk", runs: { "t0/walk": run } };
            localStorage.setItem(`practice-${key}`, JSON.stringify(state));
        }""",
        run,
    )
    page.reload()
    while place and not log(page):  # Chromium may load the page before it has stored that
        page.reload()


def go_to(page: Page, case: str) -> int:
    """Come to the first task of a case, and say which it is."""
    place = next(place for place, task in enumerate(walk_of(AIMA)) if task.case.startswith(case))
    asked_at(page, place)
    return place


def test_a_whole_walk_by_touch_on_a_phone(phone: Page) -> None:
    tasks = walk_of(AIMA)
    for task in tasks:
        assert tree_in_sight(phone)
        touch(phone, task)
    assert prompt(phone) == "Done, and everything right on the first try."
    assert "31 of 31 right on the first try." in phone.locator("#task").inner_text()
    assert len(log(phone)) == len(tasks)
    assert log(phone)[-1] == "A has 3."


def test_a_whole_walk_by_keyboard_alone(desk: Page) -> None:
    tasks = walk_of(AIMA)
    desk.keyboard.press("Tab")
    while desk.evaluate("document.activeElement.tagName") != "INPUT":
        desk.keyboard.press("Tab")
    for task in tasks:
        type_in(desk, task, NAMES)
    assert prompt(desk) == "Done, and everything right on the first try."
    assert "Cut: C is at most 2 after C1, but Max can already get 3 at B" in " ".join(log(desk))
    assert desk.evaluate("document.activeElement.id") == "prompt"


def test_solve_asks_the_questions_part_by_part_by_touch(phone: Page) -> None:
    choose(phone, "Solve")
    for task in solve_of(AIMA):
        touch(phone, task)
    assert prompt(phone) == "Done, and everything right on the first try."


def test_every_kind_of_question_can_be_solved_by_keyboard(open_page: Show) -> None:
    from grader.generating.asked_kinds import AskedKind
    from grader.questions.general_question import GENERAL_KINDS

    asked = tuple(AskedKind(kind) for kind in GENERAL_KINDS)
    page = open_page(page_of(AIMA, asked=asked))
    choose(page, "Solve")
    for task in solve_of(AIMA, asked):
        first = page.locator("#task input, #task .choice").first
        first.focus()
        type_in(page, task, NAMES)
    assert prompt(page) == "Done, and everything right on the first try."


def test_every_other_form_can_be_solved_by_keyboard(open_page: Show) -> None:
    page = open_page(page_of(AIMA, asked=asked_for()))
    choose(page, "Solve")
    for task in solve_of(AIMA, asked_for()):
        page.locator("#task input, #task .choice, #task .lines button").first.focus()
        type_in(page, task, NAMES)
    assert prompt(page) == "Done, and everything right on the first try."


def test_every_other_form_can_be_solved_by_touch(new_page: Callable[..., Page], tmp_path: Path) -> None:
    page = new_page(viewport=PHONE, has_touch=True, is_mobile=True)
    file = tmp_path / "practice.html"
    file.write_text(page_of(AIMA, asked=asked_for()), encoding="utf-8")
    page.goto(file.as_uri())
    choose(page, "Solve")
    for task in solve_of(AIMA, asked_for()):
        touch(page, task)
    assert prompt(page) == "Done, and everything right on the first try."


RANGES = {
    "x ≥ 7": "x = 0 is not in your answer, but with x = 0 the search never looks at C2.",
    "[1; 2]": "x = 0 is not in your answer",
    "x > 3 or x < 1": "x = 2 is not in your answer",
    "always": "x = 4 is in your answer, but with x = 4 the search looks at C2.",
    "x ≤ 3 or x = 5": "Try numbers in place of x:",
    "": "Write for which x first",
    "hello": "“hello” cannot be read.",
    "7 < x > 9": "cannot be read",
    "x ≥": "cannot be read",
    "<script>": "cannot be read",
    "x < 3": "Right under another convention.",
}
RIGHT_RANGES = ("x ≤ 3", "x<=3", "3 >= x", "(-inf, 3]", "x ≤ 6/2", "x ≤ 3 or x = 2", "<= 3", "x < 3 or x = 3")


def test_a_set_of_numbers_is_read_as_people_write_it_and_refuted_by_a_number(open_page: Show) -> None:
    asked = tuple(question for question in asked_for() if question.id == "c2")
    page = open_page(page_of(AIMA, asked=asked))
    choose(page, "Solve")
    assert prompt(page) == "For which x is it true that the search never looks at C2?"
    assert page.locator("#stage .laid .value").all_text_contents() == ["x"]
    for text, told in (*RANGES.items(), *((text, "Right. x ≤ 3.") for text in RIGHT_RANGES)):
        page.get_by_role("button", name="Start again").click()
        page.locator("#task input").fill(text)
        page.locator("#task input").press("Enter")
        assert told in said(page), text


def test_a_bound_may_be_given_for_a_value_that_is_only_a_bound(open_page: Show) -> None:
    asked = tuple(question for question in asked_for() if question.id == "reported")
    page = open_page(page_of(AIMA, asked=asked))
    choose(page, "Solve")
    for text, told in {
        "≤ 2": "Right. C reports 2.", "<=2": "Right. C reports 2.", "2": "Right. C reports 2.",
        ">= 2": "Not yet.", "<= 3": "Not yet.", "at most 2": "“at most 2” is not a number.",
    }.items():  # fmt: skip
        page.get_by_role("button", name="Start again").click()
        for given in ("3", text):  # B, and then C
            page.locator("#task input").fill(given)
            page.locator("#task input").press("Enter")
        assert told in said(page), text


def test_a_pruned_edge_is_typed_as_its_question_says(open_page: Show) -> None:
    asked = tuple(question for question in asked_for() if question.id == "edges")
    page = open_page(page_of(AIMA, asked=asked))
    choose(page, "Solve")
    for text, told in {
        "C->C2, C -> C3": "Right. C2 and C3.", "C→C2 C3": "Right. C2 and C3.",
        "A->C2, C->C3": "no node with that name", "C->": "no node of that name",
        "A->C": "the search has to look at C1, below C",
    }.items():  # fmt: skip
        page.get_by_role("button", name="Start again").click()
        page.locator("#task input").fill(text)
        page.locator("#task input").press("Enter")
        assert told in said(page), text


def test_watch_steps_through_the_search(desk: Page) -> None:
    choose(desk, "Solve")  # where nothing is done yet, and there is no log
    choose(desk, "Watch")
    assert desk.locator("#log").is_visible()
    assert prompt(desk) == "Max moves at A"
    desk.get_by_role("button", name="One step on").click()
    assert prompt(desk) == "Min moves at B"
    desk.keyboard.press("End")
    assert prompt(desk) == "A is 3"
    desk.keyboard.press("ArrowLeft")
    assert "Step 25 of 26" in desk.locator("#task").inner_text()
    assert len(log(desk)) == 25


def test_the_first_mistake_tells_the_rule_the_second_the_operands_the_third_the_step(desk: Page) -> None:
    go_to(desk, "value-min-first")
    desk.locator("#task input").fill("77")
    desk.keyboard.press("Enter")
    assert "B is a Min node: it keeps the smaller of" in said(desk)
    desk.locator("#task input").fill("78")
    desk.keyboard.press("Enter")
    assert "So far B has ∞. B1 came back with 3." in said(desk)
    desk.locator("#task input").fill("79")
    desk.keyboard.press("Enter")
    assert "This is the step." in said(desk)
    assert "The smaller of ∞ and 3 is 3." in said(desk)
    assert prompt(desk) == "Does the search cut at B now, or go on?"


def test_hints_come_in_the_same_three_levels_and_are_counted_at_the_end(open_page: Show) -> None:
    page = open_page(page_of(SMALL))
    hint = page.get_by_role("button", name="Hint")
    hint.click()
    assert "α is what Max is sure of so far" in said(page)
    hint.click()
    hint.click()
    assert "At the start, α = −∞ and β = ∞." in said(page)
    for task in walk_of(SMALL)[1:]:
        page.locator("#task input, #task .choice").first.focus()
        type_in(page, task, solved(SMALL).tree.names)
    assert "You asked for 3 hints." in page.locator("#task").inner_text()


def test_a_wrong_cut_is_refuted_by_a_counterexample(desk: Page) -> None:
    go_to(desk, "test-min-go")
    desk.locator("#task button[value=cut]").click()
    assert "With B2 = 12, the root A is worth 3; with B2 = 1, it is worth 2" in said(desk)
    assert "compare its value with α" in said(desk)


def test_what_is_right_by_another_convention_is_not_called_wrong(desk: Page) -> None:
    go_to(desk, "next")
    desk.locator("#task input").fill("D")
    desk.keyboard.press("Enter")
    assert "Right under another convention." in said(desk)
    assert "from right to left" in said(desk)
    assert "Not yet" not in said(desk)
    desk.locator("#task input").fill("B")
    desk.keyboard.press("Enter")
    assert prompt(desk) == "What are α and β when the search enters B?"
    assert log(desk)[-1] == "B."


def test_an_idea_is_named_after_two_fitting_answers_with_its_smallest_tree_one_tap_away(desk: Page) -> None:
    place = go_to(desk, "value-min")
    tasks, wrong = walk_of(AIMA), 0
    for task in tasks[place:]:
        box = desk.locator("#task input, #task .choice").first
        box.focus()
        theirs = next((answer for answer, ideas in task.ideas.items() if "players-inverted" in ideas), None)
        if theirs is not None:
            type_in(desk, task, NAMES, theirs)
            wrong += 1
            if wrong == 2:
                break
            assert "Max and Min swapped" not in said(desk)
            desk.locator("#task input").first.fill("")
        type_in(desk, task, NAMES)
    assert "Max and Min swapped" in said(desk)
    desk.get_by_role("button", name="See it on the smallest tree").click()
    assert desk.locator("#stage svg > g[transform]").count() == len(solved("max(4, min(3, 1), 2)").tree)
    assert prompt(desk) == "What are α and β when the search enters A?"
    assert said(desk)  # what to do instead of what the idea says
    assert not desk.locator("#which").is_visible()
    desk.get_by_role("button", name="Back to your tree").click()
    assert desk.locator("#which").is_visible()
    assert desk.locator("#stage svg > g[transform]").count() == len(NAMES)


def test_the_same_wrong_answer_again_is_not_a_second_sign_of_an_idea(desk: Page) -> None:
    place = go_to(desk, "value-min-first")
    for _ in range(2):
        desk.locator("#task input").first.fill("")
        desk.locator("#task input").first.focus()
        type_in(desk, walk_of(AIMA)[place], NAMES, "0")
    assert "best value starts at 0" not in said(desk)


def test_progress_survives_a_reload_and_start_again_can_be_undone(desk: Page) -> None:
    place = go_to(desk, "test-min-go")
    before, asked = log(desk), prompt(desk)
    desk.reload()
    assert (log(desk), prompt(desk)) == (before, asked)
    assert len(before) == place
    desk.get_by_role("button", name="Start again").click()
    assert log(desk) == []
    desk.get_by_role("button", name="Undo").click()
    assert (log(desk), prompt(desk)) == (before, asked)


def test_the_end_offers_another_tree_and_remembers_what_is_done(desk: Page) -> None:
    asked_at(desk, len(walk_of(AIMA)) - 1)
    desk.locator("#task input").focus()
    type_in(desk, walk_of(AIMA)[-1], NAMES)
    desk.get_by_role("button", name="Another tree like this").click()
    assert desk.locator("#which").input_value() == "t1"
    assert desk.locator("#which option").first.inner_text() == "Tree 1 ✓"


WRONG_INPUTS = {
    "empty": ("", "Write a number first."),
    "blank": ("   ", "Write a number first."),
    "a word": ("three", "“three” is not a number."),
    "a name": ("B1", "“B1” is not a number."),
    "two numbers": ("3 4", "“3 4” is not a number."),
    "a list": ("3, 4, 5", "“3, 4, 5” is not a number."),
    "a bound": ("<= 3", "“<= 3” is not a number."),
    "an equation": ("B = 3", "“B = 3” is not a number."),
    "a sum": ("1+2", "“1+2” is not a number."),
    "over nothing": ("3/", "“3/” is not a number."),
    "over zero": ("3/0", "“3/0” is not a number."),
    "two points": ("3.1.4", "“3.1.4” is not a number."),
    "a script": ("<script>alert(1)</script>", "is not a number."),
    "very long": ("9" * 4000, "is not a number."),
    "a sign": ("-", "“-” is not a number."),
    "not a number": ("NaN", "“NaN” is not a number."),
    "hexadecimal": ("0x3", "“0x3” is not a number."),
    "an exponent": ("3e0", "“3e0” is not a number."),
    "an emoji": ("3️⃣", "is not a number."),
    "a node": ("B", "“B” is not a number."),
    "the other child": ("12", "B is a Min node"),
    "a sign too much": ("-3", "B is a Min node"),
    "infinity": ("∞", "B is a Min node"),
    "minus infinity": ("-inf", "B is a Min node"),
    "zero": ("0", "B is a Min node"),
    "nearly": ("3.01", "B is a Min node"),
    "a fraction": ("3/2", "B is a Min node"),
    "the reciprocal": ("1/3", "B is a Min node"),
    "rounded": ("2.999", "B is a Min node"),
    "large": ("1000000", "B is a Min node"),
    "full width": ("１２", "B is a Min node"),
}


def test_every_wrong_input_gets_the_right_level_of_feedback(desk: Page) -> None:
    asked_at(desk, 4)
    for text, told in WRONG_INPUTS.values():
        counts = told.startswith("B is")
        desk.locator("#task input").fill(text)
        desk.locator("#task input").press("Enter")
        assert told in said(desk), text
        assert ("Not yet." in said(desk)) == counts, text
        assert prompt(desk) == "What is B worth after B1?"
        if counts:  # the next one is the first again
            asked_at(desk, 4)


RIGHT_INPUTS = ("3.0", "6/2", "+3", "３", " 3,0 ")


def test_a_number_is_right_however_it_is_written(desk: Page) -> None:
    for text in RIGHT_INPUTS:
        asked_at(desk, 4)
        desk.locator("#task input").fill(text)
        desk.locator("#task input").press("Enter")
        assert prompt(desk) == "Does the search cut at B now, or go on?", text


SCREENS = [
    (320, "light"), (390, "dark"), (1280, "light"),
    *(pytest.param(width, scheme, marks=pytest.mark.slow)
      for width, scheme in ((320, "dark"), (390, "light"), (1280, "dark"))),
]  # fmt: skip


@pytest.mark.parametrize(("width", "scheme"), SCREENS)
def test_axe_finds_nothing(
    open_page: Show, page: Page, axe: Callable[[Page], None], width: int, scheme: Scheme
) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.emulate_media(color_scheme=scheme)
    open_page(page_of(AIMA, SMALL))
    axe(page)
    page.get_by_role("button", name="Hint").click()
    axe(page)
    go_to(page, "test-min-go")
    page.locator("#task button[value=cut]").click()
    axe(page)
    for mode in ("Solve", "Watch"):
        choose(page, mode)
        axe(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize(("width", "scheme"), SCREENS)
def test_axe_finds_nothing_in_any_form_of_answer(
    open_page: Show, page: Page, axe: Callable[[Page], None], width: int, scheme: Scheme
) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.emulate_media(color_scheme=scheme)
    for form in ("for-which", "first-error", "value"):
        asked = tuple(question for question in asked_for() if question.ask == form)
        open_page(page_of(AIMA, asked=asked[-1:]))
        choose(page, "Solve")
        axe(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_nothing_moves_for_whoever_wants_no_motion(new_page: Callable[..., Page], tmp_path: Path) -> None:
    page = new_page(reduced_motion="reduce")
    file = tmp_path / "practice.html"
    file.write_text(page_of(AIMA, SMALL), encoding="utf-8")
    page.goto(file.as_uri())
    page.get_by_role("button", name="Hint").click()
    moving = """() => [...document.querySelectorAll("*")].filter((element) => {
        const { transitionDuration, transitionProperty, animationName } = getComputedStyle(element);
        return animationName !== "none" || (transitionProperty !== "none" && parseFloat(transitionDuration));
    }).length"""
    assert page.evaluate(moving) == 0
    assert page.evaluate("document.getAnimations().length") == 0
    assert page.evaluate("getComputedStyle(document.documentElement).scrollBehavior") == "auto"


OVERLAPS = """() => {
    const box = document.querySelector(".view-tools").getBoundingClientRect();
    const room = document.querySelector("#stage .view-box").getBoundingClientRect();
    return [...document.querySelectorAll("#stage svg text")].some((text) => {
        const own = text.getBoundingClientRect();
        return own.top < room.bottom && own.left < box.right && own.right > box.left
            && Math.min(own.bottom, room.bottom) > box.top;
    });
}"""


def test_the_buttons_for_size_cover_no_numbers_of_the_root(phone: Page) -> None:
    asked_at(phone, 6)
    assert phone.locator("#stage .view-tools").is_visible()
    assert not phone.evaluate(OVERLAPS)


def test_the_log_prints(desk: Page) -> None:
    go_to(desk, "test-min-go")
    desk.emulate_media(media="print")
    assert desk.locator("#log li").first.is_visible()
    assert desk.locator("#stage .tree-laid").is_visible()
    assert not desk.locator("#task").is_visible()
    assert not desk.get_by_role("button", name="Watch").is_visible()


def test_the_buttons_for_size_cover_nothing_of_a_tree_that_leans(
    new_page: Callable[..., Page], tmp_path: Path
) -> None:
    page = new_page(viewport=PHONE, has_touch=True, is_mobile=True)
    file = tmp_path / "practice.html"
    file.write_text(page_of("max(min(4, 2, 9, 8, 7, 5), 3)"), encoding="utf-8")
    page.goto(file.as_uri())
    assert not page.evaluate(OVERLAPS)


WIDE = f"max({', '.join(['min(max(3, 12), max(8, 2))'] * 6)})"


def test_a_tree_too_wide_for_a_phone_is_legible_and_follows_the_search(
    new_page: Callable[..., Page], tmp_path: Path
) -> None:
    page = new_page(viewport=PHONE, has_touch=True, is_mobile=True)
    file = tmp_path / "practice.html"
    file.write_text(page_of(WIDE), encoding="utf-8")
    page.goto(file.as_uri())
    scale = "document.querySelector('#stage .tree-name').getScreenCTM().a"
    assert page.evaluate(scale) >= 0.79
    assert page.locator("#stage .view-map").is_visible()
    choose(page, "Watch")
    page.locator("#task input[type=range]").press("End")
    page.locator("#task [data-go=back]").tap()
    expect(page.locator("#stage .laid .current")).to_be_in_viewport()
    for _ in range(12):
        page.locator("#stage [data-view=smaller]").tap()
    assert tree_in_sight(page)
    page.locator("#stage [data-view=fit]").tap()
    assert page.evaluate(scale) >= 0.79


def test_a_page_without_storage_works_all_the_same(new_page: Callable[..., Page], tmp_path: Path) -> None:
    page = new_page()
    page.add_init_script("Object.defineProperty(window, 'localStorage', { get() { throw new Error('no') } })")
    file = tmp_path / "practice.html"
    file.write_text(page_of(AIMA, SMALL), encoding="utf-8")
    page.goto(file.as_uri())
    for task in walk_of(AIMA)[:5]:
        page.locator("#task input").first.focus()
        type_in(page, task, NAMES)
    assert prompt(page) == "Does the search cut at B now, or go on?"
