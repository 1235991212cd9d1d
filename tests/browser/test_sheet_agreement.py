"""sheet.html and `grader preview` agree on every answer: whether it is there, whole, and can be read."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from grader.course.released_files import Released
from grader.course.sheet_preview import PreviewState, preview_sheet
from grader.problems import ProblemSet
from grader.questions import KINDS
from grader.reports.sheets.sheet_page import sheet_html
from grader.submissions import read_submission
from grader.text.sentences import sentences
from tests.browser.sheets import load

if TYPE_CHECKING:
    from playwright.sync_api import Page

HEAD = """\
set: kinds
rule: aima
problems:
  - id: one
    tree: A = max(a1 -> B = min(3, 12, 8), a2 -> C = min(2, 4, -6), a3 -> D = min(14, 5, 2))
    questions:
"""
OF_NUMBERS = """\
      - {ask: value, of: [B, C]}
      - {ask: value, id: root}
      - {ask: value, id: returned, as: returned, of: [B, C]}
      - {ask: value, id: at-c, as: returned, of: C}
      - {ask: count, of: leaves-evaluated}
      - {ask: window, of: [B, C]}
      - {ask: window, id: window-c, of: C}
      - {ask: bounds, of: [B, C]}
      - {ask: bounds, id: bounds-c, of: C}
"""
OF_NODES = """\
      - {ask: best-move}
      - {ask: best-move, id: moves, rule: {best: any}}
      - {ask: line}
      - {ask: pruned}
      - {ask: pruned, id: pruned-nodes, as: nodes}
      - {ask: pruned, id: pruned-edges, as: edges}
      - {ask: irrelevant}
      - {ask: visited}
      - {ask: visited, id: order, as: order}
      - {ask: visited, id: leaves, as: leaves}
      - {ask: cutoffs}
"""
OF_WORDS = """\
      - {ask: choice, text: Which?, options: [{text: This one., right: true}, {text: that}]}
      - ask: choice
        id: several
        text: Which?
        options: [{text: x > y, right: true}, {text: No, right: true}]
      - {ask: true-false, text: So?, right: true}
      - {ask: manual, text: Why?}
"""
OF_ODD_TREES = """\
      - {ask: line}
  - id: odd
    tree: '甲 = max("the left" -> "Node One" = min(1/2, 2.5), "go on" -> none = min(-3, "B" = 7))'
    questions:
      - {ask: value, of: [Node One, none]}
      - {ask: best-move}
      - {ask: line}
      - {ask: pruned}
      - {ask: visited, as: order}
      - {ask: cutoffs}
  - id: shallow
    rule: {depth: 1}
    tree: A = max(B = min~5(3, 12), C = min~4(2, 4))
    questions: [{ask: line}, {ask: pruned}, {ask: visited, as: leaves}]
"""
OF_UNKNOWNS = """\
      - {ask: line}
  - id: open
    tree: A = max(a1 -> B = min(3, 12, 8), a2 -> C = min(?x, 4, 6), a3 -> D = min(14, 5, 2))
    questions:
      - {ask: for-which, unknown: x, holds: {pruned: C2}}
      - {ask: for-which, id: whole, unknown: x, holds: {pruned: C2}, over: integers}
      - {ask: for-which, id: least, unknown: x, holds: {best-move: a2}, over: integers, extreme: smallest}
      - {ask: line, given: {x: 7}}
      - {ask: pruned, id: other, given: {x: 1}}
  - id: odd
    tree: 'A = max(B = min(3, 4), C = min(?x1, 5))'
    questions: [{ask: for-which, unknown: x1, holds: {pruned: C2}}]
  - id: chinese
    tree: 'A = max(B = min(3, 4), C = min(?數, 5))'
    questions: [{ask: for-which, unknown: 數, holds: {pruned: C2}}]
"""
OF_ORDERS = """\
      - {ask: reorder, of: [C, D]}
      - {ask: reorder, id: everywhere, of: all}
      - {ask: reorder, id: alone, of: D}
  - id: odd
    tree: '甲 = max("the left" -> "Node One" = min(1/2, 2.5), "go on" -> then = min(-3, "B" = 7))'
    questions: [{ask: reorder, of: all}]
"""
OF_COURSES = """\
      - {ask: window, as: history, of: [B, C]}
      - {ask: window, id: alone, as: history, of: C}
      - {ask: cutoffs, as: windows}
      - {ask: pruned, as: tree}
      - {ask: bounds, of: [B, C], after: C1}
      - {ask: completed}
  - id: deep
    tree: A = max~1(a1 -> B = min~2(3, max~7(12, 8)), a2 -> C = min~4(2, 5))
    questions:
      - {ask: value, depths: [1, 2]}
      - {ask: value, id: both, of: [B, C], depths: [1, 2]}
      - {ask: best-move, depths: [1, 2]}
      - {ask: count, of: leaves-evaluated, depths: [1, 2]}
