"""A set in another language: whatever a student reads of it is in that language, and well set."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import TypeVar

import pytest

from grader.columns import width
from grader.document.notes import note, retold
from grader.drawing import draw
from grader.grading import Grade, grade
from grader.language import parse_tree
from grader.problems import Problem, ProblemSet, load_problems
from grader.questions import Question
from grader.questions.choice import Choice
from grader.questions.manual import Manual
from grader.questions.true_false import TrueFalse
from grader.reports.html import report_html
from grader.reports.key import key_markdown, key_record, key_text
from grader.reports.key_page import key_html
from grader.reports.sheet import blank_sheet, filled_sheet
from grader.reports.sheet_page import sheet_html
from grader.reports.student import student_page
from grader.reports.table import grade_table, plain_text
from grader.reports.wording import note_text, wrapped
from grader.rule import Rule
from grader.sentences import sentences
from grader.solving import solve, steps_table
from grader.source import InputError, Source, decode_source
from grader.submissions import Submission, load_submission, read_submission

PROBLEMS = Path(__file__).parents[1] / "problems"
SETS = sorted(PROBLEMS.glob("*/set.yaml"))
SAY = sentences("zh-TW")
TEXTBOOK = solve(parse_tree("max(a -> min(3, 12, 8), b -> min(2, 4, 6), c -> min(14, 5, 2))"))

# Words that are the same in every language: of the field, of the answers' form, and of the sheet's.
ALIKE = frozenset((
    "Max", "Min", "Star", "Negamax", "fail", "soft", "hard", "UTF", "NUL",
    "inf", "none", "true", "false", "alpha", "beta", "at", "after", "bound", "parent", "child",
    "set", "student", "answers",
))  # fmt: skip
ON_PAGES = ("answers.yaml", "JavaScript", "grader sheet", "tree-puzzle-grader", "Home", "End", "ming.yaml")
WORD = re.compile(r"[A-Za-z]{2,}")
Accepting = TypeVar("Accepting")


@pytest.mark.parametrize("path", SETS, ids=lambda path: path.parent.name)
def test_no_english_is_left_in_the_sheet_and_the_key(path: Path) -> None:
    problems = _in_chinese(load_problems(path))
    known = _names(problems)
    for text in (blank_sheet(problems, "甲"), filled_sheet(problems, "甲"), key_text(problems)):
        assert [line for line in text.splitlines() if _english(line, known)] == []
    reasons = [cutoff["why"] for section in key_record(problems)["sections"] for cutoff in section["cutoffs"]]
    assert [why for why in reasons if _english(why, known)] == []


@pytest.mark.parametrize("path", SETS, ids=lambda path: path.parent.name)
def test_no_english_is_left_in_the_feedback(path: Path) -> None:
    problems = _in_chinese(load_problems(path))
    known = _names(problems)
    for sample in sorted((path.parent / "samples").glob("*.yaml")):
        submission = load_submission(sample)
        assert submission.sheet is not None
        typed = frozenset(WORD.findall(submission.sheet.source.text))
        said = list(_said(grade(problems, submission)))
        assert [line for line in said if _english(line, known | typed)] == []


def test_no_english_is_left_on_the_pages() -> None:
    problems = load_problems(PROBLEMS / "alpha-beta-zh" / "set.yaml")
    known = {*_names(problems), *ON_PAGES}
    pages = [sheet_html(problems, "甲"), key_html(problems, "甲")]
    for sample in sorted((PROBLEMS / "alpha-beta-zh" / "samples").glob("*.yaml")):
        made = grade(problems, read_submission(sample.read_bytes(), "ming.yaml"))
        pages.append(report_html(student_page(made, problems, view="staff")))
    assert [text for page in pages for text in _texts(page) if _english(text, known)] == []


def test_every_kind_of_question_is_among_these_sets() -> None:
    asked = {
        entry.question.ask
        for path in SETS
        for problem in load_problems(path).problems
        for entry in problem.questions
    }
    assert asked >= {
        "value", "best-move", "line", "pruned", "visited", "count", "window", "cutoffs", "irrelevant",
        "bounds", "choice", "true-false", "manual",
    }  # fmt: skip


def test_the_markdown_of_a_key_is_in_the_language_of_the_set() -> None:
    text = key_markdown(load_problems(PROBLEMS / "alpha-beta-zh" / "set.yaml"))
    assert "# 對抗式搜尋：極小極大與 α–β 剪枝" in text
    assert "- 看過 E1 之後，E 至少是 6，但在 D，Min 已經可以把 Max 壓到 5" in text


def test_a_rule_says_itself_in_another_language() -> None:
    weights = (("x", 2), ("y", -1))
    rule = Rule(ties="keep", depth=2, depth_unit="rounds", utilities=(-10, 10), evaluation=weights)
    assert rule.in_words(SAY) == (
        "極小極大搜尋，加上 α–β 剪枝",
        "同值時不截斷：α > β 才停止",
        "子節點從左到右搜尋",
        "上方任何節點的界限都可以造成截斷",
        "節點回報看過的最佳值（fail-soft）",
        "機率節點底下，每個可能結果都用全開的視窗重新搜尋",
        "已知每個葉節點都在 −10 和 10 之間",
        "搜尋到根節點以下 2 回合（每回合 2 方各走一步，共 4 步）為止，更深的部分用靜態評估值代替",
        "靜態評估值是 2·x − 1·y",
        "同樣好的走步，以最先搜尋到的為最佳走步",
        "在最後一個子節點之後停止，沒有略過什麼，不算截斷",
    )


def test_the_reasons_for_cutoffs_are_told_in_another_language_and_english_stays() -> None:
    (there,) = TEXTBOOK.cutoffs_in(SAY)
    (here,) = TEXTBOOK.cutoffs
    assert there.why == "看過 C1 之後，C 至多是 2，但在 B，Max 已經可以得到 3，所以 C 其餘的部分不會有影響"
    assert (
        here.why == "C is at most 2 after C1, but Max can already get 3 at B, so the rest of C cannot matter"
    )
    assert replace(there, why=here.why) == here


def test_the_steps_are_told_in_another_language() -> None:
    steps = TEXTBOOK.steps_in(SAY)
    assert [step.sentence for step in steps[:4]] == [
        "A 輪到 Max", "B 輪到 Min", "B1 的值是 3", "因為 B1，B 至多是 3",
    ]  # fmt: skip
    assert [replace(step, sentence="") for step in steps] == [
        replace(step, sentence="") for step in TEXTBOOK.steps
    ]
    assert (
        steps_table(steps[:1], say=SAY)
        == "步驟  動作  節點  α   β  v\n1     進入  A     −∞  ∞  −∞  A 輪到 Max"
    )


def test_a_chance_node_is_told_in_another_language() -> None:
    steps = solve(parse_tree("chance(1/4 -> 2, 3/4 -> 5)")).steps_in(SAY)
    assert [step.sentence for step in steps if step.node == "A"] == [
        "A 由機率決定", "A1 加上 1/2：A 目前是 1/2", "A2 加上 15/4：A 目前是 17/4", "A 是 17/4",
    ]  # fmt: skip


def test_a_drawing_has_its_title_and_description_in_another_language() -> None:
    picture = draw(TEXTBOOK, "svg", say=SAY)
    assert ">有 13 個節點的賽局樹</title>" in picture
    assert (
        ">根節點 A 是 Max 節點，子節點有 B（Min）、C（Min）、D（Min）。"
        "共 13 個節點，其中 9 個葉節點，深度 2。"
        "根節點的值是 3。主要變例：A、B、B1。被剪除：C2、C3。</desc>"
    ) in picture


def test_a_drawing_in_text_has_its_legend_in_another_language() -> None:
    assert draw(TEXTBOOK, say=SAY).endswith("\n\n━ 主要變例、✂ 截斷、(…) 被剪除\n")


def test_an_outline_is_in_another_language() -> None:
    assert draw(TEXTBOOK, "outline", say=SAY).splitlines()[5:8] == [
        "  C：Min、走步「b」、值 ≤ 2",
        "    C1：葉節點、效用值 2",
        "    C2：葉節點、效用值 4、從這裡截斷、被剪除",
    ]


def test_names_in_chinese_stand_in_columns_of_the_right_width() -> None:
    tree = parse_tree("山腳 = max(東 -> 松林 = min(7, 4), 西 -> min(1, 2))")
    assert draw(tree).splitlines() == [
        "         ▲ 山腳",
        "     ┌─────┴─────┐",
        "     東          西",
        "   ▼ 松林       ▼ A",
        "  ┌──┴───┐     ┌─┴─┐",
        "  7      4     1   2",
        "松林1  松林2   A1  A2",
    ]


def test_the_table_of_a_grade_stands_in_columns() -> None:
    problems = load_problems(PROBLEMS / "alpha-beta-zh" / "set.yaml")
    made = grade(problems, load_submission(PROBLEMS / "alpha-beta-zh" / "samples" / "perfect.yaml"))
    lines = [plain_text(line) for line in grade_table(made, problems.title, SAY)]
    headings = next(line for line in lines if line.startswith("小題"))
    row = next(line for line in lines if line.startswith("剪枝.個數"))
    assert width(headings[: headings.index("正確答案")]) == width(row[: row.rindex("9")])
    assert lines[-1] == "得 28 分，滿分 28 分（100 %）"


UNTIDY_SHEET = """\
sett: alpha-beta-zh
什麼: 1
answers:
  選路:
    value: {松林: 4}
    value: {松林: 5}
    最佳走步: 中
    best-mov: 中
    line: a\u202eb
  不知道:
    value: 3
