"""Rules, steps and drawings in another language: told in it, in columns of the right width."""

from __future__ import annotations

from dataclasses import replace

from grader.drawing import draw
from grader.rule import Rule
from grader.solving import solve, steps_table
from grader.tree.language import parse_tree
from tests.chinese import SAY

TEXTBOOK = solve(parse_tree("max(a -> min(3, 12, 8), b -> min(2, 4, 6), c -> min(14, 5, 2))"))


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
        "先更新界限再檢查是否截斷：離開時的 α 和 β 包含造成截斷的值",
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