"""
OF_PLAYERS = """\
      - {ask: line}
  - id: three
    tree: A = p1(left -> B = p2((8, 3, 1), (2, 4, 6)), right -> C = p3((1, 2, 3), (5, 5, 5)))
    questions:
      - {ask: value, of: [B, C]}
      - {ask: value, id: root}
      - {ask: best-move}
      - {ask: line}
  - id: two
    tree: A = p1(B = p2((8, 3), (2, 4)), C = (3, 1))
    questions: [{ask: value, of: B}, {ask: value, id: both, of: [A, B]}]
"""
OF_CONSTRUCTIONS = """\
      - {ask: first-error, by: bookkeeping-without-cutting}
      - {ask: first-error, id: of-values, by: everyone-maximises}
  - id: blanks
    tree: A = max(B = min(3, _, 8), C = min(_, 4, 6))
    questions:
      - {ask: construct, holds: {pruned: [C2, C3]}, numbers: integers 0..20}
      - {ask: line, given: {B2: 4, C1: 7}}
  - id: own
    questions: [{ask: construct, shape: {leaves: 4..8, depth: 2..4}, holds: {deep-cutoff: true}}]
"""
NUMBERS = (
    "3", "-3", "−3", "- 3", "–3", "+3", "3.", "3..", "3。", ".5", "2.50", "2,5", "2、5", "2,50", "7/3",
    "7 / 3", "1/0", "2 1/3", "½", "2½", "-½", "∞", "-inf", "−∞", "+Infinity", "INF", ".inf", "1e3", "1e999",
    "１２", "二", "two", "eight", "NaN", "0x10", "1_000", "1 000", "3 5", "~3", "about 3", "3?", "3!",
    "3 points", "=3", "= 3", "“3”", '"3"', "'3'", "(3)", "[3]", "{3}", "3)", "(3", "9" * 301, "<b>3</b>",
    "3;", ",3,", "3,", "?", "-", "–", "…", ".", "…3", "3\n", " 3 ", "\u200b3",
)  # fmt: skip
QUANTITIES = (
    "<= 2", "<=2", "≤2", "≤ 2", "=< 2", "＜＝２", "< 2", ">= x", "<=", "at most 2", "at  most 2",
    "At Most two", "atmost 2", "至多 2", "至多2", "至多", "[3, inf]", "[3, inf)", "(3; ∞)", "3 to 5",
    "between 3 and 5", "∈ [3, 5]", "in [3, inf)", "from 3 to 5", "between", "介於 3 和 5 之間",
    "在 [3, 5] 之間", "from 3", "3..5", "3 - 5", "3-5", "α=3, β=∞", "alpha: 3", "beta 5 alpha 3",
    "[3]", "[3, 4, 5]", "[3, x]", "[, 3]",
    "-inf 2", "[- 3, 5]", "[2 1/2, 3]", "low 3 high 4", "[alpha: 3, beta: 5]", "3 and 5", "3,5",
)  # fmt: skip
BY_NODE = (
    "{B: 3, C: 2}", "B=3, C=2", "B = 3 C = 2", "B 3 C 2", "B 3, C two", "B: two, C: eight", "{B: 3}",
    "B: 3", "{B: , C: }", "{ B:, C:}", "{B: 3, C: }", "3, 2", "3 2", "3 2 1", "b: 3; c: 2",
    "- B: 3\n- C: 2", "B: 3\nC: 2", "B:\n  3\nC: 2", "B:\nC: 2", "{X: 3}", "{X: 3, B: 2, C: 1}",
    "B: 3, B: 4", "B: 3, B: 3, C: 1", "{B: [3, 4], C: [1, inf]}", "B -> 3", "B <= 3, C >= 2",
    "{B: '3', C: \"2\"}", "{B: 3, C: 2", "B: 3}, C: 2", "{B: {C: 3}}", "B: α = 3, β = 4", "A 3", "A", "C 3",
    "C: 3", "C - 3", "c3", "{甲: 3}", "Node One: 1/2, none: -3", "node one 1/2 none -3", "one 3", "A: 3 4",
)  # fmt: skip
LISTS = (
    "C2", "c2, c3", "[C2, C3]", "{C2}", "(C2)", "C2 C3", "C2 and C3", "C2 & C3.", "C2、C3", "C2；C3",
    "C->C2", "C -> C2", "C→C2", "C-C2", "C–C2", "(C, C2)", "((C, C2), (C, C3))", "[[C, C2]]", "A->C2",
    "C->X9", "C-X9", "X9", "C2, X9", "none", "None.", "nothing", "[]", "{}", "[none]", "無", "no",
    "no pruning", "n/a", "N/A", "idk", "?", "-", "4", "4 and 2", "2", "99", "-6", "- 6", "−6", "C: C2",
    "C2: yes", "C2 = pruned", "- C2\n- C3", "* C2\n* C3", "C2\nC3", "C2,\nC3", "[C2", "C2]", '"C2"', '"C2',
    "'C2", "“C2, C3”", "B", "A B B1", "A, B, B1", "A -> B -> B1", "a1, B1", "A a1 B1", "a1", "A -> a1",
    "a1 a2", "left", "the left", "The Left, Node One", "go on", "Node One, B", "none, B", "1/2", "7", "甲",
    "B1 B2 B3", "B B1", "C, C1", "a1 and a2", "a1 -> B", "move a1", "<img src=x onerror=alert(1)>",
    "</script>", "{{7*7}}", "C2 ; DROP", "left, right", "B.", "c2.", "[C2, [C3]]",
    "[[[[[[[[[[[[[C2]]]]]]]]]]]]]", ":", "C2:", ": C2", ",", "=", "''", "C2'", "don't", "=> C2",
)  # fmt: skip
CUTS = (
    "C after C1", "[{at: C, after: C1}]", "{at: C, after: C1, bound: alpha}", "C after C1 (alpha)",
    "C after C1 by β", "C: C1", "[C, C1, alpha]", "C C1 D D1", "at C", "after C1", "C after C1 by gamma",
    "C after X", "X after C1", "- at: C\n  after: C1", "- at: C\n  after: C1\n- at: D\n  after: D1",
    "[{at: C}]", "alpha", "C after 2", "C, C1", "none after one", "at: none, after: B",
)  # fmt: skip
WORDS = (
    "a", "A", "a)", "(a)", "a.", "a, b", "a and b", "a b", "ab", "z", "this one", "This one.",
    "a) this one.", "that", "THAT!", "a + b", "[a, b]", "[a", "x > y", "x>y", "true", "T", "yes", "No!",
    "false.", "wrong", "對", "不對", "○", "maybe", "1", "0", "(true)", "tru", "true and false", "ａ",
    "option a", "a:", "a: this one", "both", "none of them",
)  # fmt: skip
QUOTES = ("“3", "three”", "«3»", "‘3’")
WORDED_NUMBERS = (
    "7 leaves", "7 leaves.", "5 evaluations", "7 nodes", "7個葉節點", "7個", "count = 11", "count: 11",
    "n: 7",
    "7 leaves (B1, B2)", "B is 3, C is 2", "C is 5", "v(C) = 5", "v(B)=3, V(C): 2", "v(X) = 5", "v(C", "v()",
    "value of C = 5", "the value of C is 5 and the value of B is 3", "B = 3 and C = 5", "5 and 8", "5, and 8",
    "5 or 8", "C is not 5", "value 5", "value = 5", "v = 5", "{B: \"3\", \"C\": \"2\"}",
    "{B: \">= 8\", C: 2}",
    "{B: '(5, 7)', C: \"[1, 2]\"}", "{\"B\": null, \"C\": 3}", "{B: \"\\u2264 2\", C: 3}", "B: \"3, C: 2\"",
    "C is at most 4", "the", "value", "of C", "C 5 of 8", "{\"B\": \"3", "null",
)  # fmt: skip
WORDED_NODES = (
    "to C", "move C", "C (7)", "[B (3), C (2)]", "to the corner", "go to C and to D", "A > C", "to", "C (C2)",
    "the subtree C", "the leaves C1 and C3", "leaves C", "the edge C->C1", "the edges C1", "the",
    "the leaves",
    "B1-B3", "B1..B3", "B1 - B3", "B1 … B3", "B1–B3", "B3-B1", "B-D", "C1 / C3", "C1/C3", "1/2", "C1/X9",
    "A-C-C1", "A – C – C1", "A > C > C1", "A - C - 4", "A-C-4", "A to C to C1", "C, then C1", "A-X9-C1",
    "none of them", "none of these", "not C1", "C1 to C3", "only C1", '["C->C1", "B1"]', '["C1, C3"]', '"C1',
    '{"C1": null, "C3": null}', '[{"at": "C", "after": "C1", "bound": "beta"}]', '["C after C1"]',
    "the cut at C after C1", "the cut there", "the left", "to the left", '"the left"', "the none", "go on",
    "to go on", "Node One-B", "node Node One", "move to Node One", "甲 to none", "甲-none-B", "none..B",
)  # fmt: skip
SETS = (
    "x >= 7", "x>5", "x≥7", "x ＞＝ ７", "x => 7", "X > 5", "?x > 5", "y > 5", "x1 > 5", "x > y", "x > x",
    "x", "5 < x ≤ 9", "9 >= x > 5", "5 < x > 9", "9 < x < 5", "5 < x < 5", "5 <= x <= 5", "5 < x != 7",
    "5 < x = 9", "5 != x", "5 < 7", "5 <", "< 5", "<= 5", "x <", "x 5", "x < 5 <", "1 < 2 < x",
    "1 < x < 2 < 3", "[5, 9)", "(5, 9]", "]5, 9[", "[5, 9[", "[5; 9)", "[9, 5]", "(5, 5)", "[5, 5]", "[5]",
    "(5)", "[5", "5]", "[]", "()", "[5, 9, 11]", "[5, x]", "[5 9]", "{5, 9)", "(-inf, 5)", "(−∞, 5]",
    "[5, inf]", "[inf, inf]", "[inf]", "(5,9) ∪ (11,13)", "]5, 9[ ∪ ]11, 13[", "[5, 9) or 11",
    "[5, 9), [11, 13)", "[5, 9) and (7, 11]", "[5, 9) and [11, 13]", "x ∈ [5, 9)", "x in [5, 9)", "x ∈",
    "x = [5, 9)", "x ∈ ℝ", "x ∈ {7, 8}", "∈ {7}", "at least 7", "At Most 7", "x is at least 7",
    "x must be at least 7.", "more than 7", "no more than 7", "not less than 7", "not 7",
    "greater than or equal to 7", "above 7 and below 9", "7 or more", "7 and up", "x = 7 or less",
    "7 or more than 9", "7 or more or less", "between 5 and 9", "from 5 to 9", "5 to 9", "5-9",
    "x > 3 but x < 9", "more than 3 but at most 9", "all but 5", "any number but not 5", "R \\ {5}",
    "(-inf, 2) U {7}", "x \\leq 3", "smaller or equal 3", "up to 3", "above 3 and below 9",
    "any x other than 5",
    "x < 2 or x > 9", "x < 2 and x > 9", "x < 2, x > 9", "x < 2; x > 9", "x > 2 and x < 9", "x<2∪x>9",
    "x<2 || x>9", "x > 2 & x < 9", "x < 2 or", "or x < 2", "and", "or", "x < 2 or or x > 9",
    "(x < 2) or (x > 9)", "((x < 2))", "(x < 2 or x > 9) and x > 0", "(x < 2", "x < 2)", "x ≠ 5", "x != 5",
    "x <> 5", "x =/= 5", "x != 5 and x != 6", "x != 5 or x != 6", "x = 5 and x = 6", "5 and 6", "5 or 6",
    "5, 6", "5,6", "5, 6, 7", "5,", ",5", "5,,6", "{7, 8}", "{7,8}", "{7 8}", "{7}", "{}", "{x}", "{7, inf}",
    "{x | x > 5}", "{x : x > 5}", "{x | }", "x: 5", "x: x > 5", "x | x > 5", "all", "always", "All x",
    "all numbers", "all real numbers", "all x > 5", "any", "all but 5", "all except 5 and 6",
    "x > 5 except 7", "all \\ {5}", "all but", "but 5", "5 but 5", "all all", "none", "never", "None.",
    "no x", "nothing", "no", "none or 5", "none and 5", "∅", "not never", "never mind", "x > 1/3",
    "x > 1 1/3", "x > ⅓", "x > 1⅓", "x > 1/0", "x > .5", "x > 5.", "x > 5..", "x > 1.2.3", "x > 1e3",
    "x > 1e999", "x > - 3", "x > -3", "x > −3", "x > --3", "x > inf", "x < inf", "x = inf", "x != ∞",
    "x > -∞", "inf", "x > 2,5", "x = 2,5", "2,5", "x>5x", "5x", "2x > 5", "x > 5 points", "x > five",
    "about 5", "?", "??", "idk", "x > 5?", "x > 5!", "“x > 5”", '"x > 5"', "'x > 5'", '["x > 5"]',
    '{"x": "> 5"}', "$x > 5$", "x\n> 5", "x > 5\nx < 2", "- x > 5", "x 大於 5", "數 > 5", "數 至少 5",
    "所有", "從不", "5 以上", "數 < 5 或 數 > 9", "x 小於 5 且 x 大於 2", "不等於 5",
    "<img src=x onerror=alert(1)>", "</script>", "{{7*7}}", "x > 5; DROP", "(" * 12 + "x > 5" + ")" * 12,
    "(" * 13 + "x > 5" + ")" * 13, "5&(" * 400 + "5" + ")" * 400, "5\\" * 600 + "5", "[" * 900,
    "x > " + "9" * 301, "x > 5 or " * 300, "9 " * 999, "x > 5 " + "or x > 5 " * 200, "x = 7",
    "x = 7 or x = 7.0", "7", "7.0", "7 <= x <= 7", "x in {7}", "x >= 7 and x <= 7", "7 or 8", "14/2",
    "x is 7", "the smallest is 7", "= 7", "A, C, C1", "A, C, 7", "A -> C -> 4", "A, C, 1", "x1 >= 7", "x1",
    "x1 ∈ [5, 9)",
)  # fmt: skip
ORDERS = (
    "{C: [C2, C1, C3], D: [D3, D2, D1]}", "{C: [C2, C1, C3]}", "C: C2 C1 C3",
    "C = C2, C1, C3; D = D3, D2, D1", "C: C2, C1, C3\nD: D3, D2, D1", "- C: [C2, C1, C3]\n- D: [D3, D2, D1]",
    "C:\n  - C2\n  - C1\n  - C3", "C: C2 > C1 > C3", "C: C2 -> C1 -> C3", "C: C2 then C1 then C3",
    "C: C2, C1 and C3", "C: C2-C1-C3", "[C2, C1, C3], [D3, D2, D1]", "[[C2, C1, C3], [D3, D2, D1]]",
    "[[], []]", "[[], [], []]", "[C2, C1, C3]", "D3 D2 D1", "D3, D2, D1", "[D3, D2, D1]",
    "{D: [D3, D2, D1]}", "D: D3 D2 D1", "d3, d2, D1.", "2, 5, 14", "D3 5 14", "D3, D2", "D3, D2, D1, D1",
    "D3, D2, D2", "D3, D2, X9", "D3, D2, C1", "D3", "D", "A", "[]", "{}", "none", "same", "unchanged",
    "as it is", "{C: , D: }", "{C: [], D: []}", "{C: null, D: [D3, D2, D1]}", "{C: [C2, C1, C3], D: }",
    "{X: [C1, C2, C3]}", "{X: [C1, C2, C3], C: [C2, C1, C3]}", "{B: [B1, B2, B3]}", "{A: [D, C, B]}",
    "{A: [a3, a2, a1]}", "A: right to left",
    "{A: [D, C, B], B: [B1, B3, B2], C: [C2, C1, C3], D: [D3, D2, D1]}", "{C1: [C2]}",
    "{C: [C2, C1, C3], C: [C1, C2, C3], D: [D3, D2, D1]}", "{C: [C2, C1, C3], C: [C2, C1, C3]}",
    "{C: [C2, [C1, C3]]}", "{C: {C2: C1}}", "{C: [C2, C1: C3]}", "{C: [4, 2, -6], D: [2, 5, 14]}",
    "{C: [4, 2, 99]}", '{"C": ["C2", "C1", "C3"], "D": ["D3", "D2", "D1"]}',
    '{C: "C2, C1, C3", D: "[D3, D2, D1]"}', '{C: "C2", D: "x"}',
    '{C: "C2, C1, C3}, D: [D3", D: [D3, D2, D1]}', '{C: "C2, C1, C3, D: D3, D2, D1"}', '"D3, D2, D1"',
    "“D3, D2, D1”", "{C: [C2, C1, C3", "C: C2, C1, C3]", ":", "C:", ": C", "?", "-", "…", "idk",
    "D3 D2 D1 because", "first D3", "<img src=x onerror=alert(1)>", "</script>", "{{7*7}}", "[" * 13,
    "甲: [then, Node One]", '{甲: [then, "Node One"]}', "甲: right, left", '甲: ["go on", "the left"]',
    "Node One: right left; then: B, -3", '{"Node One": [2.5, ½], then: [7, -3]}', "then: B then -3",
    "{Node One: [Node One2, Node One1], then: [B, then1]}",
)  # fmt: skip
PAYOFFS = (
    "(8,3,1)", "8 3 1", "[8, 3, 1]", "8, 3, 1", "{8, 3, 1}", "8/3/1", "8; 3; 1", "<8, 3, 1>", "⟨8, 3, 1⟩",
    "(8 3 1)", "(8, 3)", "(8, 3, 1, 2)", "8", "(8)", "8 and 3 and 1", "8, 3 and 1", "(8, x, 1)", "(8, , 1)",
    "8 3 one", "((8, 3, 1))", "{B: (8, 3, 1), C: (1, 2, 3)}", "{B: [8, 3, 1]}",
    "B = (8, 3, 1), C = (1, 2, 3)", "B: 8 3 1\nC: 1 2 3", "B 8 3 1 C 1 2 3", "B: 8, 3, 1; C: 1, 2, 3",
    "(8, 3, 1), (1, 2, 3)", "[[8, 3, 1], [1, 2, 3]]", "8 3 1 1 2 3", "B (8, 3, 1) C (1, 2, 3)",
    "{B: {p1: 8, p2: 3, p3: 1}}", "B: p1 = 8, p2 = 3, p3 = 1", "p1: 8, p2: 3, p3: 1", "{B: (8, 3, 1)",
    "v(B) = (8, 3, 1)", "the value of B is (8, 3, 1)", "B is 8 3 1", "{B: (8, 3), C: (1, 2, 3)}",
    "{B: , C: }", "{B: , C: (1, 2, 3)}", "{B: (8, 3, 1), B: (8, 3, 1), C: (1, 2, 3)}",
    "{B: (8, 3, 1), B: (8, 3, 2)}", "{X: (8, 3, 1)}", "(1/3, ½, -2.5)", "(−8, - 3, 1)", "- 8 3 1", "8 -3 1",
    "8 - 3 1", "(2,5, 3, 1)", "(inf, 3, 1)", "(8, 3, 1).", "(8, 3, 1", "8, 3, 1)", '"(8, 3, 1)"',
    '{B: "(8, 3, 1)", C: "1 2 3"}', '{"B": ["8", "3", "1"], "C": [1, 2, 3]}', '{B: "8, 3, 1, C: 1, 2, 3"}',
    "“8, 3, 1”", "(8, 3, 1) (2, 4, 6)", "(2, 4)", "2 4", "2,4", "A: (2, 4), B: (8, 3)", "(2, 4), (8, 3)",
    "2 4 8 3", "A, B, B1", "left", "A, 8", "A, B, 3", "(3, 1)", "C (3, 1)", "B (8)", "A -> left -> B2", "p1",
    "none", "?", "-", "{}", "<img src=x onerror=alert(1)>", "{{7*7}}", "(" * 13 + "8, 3, 1" + ")" * 13,
    "(" + "9" * 301 + ", 3, 1)",
)  # fmt: skip
COURSES = (
    "{B: [[-inf, inf], [3, inf]], C: [[3, inf], [3, 2]]}", "B: (-∞, ∞) → (3, ∞); C: (3, ∞) -> (3, 2)",
    "[[3, inf], [3, 2]]", "(3, inf) then (3, 2)", "[3, inf]", "[[3, inf], 3]", "[[3, inf], [3]]",
    "[[3, x]]", "C: [[3, inf], [3, 2]]", "- [3, inf]\n- [3, 2]", "- - 3\n  - inf\n- - 3\n  - 2",
    "[[3, 12, 8], [2], [14, 5, 2]]", "[3 12 8] [2]", "max(min(3, 12, 8), min(2))", "A(B(3, 12), C(2))",
    "[[B1, B2], [C1]]", "[B, [2]]", "[[3, 12", "[3]]", "[[], []]", "[[3, twelve]]", '[["3", "12"]]', '[["3]]',
    "max~4(min{a=1}(3), min(2))", "a1 -> min(3, 12), a2 -> 2", "1/2 heads -> 3, 1/2 -> 4", "[[2 1/2, 3]]",
    "{1: 11, 2: 10}", "[11, 10]", "11 10", "11\n  10", "11", "{1: 11}", "{1: 11, 3: 10}", "{3: 10}",
    "{1: 11, x: 10}",
    "depth 1: 11, d 2 = 10", "d=1: 11; d=2: 10", "深度1：11，第2層：10", "深度：11", "d=1: 11, 2: 3", "d: 11",
    "{1: 11, 1: 11, 2: 3}", "{1: 11, 1: 12, 2: 3}", "{0: 1, 2: 3}", "{1: , 2: }",
    "{1: , 2: 3}", "{1: two, 2: 3}", '{"1": 11, "2": "10"}', "- 11\n- 10", "- 1: 11\n- 2: 10",
    "{1: {B: 3, C: 2}, 2: {B: 1, C: 4}}", "[{B: 3, C: 2}, {B: 1, C: 4}]", "{1: {B: 3}, 2: 4}",
    "{1: a1, 2: a2}", "[B, C]", "a1 a2", "left, right", "{1: left, 2: x}", "{1: 2 leaves, 2: 3}",
    "A, B and C",
    "A, B1", "[A, C]", "{01: 3, 2: 4}", "1: 3\n2: 4", "{{7*7}}", "<img src=x onerror=alert(1)>", "[" * 13,
)  # fmt: skip
CONSTRUCTIONS = (
    "{B2: 4, C1: 7}", "B2 = 4, C1 = 7", "4, 7", "4 7", "{B2: 4}", "{B2: 4, C1: }", "{B2: x, C1: 7}",
    "{B2: 4, C1: 7, X: 3}", "{B1: 4, B2: 3, C1: 7}", "{step: 9, instead: C = 2}", "9", "step 9", "9: C = 2",
    "9, C = 2", "9 -> C returns 2", "step: 9\ninstead: C = 2", "instead: C = 2\nstep: 9", "instead: C = 2",
    '{"step": 9, "instead": "C = 2"}', '[9, "C = 2"]', "[9, C: [3, inf]]", "9: α = 3, β = ∞", "9: C2",
    "9: a1", "9: move a1", "9: C and D", "9: the search stops", "nine", "step", "step C", "9 10", "9.", "#9",
    "第 9 步：C = 2", "第9步：C=2", "步驟９：C = 2", "第九步：C = 2", "第步",
    "{step: , instead: }", "{step: 9, instead: }", "{step: , instead: C}", "9: 2 3 4 5",
    "1 " * 61, "1234567", "9: C = x", "9: none", "9: -3", "9: - 3", "9 = C", "no. 9: B",
    "max(min(3, 12), min(2, 4))", "[[3, 12], [2, 4]]", "MAX(min(3, 12), 4,)", "▲(▼(3, 12), 4)", "max()",
    "max(3", "max 3", "max(3, 4))", "[[3, 12], [2, 4]", "[]", "[[]]", "3", "A = max(B = 3, C = min(4, 5))",
    "A = max(A = 3, 4)", "max(a -> 3, b -> 4)", "max(a -> 3, a -> 4)", "max(1/2 -> 3, 1/2 -> 4)",
    "chance(1/2 -> 3, 1/2 -> 4)", "chance(1/2 -> 3, 1/3 -> 4)", "chance(50% heads -> 3, 0.5 -> 4)",
    "chance(0 -> 3, 1 -> 4)", "chance(1/2 -> 3, 4)", "chance(3, 4)", "max(?x, 3)", "max(_, 3)", "p1((3, 4))",
    "max((3, 4), 5)", "max({mobility=3}, 4)", "min~5(3, 4)", "min{mobility=3}(3, 4)", "max(1e3, .5, 5., -3)",
    "max(1/0, 3)", "max(inf, -∞)", "max(3 4)", "max(3,, 4)", "max(,3)", "mx(3, 4)", "max[3, [4, 5]]",
    "# mine\nmax(3, # first\n 4)", '[["3", "7/3"], ["2", 4]]', "- - 3\n  - 12\n- - 2\n  - 4",
    'max("2nd try" -> 3, "1" -> 4)', "甲 = max(乙 = 3, 4)", "[" * 201, "max(" * 150 + "3" + ")" * 150,
    "max(" + "3, " * 4000 + "3)", "x -> max(3, 4)", "max(3, 4) max(5, 6)", "max(3, 4);", "max(½, 3)",
    "max(3; 4)", "max（3，4）", "(3, 4)", "{3, 4}", "max(" + "9" * 301 + ", 3)", "max(1e999, 3)",
    "min(−3, 4)",
)  # fmt: skip
ABOUT_NUMBERS = (*NUMBERS, *QUOTES, *QUANTITIES, *BY_NODE, *WORDED_NUMBERS)
ABOUT_NODES = (*LISTS, *CUTS, *NUMBERS[:30], *BY_NODE[:12], *WORDS[:12], *WORDED_NODES)
ABOUT_WORDS = (*WORDS, *LISTS, *NUMBERS[:12], *CUTS[:4], '["a", "b"]', '"a, b"', '["x > y", "no"]')

# Puts one text after the other into fields, and tells what the page says then: whether it complains of each
# question, what it counts, and what it would save.
TYPE = """([texts, fields]) => texts.map((text) => {
  for (const field of fields) {
    field.split(' | ').forEach((selector, place) => document.querySelectorAll(selector).forEach((element) => {
      element.value = place ? '3' : text;
      element.dispatchEvent(new Event('input', {bubbles: true}));
    }));
  }
  const complaints = [...document.querySelectorAll('.question')].map((question) =>
    [question.querySelector('.question-number').textContent,
     question.querySelector('.remark.complaint')?.textContent ?? '']);
  return [Object.fromEntries(complaints), document.getElementById('progress').textContent,
          document.getElementById('file-text').value];
})"""
AS_TEXT = (".answer-text:not(#file-text)",)
IN_FIELDS = (".numbers [data-node=B]", ".numbers:not(:has([data-node=B])) input")
WITH_ANOTHER = (".numbers [data-node=B] | .numbers [data-node=C]",)
FIRST_END = (".interval label:first-of-type input | .interval label:last-of-type input",)
ONE_PLAYER = (".interval label:first-of-type input | .interval label:not(:first-of-type) input",)
ONE_DEPTH = (".depth-row[data-node='2'] input",)
ONE_ORDER = (
    ".orders [data-node=C], .orders [data-node=then] | .orders [data-node=D]",
    "#answer-1-3 .orders input",
)


def one_line(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(text for text in texts if "\n" not in text)


IN_ONE_LINE = one_line(ABOUT_NUMBERS)
WAYS = {
    "numbers as text": (OF_NUMBERS, AS_TEXT, ABOUT_NUMBERS),
    "numbers in fields": (OF_NUMBERS, IN_FIELDS, IN_ONE_LINE),
    "a number beside another": (OF_NUMBERS, WITH_ANOTHER, IN_ONE_LINE),
    "one end of an interval": (OF_NUMBERS, FIRST_END, IN_ONE_LINE),
    "nodes": (OF_NODES, AS_TEXT, ABOUT_NODES),
    "words": (OF_WORDS, AS_TEXT, ABOUT_WORDS),
    "odd trees": (OF_ODD_TREES, AS_TEXT, (*ABOUT_NODES, *BY_NODE, *WORDED_NUMBERS)),
    "unknowns": (OF_UNKNOWNS, AS_TEXT, (*SETS, *NUMBERS)),
    "one unknown number": (OF_UNKNOWNS, IN_FIELDS, one_line(SETS)),
    "orders as text": (OF_ORDERS, AS_TEXT, (*ORDERS, *LISTS, *BY_NODE)),
    "an order beside others": (OF_ORDERS, ONE_ORDER, one_line((*ORDERS, *LISTS))),
    "courses of searches": (OF_COURSES, AS_TEXT, (*COURSES, *LISTS, *BY_NODE, *QUANTITIES)),
    "one of several depths": (OF_COURSES, ONE_DEPTH, one_line((*COURSES, *LISTS, *BY_NODE, *QUANTITIES))),
    "constructions as text": (OF_CONSTRUCTIONS, AS_TEXT, (*CONSTRUCTIONS, *NUMBERS, *BY_NODE, *LISTS)),
    "players as text": (OF_PLAYERS, AS_TEXT, (*PAYOFFS, *NUMBERS, *BY_NODE, *WORDED_NODES)),
    "one of several players": (OF_PLAYERS, ONE_PLAYER, one_line((*PAYOFFS, *NUMBERS))),
}


ASKED = (OF_NUMBERS, OF_NODES, OF_WORDS, OF_UNKNOWNS, OF_ORDERS, OF_COURSES, OF_CONSTRUCTIONS)


def test_every_kind_of_question_is_asked_here() -> None:
    assert set(re.findall(r"ask: ([a-z-]+)", "".join(ASKED))) == set(KINDS)


def each_way() -> Iterator[object]:
    """Every text as an answer's text; in single fields and odd trees every third; all by long tests."""
    for name, (questions, fields, typed) in WAYS.items():
        few = typed if fields is AS_TEXT and questions is not OF_ODD_TREES else typed[::3]
        yield pytest.param(questions, fields, few, id=name)
        if few is not typed:
            yield pytest.param(questions, fields, typed, id=f"{name}, all", marks=pytest.mark.slow)


