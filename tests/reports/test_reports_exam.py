"""An exam paper and its key in LaTeX: the paper tells nothing, the key everything, and both compile."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from grader.cli.main import main
from grader.problems import ProblemSet, load_problems
from grader.reports.sheets.paper import Paper, PaperQuestion, exam_tex, paper, tex
from grader.text.source import InputError, Source
from tests.bundled import SETS, bundled

SET = """\
set: search-1
title: Search
rule: aima
problems:
  - id: textbook
    title: The textbook's tree
    tree: A = max(a1 -> B = min(3, 12, 8), a2 -> C = min(2, 4, 6))
    questions:
      - {ask: value, of: [B, A], points: 3}
      - {ask: pruned, points: 1, accept: [{answer: [C2], credit: 1/2, because: A misprint.}]}
      - {ask: best-move, rule: {best: last}}
      - {ask: window, of: C}
      - {ask: manual, text: Why?}
      - {ask: true-false, id: claim, text: C2 matters., right: false, feedback: {true: Look at B.}}
      - ask: choice
        text: Which is it?
        options: [{text: This, right: true}, {text: That, feedback: Not that.}]
"""
VARIANTS = """\
set: variants
problems:
  - id: pick
    variants: ["A = max(B = min(3, 12), C = min(2, 4))", "A = max(B = min(5, 11), C = min(1, 4))"]
    questions: [{ask: value}]
"""


def problems(text: str = SET) -> ProblemSet:
    return load_problems(Source(text, "set.yaml"))


@pytest.mark.parametrize("file", SETS, ids=lambda file: file.parent.name)
def test_nothing_is_filled_in_on_a_paper(file: Path) -> None:
    written = paper(bundled(file))
    questions = [question for problem in written.problems for question in problem.questions]
    assert all(question.blanks or question.options or question.lines for question in questions)
    assert not any(blank.answer for question in questions for blank in question.blanks)
    assert not any(tick.ticked or tick.feedback for question in questions for tick in question.options)
    assert not any(line for question in questions for line in (*question.lines, *question.remarks))
    assert not any(drawing.reasons for problem in written.problems for drawing in problem.drawings)


def test_how_much_room_there_is_does_not_tell_the_answer() -> None:
    other = SET.replace("min(2, 4, 6)", "min(9, 10, 11)")  # of which nothing is pruned
    assert [len(question.lines) for question in _questions(paper(problems()))] == [
        len(question.lines) for question in _questions(paper(problems(other)))
    ]


def test_the_key_is_filled_in_with_answers_and_reasons() -> None:
    value, pruned, best, window, manual, claim, choice = _questions(paper(problems(), key=True))
    assert [(blank.label, blank.answer) for blank in value.blanks] == [("B = ", "3"), ("A = ", "3")]
    assert pruned.lines == ("[C2, C3]",)
    assert pruned.remarks == ("Also accepted, for 1/2 of the points: [C2]", "A misprint.")
    assert [blank.answer for blank in best.blanks] == ["a1"]
    assert [(blank.label, blank.answer) for blank in window.blanks] == [
        ("α at C = ", "3"),
        ("β at C = ", "inf"),
    ]
    assert manual.lines == ("A person marks this answer; the set has no model answer.",)
    assert [(tick.ticked, tick.feedback) for tick in claim.options] == [(False, "Look at B."), (True, "")]
    assert [(tick.ticked, tick.feedback) for tick in choice.options] == [(True, ""), (False, "Not that.")]


def test_the_key_says_under_each_rule_why_the_search_stops() -> None:
    (problem,) = paper(problems(), key=True).problems
    stated, last = problem.drawings
    assert (stated.rule, last.rule) == ("", "of equally good moves, the last one searched is the best move")
    assert len(stated.reasons) == 1
    assert stated.reasons[0].startswith("C is at most 2 after C1")


def test_the_key_has_what_is_right_under_another_rule_that_is_accepted() -> None:
    text = SET.replace("{ask: best-move, rule: {best: last}}", "{ask: best-move}")
    text = text.replace("min(2, 4, 6)", "min(3, 4, 6)").replace(
        "    questions:", "    accept: [{rule: {ties: keep}, credit: 1}]\n    questions:"
    )
    pruned = _questions(paper(problems(text), key=True))[1]
    assert pruned.lines == ("[C2, C3]",)
    assert pruned.remarks[-1] == "Also accepted, for 1 of the points: none"


def test_a_question_that_was_taken_out_says_so_on_the_key_alone() -> None:
    text = SET.replace("{ask: window, of: C}", "{ask: window, of: C, void: full, because: A misprint.}")
    assert _questions(paper(problems(text)))[3].remarks == ()
    assert _questions(paper(problems(text), key=True))[3].remarks == (
        "This question was taken out, and everybody gets its points: A misprint.",
    )


def test_a_paper_has_the_student_s_own_variant_and_the_key_all_of_them() -> None:
    picks = problems(VARIANTS)
    assert len(paper(picks, "ada").problems) == len(paper(picks, "ada", key=True).problems) == 1
    assert [problem.title for problem in paper(picks, key=True).problems] == [
        "1. pick (variant 1 of 2)",
        "1. pick (variant 2 of 2)",
    ]


def test_a_question_has_its_name_where_the_text_speaks_of_it() -> None:
    text = SET.replace("    tree:", "    text: Begin with `pruned`.\n    tree:")
    assert [question.number for question in _questions(paper(problems(text)))][:2] == ["1.1", "1.2 pruned"]


def test_an_interval_has_a_blank_for_each_end() -> None:
    text = SET.replace("{ask: window, of: C}", "{ask: bounds, of: [B, C]}")
    blanks = _questions(paper(problems(text)))[3].blanks
    assert [blank.label for blank in blanks] == [
        "least at B = ", "most at B = ", "least at C = ", "most at C = "
    ]  # fmt: skip
    answers = [blank.answer for blank in _questions(paper(problems(text), key=True))[3].blanks]
    assert answers == ["3", "3", "-inf", "2"]


def test_of_moves_that_are_equally_right_the_key_says_that_either_will_do() -> None:
    text = SET.replace("min(2, 4, 6)", "min(3, 4, 6)").replace("{best: last}", "{best: any}")
    assert [blank.answer for blank in _questions(paper(problems(text), key=True))[2].blanks] == ["a1 or a2"]


def test_alpha_and_beta_of_a_node_stay_on_one_line() -> None:
    text = SET.replace("{ask: window, of: C}", "{ask: window, of: [A, C]}")
    blanks = _questions(paper(problems(text)))[3].blanks
    assert [(blank.label, blank.tied) for blank in blanks] == [
        ("α at A = ", False), ("β at A = ", True), ("α at C = ", False), ("β at C = ", True),
    ]  # fmt: skip
    assert exam_tex(problems(text)).count(
        "\\together{\\blank{{}$\\alpha$ at C = }{{}}\\sameline\n\\blank{{}$\\beta$ at C = }{{}}}\n"
    ) == len(["where it is asked", "on the answer sheet"])


def test_the_answer_sheet_repeats_what_one_can_type_and_is_on_no_key() -> None:
    names = [(question.number, question.column) for question in paper(problems()).copied]
    assert names == [
        ("1.1", "textbook.value"), ("1.2", "textbook.pruned"), ("1.3", "textbook.best-move"),
        ("1.4", "textbook.window"), ("1.6", "textbook.claim"), ("1.7", "textbook.choice"),
    ]  # fmt: skip
    assert paper(problems(), key=True).copied == ()


PROGRAM = """
  - id: program
    title: Your search
    code: {file: search.py, function: minimax}
    trees: [{tree: "max(1, 2)"}]
    questions: [{ask: value, points: 2}]
