"""What was seen of a program → sentences for the student; of hidden trees only how many are not right."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from grader.grading.program_run import OF_FORM
from grader.grading.programs.program_answers import AnsweredSeries, AnswerOnTree
from grader.grading.programs.program_runs import Runs, is_unusable
from grader.problems import Code, Problem, ProblemSet
from grader.questions import Mark
from grader.questions.set_comparison import having, said_of
from grader.sandbox.run import Program, Run, Trouble
from grader.sandbox.run.final_message import UNREADABLE
from grader.sandbox.run.program import RunOutcome
from grader.submissions import Submission
from grader.text.columns import visible
from grader.text.numbers import exact
from grader.text.sentences import Say
from grader.text.spelling import closest
from grader.tree.notation import write_name

_MOST_TREES = 3  # that are told about in a question's feedback; the runs have all of them
_MOST_NODES = 12
_LONGEST_NAME = 60
_NO_SUCH_MOVE = "no-such-move"


@dataclass(frozen=True, slots=True)
class Telling:
    """What there is to tell about one program."""

    problem: Problem
    program: Program
    runs: Runs
    say: Say

    def about_form(self, row: AnsweredSeries) -> Iterator[str]:
        """Why there is nothing to mark, which says nothing about right or wrong."""
        if row.trial is not None and is_unusable(row.trial):
            what = " ".join(about_outcome(self.problem, row.trial, self.say))
            yield self.say("code.everywhere", what=what)
        yield from self._about_outcomes(filter(_is_of_form, row.public), len(row.public))
        if unused := [visible(name[:_LONGEST_NAME]) for name in self.program.unused]:
            yield self.say("code.unused", number=len(unused), files=_some(unused, self.say))

    def about_trees(self, row: AnsweredSeries, *, first: bool) -> Iterator[str]:
        """What is wrong on the first few public trees, and how many others are.

        Why a run did not come to its end is told with the `first` question alone. What a program did on a
        hidden tree changes nothing here but how many of them are right.
        """
        yield from self._about_rule(row)
        public = [answer for answer in row.public if not answer.right and not _is_of_form(answer)]
        returned = [answer for answer in public if answer.run.outcome == "returned"]
        if first:
            yield from self._about_outcomes(public, len(row.answers))
        for answer in returned[:_MOST_TREES]:
            yield from _about_tree(answer, self.problem.code.way.seen, self.say)
        if len(returned) > _MOST_TREES:
            yield self.say("code.more-trees", number=len(returned) - _MOST_TREES)
        if (hidden := _wrong_and_hidden(row)) and not row.is_unusable:
            yield self.say("code.hidden-trees", number=hidden)
        if first and self.runs.differ and row.public:
            yield self.say("code.differs", tree=self.problem.trees[self.runs.twice].id)

    def about_difference(self, place: int) -> Iterator[str]:
        """That the second run was different, where only the staff may know: on a hidden tree."""
        if self.runs.differ and place == self.runs.twice and self.problem.trees[place].hidden:
            yield self.say("code.differs-hidden")

    def reckoning(self, row: AnsweredSeries) -> str:
        """How many trees are right; where some count more than others, what they count."""
        say, accepted = self.say, row.series.accepted
        alike = {answer.tree.weight for answer in row.answers} == {1}
        key = "code.trees" if alike else "code.weights"
        reckoning = say(key, right=exact(row.right), number=exact(row.weights))
        if row.together:
            reckoning = say("code.all-questions", reckoning=reckoning)
        elif row.question.credit == "all":
            reckoning = say("code.all-or-nothing", reckoning=reckoning)
        if accepted is not None and accepted.credit != 1:
            reckoning = say("grading.share-of-rule", reckoning=reckoning, share=accepted.credit)
        points, whole = row.question.points, row.together or row.question.credit == "all"
        key = "grading.reckoning-whole" if whole else "grading.reckoning"
        return say(key, reckoning=reckoning, earned=exact(row.share * points), number=points)

    def _about_rule(self, row: AnsweredSeries) -> Iterator[str]:
        """Under which other rule the marks are given, as far as public trees show it."""
        accepted = row.told.accepted
        if accepted is None:
            return
        stated = row.question.rule.in_words(self.say)
        words = [sentence for sentence in row.told.rule.in_words(self.say) if sentence not in stated]
        yield self.say("grading.accepted-rule", rule=self.say("list.semicolon").join(words))
        if accepted.because is not None:
            yield accepted.because

    def _about_outcomes(self, answers: Iterable[AnswerOnTree], of: int) -> Iterator[str]:
        """Why runs did not come to their end, each reason once with the trees that it holds for."""
        trees: dict[str, list[str]] = {}
        for answer in answers:
            if what := " ".join(about_outcome(self.problem, answer.run, self.say)):
                trees.setdefault(what, []).append(answer.tree.id)
        for what, names in list(trees.items())[:_MOST_TREES]:
            key = "code.everywhere" if len(names) == of else "code.on-tree"
            yield self.say(key, tree=_some(names, self.say), what=what)


def _wrong_and_hidden(row: AnsweredSeries) -> int:
    """On how many hidden trees it is not right."""
    return sum(answer.tree.hidden and not answer.right for answer in row.answers)


def _is_of_form(answer: AnswerOnTree) -> bool:
    """Whether the program could not be run."""
    return answer.run.outcome in OF_FORM


def is_unreadable(submission: Submission) -> bool:
    """Whether nothing of what was submitted could be read, for reasons that are known."""
    return bool(submission.mistakes) and not submission.readable


def not_handed_in(problems: ProblemSet, problem: Problem, submission: Submission, say: Say) -> Iterator[str]:
    """That the file is missing, and which one may be meant for it: none that another problem asks for."""
    key = "code.not-readable" if is_unreadable(submission) else "code.not-handed-in"
    yield say(key, file=problem.code.file)
    others = sorted({*submission.files} - {*problems.program_files})
    if (close := closest(problem.code.file, others, alike=0.5)) is not None:
        yield say("code.file-meant", meant=visible(close[:_LONGEST_NAME]), file=problem.code.file)


def _about_tree(answer: AnswerOnTree, seen: str, say: Say) -> Iterator[str]:
    run, tree, question = answer.run, answer.tree.id, answer.posed.question
    if answer.given is None:
        no_move = (
            question.observable == "move" and run.trouble is not None and run.trouble.kind == _NO_SUCH_MOVE
        )
        yield say(
            f"code.{_NO_SUCH_MOVE}" if no_move else "code.not-answered", tree=tree, returned=run.returned
        )
    elif answer.mark is None:
        yield say("code.guessed", tree=tree, returned=run.returned)
    elif question.is_returned:
        yield say(f"code.wrong-{question.observable}", tree=tree, returned=run.returned)
        yield from answer.mark.feedback
    elif question.observable == "count":
        yield say("code.counted", tree=tree, number=answer.given)
        yield from answer.mark.feedback
    else:
        yield from _about_visits(answer, seen, say)


def _about_visits(answer: AnswerOnTree, table: str, say: Say) -> Iterator[str]:
    """Which nodes it looked at and should not have, the reverse, and why."""
    assert answer.mark is not None
    tree, observed, right = answer.tree.id, answer.observed, answer.posed.solution
    wanted, seen = set(right.visited), set(observed.visited)
    looked = [name for name in observed.visited if name not in wanted]
    skipped = [name for name in right.visited if name not in seen]
    for key, names in (("beyond", observed.beyond), ("surplus", looked), ("skipped", skipped)):
        if names:
            yield say(f"{table}.{key}", tree=tree, number=len(names), nodes=_some(names, say))
    if not (looked or skipped or observed.beyond):
        yield say(f"{table}.other-order", tree=tree)
    yield from _reasons(answer.mark, say)


def _reasons(mark: Mark, say: Say) -> Iterator[str]:
    """What the question says about the nodes, but not which of them are right."""
    right = having("right", mark.parts)
    praise = said_of("set.right", list(map(write_name, right)), say) if right else None
    return (sentence for sentence in mark.feedback if sentence != praise)


def _some(names: Sequence[str], say: Say) -> str:
    shown = say.listed(names[:_MOST_NODES])
    left = len(names) - _MOST_NODES
    return say("set.more", items=shown, number=left) if left > 0 else shown


# Where a program in another language is told something else than one in Python.
_COMMAND_ENDS: frozenset[RunOutcome] = frozenset(("crashed", "exited", "unreadable"))
_COMMAND_SLIPS = frozenset(("not-json", "no-question", "long-line", "two-lines", "went-on", "no-handle"))
_COMMAND_RESULTS = frozenset(("bool", "text", "digits", "type"))
_QUESTION, _RESULT = '{"ask": "…"}', '{"value": 3, "move": "a1"}'

_WITH_MESSAGE: frozenset[RunOutcome] = frozenset(("raised", "import"))  # which Python may leave out
_STOPS = (".", "!", "?", "。", "！", "？", "…")


def about_outcome(problem: Problem, run: Run, say: Say) -> Iterator[str]:
    """Why a run did not come to its end; nothing where it did."""
    if run.outcome == "returned":
        return
    code, trouble = problem.code, run.trouble or Trouble("")
    told = say(_key(code, run.outcome, trouble), **_parts(code, run, trouble, say))
    if trouble.meant:
        yield told if told.endswith(_STOPS) else say("code.before-meant", what=told)
        yield say("code.meant", meant=trouble.meant)
    else:
        yield told


def _key(code: Code, outcome: RunOutcome, trouble: Trouble) -> str:
    """The sentence that fits."""
    if code.command and (outcome in _COMMAND_ENDS or trouble.kind in _COMMAND_SLIPS):
        return f"command-run.{trouble.kind if outcome == 'forged' else outcome}"
    if outcome == "timeout":
        return f"{code.way.seen}.timeout"
    somewhere = "-somewhere" if outcome == "raised" and trouble.line is None else ""
    silently = "-silently" if outcome in _WITH_MESSAGE and not trouble.message else ""
    return f"code.{outcome}{somewhere}{silently}"


def _parts(code: Code, run: Run, trouble: Trouble, say: Say) -> dict[str, object]:
    return {
        "file": code.file, "name": code.name, "visits": run.visits, "seconds": code.seconds,
        "memory": code.memory >> 20, "most": code.visits, "number": run.visits, "returned": run.returned,
        "kind": trouble.kind, "message": trouble.message, "line": trouble.line or 0,
        "where": trouble.file or code.file, "what": _what(code, trouble, say),
        "question": _QUESTION, "result": _RESULT,
    }  # fmt: skip


def _what(code: Code, trouble: Trouble, say: Say) -> str:
    """What was returned that is no value and no move."""
    kind = trouble.kind if trouble.kind in UNREADABLE else "type"
    if kind == "none" and code.way.returns[0] == "move":
        kind = "none-chosen"
    table = "command-result" if code.command and kind in _COMMAND_RESULTS else "code-result"
    return say(f"{table}.{kind}", type=trouble.message)