@pytest.mark.parametrize(("questions", "fields", "typed"), list(each_way()))
def test_the_page_and_the_preview_say_the_same_of_every_answer(
    questions: str,
    fields: tuple[str, ...],
    typed: tuple[str, ...],
    *,
    open_page: Callable[[str], Page],
    tmp_path: Path,
) -> None:
    problems = load(HEAD + questions, tmp_path)
    page = open_page(sheet_html(problems))
    apart = [
        difference
        for text, said in zip(typed, page.evaluate(TYPE, [typed, fields]), strict=True)
        for difference in _differences(problems, text, *said)
    ]
    assert not apart, "\n".join(apart)


def _differences(
    problems: ProblemSet, text: str, complaints: Mapping[str, str], progress: str, file: str
) -> Iterable[str]:
    looked = _previewed(file, problems)
    for name, (state, said) in looked.items():
        if bool(complaints[name]) != (state == "unreadable"):
            yield f"{name} {text!r}: the page says {complaints}, the preview {state} {said}"
    if progress != (counted := _counted(looked)):
        yield f"{text!r}: the page counts {progress}, the preview {counted}"


def _previewed(file: str, problems: ProblemSet) -> dict[str, tuple[PreviewState, tuple[str, ...]]]:
    submission = read_submission(file.encode(), "answers.yaml")
    found = preview_sheet(Released(problems), submission, sentences())
    return {
        f"{number}.{place}": (one.state, one.said)
        for number, problem in enumerate(problems.on_sheet, 1)
        for place, one in enumerate(found.looked[problem.id], 1)
    }


def _counted(looked: Mapping[str, tuple[PreviewState, tuple[str, ...]]]) -> str:
    """The page's line, counted by the preview: what is there in part has something said about it."""
    states = Counter("partly" if state == "missing" and said else state for state, said in looked.values())
    questions = "question" if len(looked) == 1 else "questions"
    line = f"{states['answered']} of {len(looked)} {questions} answered"
    partly = f", {states['partly']} only in part" if states["partly"] else ""
    return line + partly + (f", {states['unreadable']} cannot be read yet" if states["unreadable"] else "")