就這樣
擲骰:
  value: 3
"""


def test_notes_about_a_sheet_are_in_the_language_of_the_set() -> None:
    made = _graded(UNTIDY_SHEET.encode())
    assert {(found.message, found.hint) for found in made.notes} == {
        ("這份答案卷少了 `student`", "請寫 `student: …`；依檔名，這是 `ming` 的答案卷"),
        ("答案卷沒有 `sett` 這個欄位", "已當成 `set` 來讀"),
        ("答案卷沒有 `什麼` 這個欄位", "答案卷的欄位有 `set`、`student` 和 `answers`"),
        ("`value` 寫了兩次", "請刪掉其中一個"),
        ("`選路` 沒有 `最佳走步` 這個小題", "它的小題有 `value`、`best-move` 和 `line`"),
        ("這裡有看不見的字元：U+202E", "請刪掉它，並重新輸入前後的文字"),
        ("`選路` 沒有 `best-mov` 這個小題", "是不是指 `best-move`？"),
        ("題組裡沒有 `不知道` 這一題", "題目有 `選路`、`剪枝` 和 `擲骰`"),
        ("看不懂這一行", "請寫成 `小題: 答案`；較長的答案請縮排寫在小題底下"),
        ("題目 `擲骰` 沒有放在 `answers:` 底下", "請把它和它的小題縮排；這次仍然照樣評分"),
    }


def test_an_answer_that_a_slip_of_form_spoils_is_explained_in_the_language_of_the_set() -> None:
    check = _graded(UNTIDY_SHEET.encode()).checks[0]
    assert check.feedback[0] == "第 6 行第 5 欄無法辨讀（`value` 寫了兩次）。"


def test_a_note_is_written_with_its_place_and_its_hint_in_the_language_of_the_set() -> None:
    doubled = next(found for found in _graded(UNTIDY_SHEET.encode()).notes if "兩次" in found.message)
    assert note_text(doubled, SAY) == (
        "ming.yaml:6:5: 錯誤: `value` 寫了兩次\n"
        "   6 |     value: {松林: 5}\n"
        "     |     ^^^^^\n"
        "   5 |     value: {松林: 4}\n"
        "     |     ----- 第一次寫在這裡\n"
        "     = 建議: 請刪掉其中一個"
    )


@pytest.mark.parametrize(
    ("heading", "message"),
    {
        "student: ＿": ("這份答案卷的 `student:` 後面沒有名字"),
        "student:": ("這份答案卷的 `student:` 後面沒有寫"),
        "set:": ("這份答案卷的 `set:` 後面沒有寫"),
        "set: other": ("這份答案卷寫的是題組 `other`，不是 `alpha-beta-zh`"),
    }.items(),
)
def test_notes_about_the_head_of_a_sheet_are_in_the_language_of_the_set(heading: str, message: str) -> None:
    made = _graded(f"{heading}\nanswers:\n  選路:\n    best-move: 中\n".encode())
    assert message in [found.message for found in made.notes]


def test_the_variants_of_an_unnamed_sheet_are_told_in_the_language_of_the_set() -> None:
    problem = "{id: p, variants: ['max(1, 2)', 'max(2, 1)'], questions: [{ask: value}]}"
    problems = load_problems(Source(f"set: a\nlanguage: zh-TW\nproblems: [{problem}]", "set.yaml"))
    made = grade(problems, read_submission(b"set: a\nanswers: {p: {value: 2}}\n", "ming.yaml"), variant=1)
    assert [found.hint for found in made.notes] == [
        "請寫 `student: …`；依檔名，這是 `ming` 的答案卷，版本是 `p` 的第 2 版（共 2 版）"
    ]


UNREADABLE = {
    "UTF-16": (b"\xff\xfea\x00", "檔案的編碼是 UTF-16，不是 UTF-8"),
    "Big5": (b"set: \xa4\xa4", "檔案不是 UTF-8 文字：第 1 行有位元組 0xa4"),
    "no text": (b"\x00\x01", "這不是純文字檔：裡面有 NUL 位元組"),
    "no answers": (b"set: alpha-beta-zh\nstudent: ming\n", "這份答案卷裡沒有答案"),
    "too large": (b" " * 1_000_001, "答案卷超過 1,000,000 個位元組"),
}


@pytest.mark.parametrize(("data", "why"), UNREADABLE.values(), ids=UNREADABLE)
def test_a_sheet_that_cannot_be_read_is_explained_in_the_language_of_the_set(data: bytes, why: str) -> None:
    assert {check.feedback[0] for check in _graded(data).checks} == {f"這份答案卷無法辨讀（{why}）。"}


@pytest.mark.parametrize("data", [b"\xff\xfea\x00", b"set: \xa4\xa4", b"\x00\x01"])
def test_a_file_that_is_no_text_is_told_alike_with_and_without_the_catalogue(data: bytes) -> None:
    with pytest.raises(InputError) as refused:
        decode_source(data, "ming.yaml")
    (mistake,) = refused.value.mistakes
    assert retold(mistake, sentences()) == mistake


def test_a_mistake_that_no_catalogue_has_stays_as_it_is() -> None:
    with pytest.raises(InputError) as refused:
        load_problems(Source("set: 1", "set.yaml"))
    assert [retold(mistake, SAY) for mistake in refused.value.mistakes] == list(refused.value.mistakes)


@pytest.mark.parametrize("language", ["en", "zh-TW"])
def test_every_note_that_has_a_hint_is_a_sentence_too(language: str) -> None:
    keys = sentences(language).catalogue
    hinted = {key.removeprefix("note-hint.") for key in keys if key.startswith("note-hint.")}
    assert {key for key in hinted if f"note.{key}" not in keys} == set()
    assert note("strange-line", Source("", "x")).hint is not None


def test_lines_in_chinese_are_broken_between_letters_but_not_before_punctuation() -> None:
    text = "搜尋在 E 停止，（不是在 F 之後）。接著看 best-move"
    lines = wrapped(text, 12)
    assert lines == ["搜尋在 E 停", "止，（不是在", "F 之後）。接", "著看", "best-move"]
    assert max(map(width, lines)) <= 12


def _graded(data: bytes) -> Grade:
    problems = load_problems(PROBLEMS / "alpha-beta-zh" / "set.yaml")
    submission: Submission = read_submission(data, "ming.yaml")
    return grade(problems, submission)


def _said(made: Grade) -> Iterator[str]:
    for check in made.checks:
        yield from (*check.feedback, *check.early, check.reckoning or "")
    yield from (misconception.name for misconception in made.misconceptions)
    for found in made.notes:
        yield from (found.message, found.hint or "")


class _Reader(HTMLParser):
    """What is on a page for people to read or to hear."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.inside = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.inside = tag
        self.texts += [text for name, text in attrs if text and name in ("aria-label", "title", "alt")]

    def handle_data(self, data: str) -> None:
        if self.inside not in ("style", "script"):
            self.texts.append(data)

    def handle_endtag(self, tag: str) -> None:
        del tag
        self.inside = ""


