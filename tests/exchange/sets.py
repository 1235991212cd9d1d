"""A set with every kind of question that a platform can ask, and one whose every text is hostile."""

from __future__ import annotations

from grader.problems import ProblemSet, load_problems
from grader.text.source import Source

ALL_KINDS = """\
set: search-1
title: Search / sheet 1
rule: aima
problems:
  - id: textbook
    title: The tree of the textbook
    text: Look at *all* of it.
    tree: A = max(a1 -> B = min(3, 12, 8), a2 -> C = min(2, 4, 6), a3 -> D = chance(14, 5, 3))
    questions:
      - {ask: value, of: [B, C, D, A], points: 4}
      - {ask: value, id: root, points: 2}
      - {ask: value, id: dice, of: D}
      - {ask: best-move, points: 1}
      - {ask: pruned, as: leaves, points: 3}
      - {ask: count, of: nodes-visited}
      - ask: choice
        text: What does Min want?
        options: [{text: much}, {text: little, right: true, feedback: "Yes, it does."}]
      - ask: choice
        id: several
        text: Who moves?
        options: [{text: Max, right: true}, {text: Min, right: true}, {text: leaves, feedback: They end it.}]
      - {ask: true-false, text: Max moves first., right: true, feedback: {"false": Look at the root.}}
      - {ask: manual, text: Why?}
  - id: endless
    tree: max(inf, min(3, 4))
    questions:
      - {ask: value}
      - {ask: value, id: both, of: [A, B]}
      - {ask: line}
"""

BAIT = "]]></text>{1:NUMERICAL:=1}~#=%50%\\\\} [n1] <script>alert(1)</script> &lt;b&gt; *"
HOSTILE = f"""\
set: search-1
title: '{BAIT}'
problems:
  - id: bait
    title: '{BAIT}'
    text: '{BAIT}'
    tree: |
      "{BAIT}" = max("m {BAIT}" -> B = min(3, 12), "n {BAIT}" -> C = min(2, 4))
    questions:
      - {{ask: value, of: [B, '{BAIT.replace(chr(92) * 2, chr(92))}']}}
      - {{ask: best-move}}
      - {{ask: pruned, as: nodes}}
      - ask: choice
        text: '{BAIT}'
        options: [{{text: '{BAIT}', right: true, feedback: '{BAIT}'}}, {{text: other}}]
"""


def all_kinds() -> ProblemSet:
    return load_problems(Source(ALL_KINDS, "set.yaml"))


def hostile() -> ProblemSet:
    return load_problems(Source(HOSTILE, "set.yaml"))