"""


def test_what_cannot_be_on_paper_is_named_there() -> None:
    written = exam_tex(problems(SET + PROGRAM[1:]))
    told = "Not on this paper: Your search (2 points),{} which is answered by a program in search.py."
    assert f"\\remark{{{{}}{told}}}" in written
    assert "Not on this paper" not in exam_tex(problems())


@pytest.mark.parametrize("command", ["sheet", "key"])
def test_what_cannot_be_on_paper_is_named_on_the_terminal(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("set.yaml").write_text(SET + PROGRAM[1:], encoding="utf-8")
    assert main([command, "set.yaml", "-o", "exam.tex"]) == 0
    assert capsys.readouterr().err == (
        "wrote exam.tex\nset.yaml: note: `program` is not on the paper: a program answers it\n"
    )


def test_a_long_set_has_no_table_of_points() -> None:
    one = "\n  - {id: p%d, tree: 'max(1, 2)', questions: [{ask: value}]}"
    many = "set: many\nproblems:" + "".join(one % number for number in range(13))
    assert r"\begin{tabular}" in exam_tex(problems())
    assert r"\begin{tabular}" not in exam_tex(problems(many))


FIGURES = {
    "a picture": ("board.png", r"\IfFileExists{board.png}"),
    "a drawing, of which TeX takes the PDF": ("board.svg", r"\IfFileExists{board.pdf}"),
    "a name that TeX could take amiss": ("a%b.png", ""),
}


@pytest.mark.parametrize(("name", "included"), FIGURES.values(), ids=FIGURES)
def test_a_figure_is_included_where_its_file_is(tmp_path: Path, name: str, included: str) -> None:
    (tmp_path / name).write_bytes(b"")
    text = SET.replace("    tree:", f'    figure: "{name}"\n    tree:')
    (tmp_path / "set.yaml").write_text(text, encoding="utf-8")
    body = exam_tex(load_problems(tmp_path / "set.yaml")).partition(r"\begin{document}")[2]
    assert included in body
    assert ("IfFileExists" in body) == bool(included)


TEXTS = {
    "a bracket first": ("[x]", "{}[x]"),
    "commands": (r"\input{/etc/passwd}", r"{}\textbackslash{}input\{/etc/passwd\}"),
    "signs": ("$ % # & _ ^^M", r"{}\$ \% \# \& \_ \textasciicircum{}\textasciicircum{}M"),
    "lines and blanks": ("a\n\n  b\t", "{}a b "),
}


@pytest.mark.parametrize(("text", "escaped"), TEXTS.values(), ids=TEXTS)
def test_a_text_stays_text(text: str, escaped: str) -> None:
    assert tex(text) == escaped


STRANGE = {
    "letters of another script": ("Привет", r"\character{041F}{П}"),
    "emoji": ("😀", r"\character{1F600}{😀}"),
    "what reverses the writing": ("\u202e", r"\codepoint{202E}"),
    "control characters": ("\x07", r"\codepoint{0007}"),
    "a sign that is Chinese only by its code": ("★", r"\character{2605}{★}"),
}


@pytest.mark.parametrize(("title", "shown"), STRANGE.values(), ids=STRANGE)
def test_what_pdflatex_lacks_is_shown_by_its_number(title: str, shown: str) -> None:
    written = exam_tex(problems(SET.replace("title: Search", f'title: "{_in_yaml(title)}"')))
    assert shown in written
    assert "CJKutf8" not in written


CHINESE = {"traditional": ("對抗式搜尋", "bsmi"), "simplified": ("对抗搜索", "gbsn")}


@pytest.mark.parametrize(("title", "font"), CHINESE.values(), ids=CHINESE)
def test_chinese_is_set_by_a_font_that_has_it(title: str, font: str) -> None:
    written = exam_tex(problems(SET.replace("title: Search", f"title: {title}")))
    assert f"\\begin{{CJK}}{{UTF8}}{{{font}}}" in written
    assert title in written
    assert r"\character{" not in written


def test_a_paper_in_chinese_speaks_chinese() -> None:
    written = exam_tex(problems(SET.replace("title: Search", "title: Search\nlanguage: zh-TW")))
    assert "姓名：" in written
    assert "Name" not in written


def test_a_template_of_one_s_own_stands_in_for_ours(tmp_path: Path) -> None:
    (tmp_path / "exam").mkdir()
    (tmp_path / "exam" / "opening.tex").write_text("\\section*{<< paper.title >>}\n", encoding="utf-8")
    written = exam_tex(problems(SET.replace("title: Search", "title: A & B")), templates=tmp_path)
    assert r"\section*{{}A \& B}" in written
    assert r"\begin{tabular}" not in written


def test_error_a_mistaken_template_is_reported_with_its_place(tmp_path: Path) -> None:
    (tmp_path / "exam").mkdir()
    (tmp_path / "exam" / "opening.tex").write_text("a\n<< paper.nothing >>\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"opening\.tex:2:1: error: the template is mistaken"):
        exam_tex(problems(), templates=tmp_path)


COMMANDS = {
    "a paper by its suffix": (["sheet", "set.yaml", "-o", "exam.tex"], False),
    "a paper by its form": (["sheet", "set.yaml", "--as", "tex", "-o", "exam.tex"], False),
    "a key": (["key", "set.yaml", "-o", "exam.tex"], True),
}


@pytest.mark.parametrize(("command", "key"), COMMANDS.values(), ids=COMMANDS)
def test_the_commands_write_a_paper_and_its_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: list[str], key: bool
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("set.yaml").write_text(SET, encoding="utf-8")
    assert main(command) == 0
    assert Path("exam.tex").read_text(encoding="utf-8") == exam_tex(problems(), key=key)


HOSTILE = r"""
set: hostile
title: "\\input{/etc/passwd} \\\\ $x$ % # & _ ^^M ~ {} [a] ``q'' -- <<1>> 😀 \u202e \x07"
problems:
  - id: p
    title: "[x] \\end{document}"
    text: |
      ^^41 \section{no}

      * [b] % c
    tree: '"a_b#%\\" = max("[x], {" -> 3, "}😀" -> min(2, 4))'
    questions:
      - {ask: value, of: ['a_b#%\']}
      - {ask: choice, id: c, text: "\\par", options: [{text: "[a]", right: true}, {text: "\\b}"}]}
"""
WIDE = f"""
set: wide
problems:
  - {{id: p, tree: "[{", ".join(f"[{number}, 5]" for number in range(40))}]", questions: [{{ask: value}}]}}
"""
PRINTED = (
    r"\input{/etc/passwd} \\ $x$ % # & _", "{} [a]", r"1. [x] \end{document}", r"\section{no}", "* [b] % c",
    "U+1F600", "U+202E", "U+0007",
)  # fmt: skip
TURNED = WIDE.replace("[0, 5]", "[[0, 5], [6, 7]]").replace(", [30, 5], [31, 5], [32, 5], [33, 5]", "")
BLANKS = SET.replace("{ask: window, of: C}", "{ask: window, of: [A, B, C]}")
COMPILED = {
    "an ordinary set": SET, "hostile texts": HOSTILE, "a wide tree": WIDE, "a tree that is turned": TURNED,
    "many blanks": BLANKS,
}  # fmt: skip


def _can_compile(*files: str) -> bool:
    finder = shutil.which("kpsewhich")
    if finder is None or shutil.which("pdflatex") is None:
        return False
    found = subprocess.run([finder, *files], capture_output=True, check=False)
    return found.stdout.count(b"\n") == len(files)


needs_tex = pytest.mark.skipif(
    not _can_compile("forest.sty", "iftex.sty"), reason="pdflatex with forest is not installed"
)
needs_chinese = pytest.mark.skipif(
    not _can_compile("CJKutf8.sty", "c70bsmi.fd", "bsmiu.map"), reason="CJKutf8 is not installed"
)


@needs_tex
@pytest.mark.parametrize("key", [False, True], ids=["paper", "key"])
@pytest.mark.parametrize("text", COMPILED.values(), ids=COMPILED)
def test_pdflatex_compiles_it_and_nothing_sticks_out(tmp_path: Path, text: str, key: bool) -> None:
    log = _compiled(exam_tex(problems(text), key=key), tmp_path)
    assert not re.search(r"^(?:Overfull \\hbox|LaTeX Warning|Missing character)", log, re.MULTILINE)


@needs_tex
@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="pdftotext is not installed")
def test_every_page_says_which_it_is_of_how_many_and_whose(tmp_path: Path) -> None:
    text = SET.replace("title: Search", "title: Search\nversions: [A, B]").replace(
        "    tree: A = ", "    variants:\n      - A = max(B = min(3, 12), C = min(2, 4))\n      - A = "
    )
    document = exam_tex(problems(text).of_version("B"), "ada")
    assert "Compile once more" in _compiled(document, tmp_path)
    assert "Compile once more" not in _compiled(document, tmp_path)
    subprocess.run([shutil.which("pdftotext") or "", "exam.pdf"], cwd=tmp_path, check=True)
    pages = (tmp_path / "exam.txt").read_text(encoding="utf-8").split("\f")[:-1]
    assert len(pages) >= 2
    for number, page in enumerate(pages, 1):
        for words in ("Search, version B", "ada", "search-1", f"Page {number} of {len(pages)}"):
            assert words in page


@needs_tex
@needs_chinese
def test_pdflatex_sets_chinese(tmp_path: Path) -> None:
    text = SET.replace("title: Search", "title: 對抗式搜尋\nlanguage: zh-TW").replace("B = min", "乙 = min")
    _compiled(exam_tex(problems(text.replace("of: [B, A]", "of: [乙, A]")), key=True), tmp_path)


@needs_tex
@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="pdftotext is not installed")
def test_hostile_texts_stand_on_the_paper_letter_for_letter(tmp_path: Path) -> None:
    _compiled(exam_tex(problems(HOSTILE)), tmp_path)
    subprocess.run([shutil.which("pdftotext") or "", "exam.pdf"], cwd=tmp_path, check=True)
    printed = " ".join((tmp_path / "exam.txt").read_text(encoding="utf-8").split())
    assert [text for text in PRINTED if text not in printed] == []


def _compiled(document: str, folder: Path) -> str:
    """The log of a run that made a PDF."""
    (folder / "exam.tex").write_text(document, encoding="utf-8")
    command = [shutil.which("pdflatex") or "", "-interaction=nonstopmode", "-halt-on-error", "exam.tex"]
    run = subprocess.run(command, cwd=folder, capture_output=True, timeout=120, check=False)
    log = run.stdout.decode(errors="replace")
    assert run.returncode == 0, log[-2000:]
    return log


def _questions(written: Paper) -> list[PaperQuestion]:
    return [question for problem in written.problems for question in problem.questions]


def _in_yaml(text: str) -> str:
    return "".join(character if character.isprintable() else f"\\u{ord(character):04x}" for character in text)