def _texts(page: str) -> list[str]:
    reader = _Reader()
    reader.feed(page)
    return reader.texts


def _english(line: str, known: Iterable[str]) -> list[str]:
    """The words that are neither names of the set nor the same in every language."""
    names = "|".join(re.escape(name) for name in sorted(known, key=len, reverse=True) if name)
    left = re.sub(rf"(?<![A-Za-z])(?:{names})(?![A-Za-z])", " ", line)
    return [word for word in WORD.findall(left) if word not in ALIKE]


def _names(problems: ProblemSet) -> frozenset[str]:
    """What the set itself calls things, and the date that it gives."""
    names = {problems.id, str(problems.due)}
    for problem in problems.problems:
        names |= {problem.id, *(entry.question.id for entry in problem.questions)}
        for node in (node for tree in problem.trees for node in tree):
            names |= {node.name, node.label or "", *(feature for feature, _ in node.features or ())}
    for program in problems.programs:
        names |= {program.id, program.code.file, program.code.name}
        names |= {entry.question.id for entry in program.questions} | {tree.id for tree in program.trees}
        for node in (node for tree in program.trees for node in tree.tree):
            names |= {node.name, node.label or "", *(feature for feature, _ in node.features or ())}
    return frozenset(names)


def _in_chinese(problems: ProblemSet) -> ProblemSet:
    """The same set in Chinese, its own texts included."""
    translated = tuple(map(_problem_in_chinese, problems.problems))
    programs = tuple(replace(program, title="題", text="題目") for program in problems.programs)
    return replace(problems, language="zh-TW", title="題組", problems=translated, programs=programs)


def _problem_in_chinese(problem: Problem) -> Problem:
    questions = tuple(
        replace(
            entry,
            question=_question_in_chinese(entry.question),
            accept=_accepted_in_chinese(entry.accept),
            void=None if entry.void is None else replace(entry.void, because="說明"),
        )
        for entry in problem.questions
    )
    accept = _accepted_in_chinese(problem.accept)
    return replace(problem, title="題", text="題目", figure=None, questions=questions, accept=accept)


def _accepted_in_chinese(accepted: tuple[Accepting, ...]) -> tuple[Accepting, ...]:
    return tuple(replace(entry, because="說明") for entry in accepted)  # type: ignore[type-var]


def _question_in_chinese(question: Question) -> Question:
    match question:
        case Choice(options=options):
            numbered = enumerate(options)
            texts = tuple(
                replace(option, text=f"選項{chr(0x4E00 + n)}", feedback="說明") for n, option in numbered
            )
            return replace(question, text="題目", options=texts)
        case TrueFalse(feedback=feedback):
            return replace(question, text="題目", feedback=dict.fromkeys(feedback, "說明"))
        case Manual():
            return replace(question, text="題目", answer="答案")
    return question
