"""Question: what every kind of question has in common. A kind is one file beside this one.

A question is asked about a `Solution` (a tree under a rule, solved once). Its key, and an answer that was
read, are plain values that can be compared with `==`: numbers, names, tuples, frozensets and dicts of them.
"""

from __future__ import annotations

import dataclasses
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar, Literal, NamedTuple, Self, TypeAlias, get_args

from grader.document import Fields
from grader.memory import Memorable, remembered
from grader.questions.answer_form import AnswerForm
from grader.questions.credit import Credit, CreditWord
from grader.questions.verdict import Parts, Verdict
from grader.rule import Rule
from grader.solving import Solution
from grader.solving.counterexample import Counterexample
from grader.text.numbers import Number, show_number
from grader.text.sentences import Say
from grader.text.spelling import shortened
from grader.tree.new_names import NewNames

# What of a program's run is its answer: what it returned, or what it looked at; in the order of hints.
Observable: TypeAlias = Literal["value", "move", "visits", "skips", "count"]
MapLayer: TypeAlias = Literal["values", "windows", "cuts", "irrelevant"]
Pruning: TypeAlias = Literal["no", "assumed", "asked"]
# What of a student's work an answer shows; each is done on its own, rightly or not.
Shown: TypeAlias = Literal["values", "move", "search", "windows"]
Given: TypeAlias = tuple[tuple[str, Number], ...]  # numbers for unknown leaves, by the unknown

OBSERVABLES: tuple[Observable, ...] = get_args(Observable)


@dataclass(frozen=True, slots=True)
class Marking:
    """What a question is marked with: the solution, the sentences, and the student's own values of nodes.

    `own` gathers what the `own_values` of the problem's questions give. The sentences have decimals where
    the tree has.
    """

    solution: Solution
    say: Say
    own: Mapping[str, Number] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.solution.tree.in_decimals:
            object.__setattr__(self, "say", self.say.in_decimals())


@dataclass(frozen=True, slots=True)
class Mark:
    """What an answer earns: a share of the points, how that was reckoned, and what to say about it.

    `parts` has a verdict for every node or item of the answer and of the key; `carried` lists the names of
    those that are. `counterexample` is the one that the feedback tells, for those who can draw it.
    """

    share: Fraction
    reckoning: str
    feedback: tuple[str, ...] = ()
    parts: Parts = field(default_factory=dict)
    counterexample: Counterexample | None = None

    @property
    def carried(self) -> tuple[str, ...]:
        return tuple(name for name, verdict in self.parts.items() if verdict == "carried")

    @property
    def verdict(self) -> Verdict:
        return "right" if self.share == 1 else "partly" if self.share else "wrong"


class Posed(NamedTuple):
    """A question as it is asked about another tree, and that tree, solved as the question needs it."""

    question: Question
    solution: Solution


class Unreadable(Exception):
    """An answer that cannot be read: why, as a sentence of the catalogue, and where in the answer's text.

    `end` is None where the whole text is meant.
    """

    def __init__(self, key: str, start: int = 0, end: int | None = None, **parts: object) -> None:
        super().__init__(key, start, end)
        self.key = key
        self.start = start
        self.end = end
        self.parts = parts

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.key, self.start, self.end), {"parts": self.parts}

    def in_words(self, say: Say) -> str:
        return say(self.key, **self.parts)

    def quoting(self, text: str) -> Self:
        """The same, which shows what it is about as it stands in the answer's text."""
        if "text" in self.parts and self.end is not None:
            self.parts["text"] = shortened(text[self.start : self.end])
        return self

    def detached(self) -> Self:
        """The same to be kept for others: it holds on to nothing that was going on when it was raised."""
        self.__traceback__ = self.__context__ = self.__cause__ = None
        return self


@dataclass(frozen=True, slots=True, kw_only=True)
class Question(Memorable, ABC):
    """One question of a problem, with the fields that all kinds share.

    `id` is what a sheet calls it; `given` are numbers for unknown leaves. `credit` is "each", "all",
    "prefix", or a table from the number of wrong items to the share that is left. `rounding` is how many
    decimals a rounded answer needs.
    """

    ask: ClassVar[str]
    sample: ClassVar[str]  # an answer in good form, about nodes of no usual tree
    illustration: ClassVar[tuple[str, str]]  # a question and an answer not quite right, for the reference
    illustrated_on: ClassVar[str] = ""  # the tree of the illustration, if not the textbook's
    single: ClassVar[bool]  # whether every answer is right or wrong as a whole, so that no table can split it
    schema: ClassVar[Mapping[str, Any]] = {}  # the JSON Schema of each field that this kind alone has
    required: ClassVar[tuple[str, ...]] = ()  # those of these fields that must be there
    stand_ins: ClassVar[Mapping[tuple[str, ...], str]] = {}  # by path, for fields that would tell the key
    credits: ClassVar[tuple[CreditWord, ...]] = ("each", "all")  # the words that `credit` may be here
    needs_person: ClassVar[bool] = False  # whether somebody has to mark it by hand
    about_search: ClassVar[bool] = True  # whether the key follows from the solution, so that ideas predict it
    follows: ClassVar[bool] = False  # whether an answer may follow from the student's own values
    observable: ClassVar[Observable | None] = None  # what a program answers it with; None where none can
    on_paper: ClassVar[str] = ""  # the field without which a program could answer it
    sheet_only: ClassVar[tuple[str, ...]] = ()  # the fields that mean nothing to a program
    confusable: ClassVar[tuple[str, ...]] = ()  # the values of `as` that students take for one another
    layer: ClassVar[MapLayer | None] = None  # the map of a class's mistakes to which its answers belong
    room: ClassVar[tuple[int, int]] = (1, 40)  # lines on paper: at least, and one more for so many nodes

    id: str
    rule: Rule
    points: Fraction | int = 1
    credit: Credit = "each"
    carry: bool = True
    rounding: int = 2
    given: Given = ()

    @property
    def example(self) -> str:
        """An answer in good form, shown where one cannot be read."""
        return self.sample

    def example_for(self, solution: Solution) -> str:
        """The same, as answers about this tree look."""
        del solution  # most look alike about every tree
        return self.example

    @property
    def unknown(self) -> str | None:
        """The unknown leaf that the answer is about; none where all leaves have to be numbers."""
        return None

    @property
    def fills_blanks(self) -> bool:
        """Whether the answer has numbers for blank leaves; else a search needs a number for each of them."""
        return False

    @property
    def needs_tree(self) -> bool:
        """Whether it is asked about a tree, so that a problem without one cannot ask it."""
        return True

    @property
    def is_shuffled(self) -> bool:
        """Whether every student sees its options in an order of their own."""
        return False

    def seen_by(self, who: str, seed: bytes) -> Self:
        """The question as one student sees it; always the same, and not to be guessed from the name."""
        del who, seed  # most questions are the same for everybody
        return self

    def read_in_set(self, text: str, solution: Solution) -> Any:
        """What an answer means that stands in the set itself, whatever order a student sees."""
        return self.read(text, solution)

    def seen_letters(self) -> Mapping[str, str]:
        """By an option's letter in the set, the letter that the student saw; empty where all are the same."""
        return {}

    @property
    def pruning(self) -> Pruning:
        """Whether the question takes for granted that a search prunes, or even asks what it skips."""
        return "no"

    @property
    def fits_players(self) -> bool:
        """Whether it can be asked where several players each have an aim of their own: nothing is pruned."""
        return not self.about_search

    @property
    def shown(self) -> Shown:
        """What of a student's work the answer shows: most ask what the search does."""
        return "search"

    @property
    def sees_exits(self) -> bool:
        """Whether the answer has alpha and beta after a cut, so that the rule's `exit` matters."""
        return False

    @property
    def is_returned(self) -> bool:
        """Whether a program returns the answer, and so may guess it without a look at the tree."""
        return self.observable in ("value", "move")

    @classmethod
    @abstractmethod
    def own_fields(cls, fields: Fields) -> dict[str, Any]:
        """The fields of this kind alone, such as `of` and `as`, as keyword arguments of the class."""

    @classmethod
    def kind_for(cls, own: Mapping[str, Any]) -> type[Question]:
        """The class of a question with these fields: where they ask for another form, one of its own."""
        del own  # most kinds have but one form
        return cls

    @classmethod
    def is_single(cls, own: Mapping[str, Any]) -> bool:
        """Whether an answer is right or wrong as a whole with these fields, of which some may be missing."""
        del own  # for most kinds they make no difference
        return cls.single

    @classmethod
    def fullest(cls, solution: Solution) -> Self | None:
        """The question that leaves nothing out; None where those of other kinds tell as much."""
        del solution  # most kinds ask for what others tell
        return None

    def public_fields(self) -> dict[str, Any]:
        """The fields of this kind alone as a set writes them, but for those that tell the key."""
        return {}

    def released_fields(self, solution: Solution, say: Say) -> dict[str, Any]:
        """The same in what students have of a set, with what has to stand there in their place."""
        del solution, say  # most fields that tell the key have a stand-in
        return self.public_fields()

    def misfits(self, solution: Solution) -> Iterator[tuple[str, str, str | None]]:
        """Where the question does not fit the tree: the field, what is wrong, and a hint."""
        del solution  # most kinds can be asked of every tree
        return iter(())

    def weakness(self, solution: Solution) -> tuple[str, str] | None:
        """Why there is nothing to find out, though the question fits the tree, and what to do about it."""
        del solution  # most kinds always ask for something
        return None

    def title(self, say: Say) -> str:
        """What the question is called in every view, in a few words, whatever tree it is about."""
        return say(f"question-title.{self.ask}")

    @abstractmethod
    def in_words(self, solution: Solution, say: Say) -> str:
        """The question as a student reads it, in a sentence or two."""

    def in_full(self, solution: Solution, say: Say) -> str:
        """The same, with the numbers that are given for unknown leaves."""
        words = self.in_words(solution, say.in_decimals() if solution.tree.in_decimals else say)
        if not self.given:
            return words
        numbers = [f"{name} = {solution.tree.pretty(number)}" for name, number in self.given]
        return say("unknown.given", numbers=tuple(numbers), question=words)

    @abstractmethod
    def answer_form(self, solution: Solution) -> AnswerForm:
        """What an answer is."""

    @abstractmethod
    def key(self, solution: Solution) -> Any:
        """The right answer."""

    def alternatives(self, solution: Solution) -> tuple[Any, ...]:
        """Right answers of which any one will do."""
        return (self.key(solution),)

    def key_reasons(self, solution: Solution, say: Say) -> tuple[str, ...]:
        """What a key says about the right answer besides why the search of the tree stops where it does."""
        del solution, say  # most answers follow from that search
        return ()

    @abstractmethod
    def show(self, answer: Any, solution: Solution) -> str:
        """An answer as the sheet prints it: YAML on one line, which `read` reads back."""

    def blank(self, solution: Solution) -> str:
        """What the blank sheet prints behind the question's id; empty, or a form to fill in."""
        del solution  # most answers need no form
        return ""

    @abstractmethod
    def read(self, text: str, solution: Solution) -> Any:
        """The answer that a student typed; raises `Unreadable`."""

    def parts(self, solution: Solution) -> tuple[str, ...]:
        """The parts of an answer: the names of nodes, or one without a name."""
        del solution  # most answers have but one
        return ("",)

    def given_parts(self, given: Any) -> Mapping[str, Any]:
        """An answer part by part."""
        return {"": given}

    def expected(self, name: str, solution: Solution) -> Any:
        """What is right for a part."""
        del name  # of the only part
        return self.key(solution)

    def is_right(self, name: str, part: Any, solution: Solution) -> bool:
        """Whether a part is right."""
        del name  # of the only part
        return self.agrees(part, solution)

    def show_part(self, part: Any, solution: Solution) -> str:
        """A part as the sheet prints it."""
        return self.show(part, solution)

    def explain(self, name: str, part: Any, marking: Marking) -> Iterator[str]:
        """Why a part is wrong, and what is right, in a sentence or a few."""
        del name  # of the only part
        yield from self.mark(part, marking).feedback

    def deciding_nodes(self, solution: Solution) -> Sequence[str]:
        """The nodes at which it depends on the choice among equally good moves what is right."""
        del solution  # most answers follow from values alone
        return ()

    def feedback_on(self, option: Any) -> str:
        """What the author says to whoever chooses an option, as it is; empty where that is nothing."""
        del option  # most kinds have none
        return ""

    def authors_feedback(self, given: Any, say: Say) -> Iterator[str]:
        """What the author says to whoever answers so, in sentences."""
        del given, say  # most kinds say all themselves
        return iter(())

    def agrees(self, given: Any, solution: Solution) -> bool:
        """Whether an answer is what this solution gives."""
        return bool(given == self.key(solution))

    @abstractmethod
    def mark(self, given: Any, marking: Marking) -> Mark:
        """What the answer earns, and why."""

    def own_values(self, given: Any, solution: Solution) -> Mapping[str, Number]:
        """The true values that the student goes on with; `given` is None where it is missing or unreadable.

        Every node whose value is asked has one: the student's, or the key's where there is none.
        """
        del given, solution  # most kinds ask for no values
        return {}

    def plain(self, answer: Any) -> Any:
        """An answer as JSON holds it; numbers as integers or strings."""
        return plain(answer)

    def plain_key(self, solution: Solution) -> Any:
        """The right answer as JSON holds it, with decimals if the tree has them."""
        return self.plain(solution.tree.in_style(self.key(solution)))

    @remembered
    def mistaken_as(self, way: str) -> Self | None:
        """The same question with another value of `as`, if students take the two for one another."""
        if way not in self.confusable or way == self.public_fields()["as"]:
            return None
        changed: dict[str, Any] = {"as_": way}
        return dataclasses.replace(self, **changed)

    def renamed(self, names: NewNames) -> Self:
        """The same question about a tree whose nodes are named anew."""
        del names  # most kinds name no nodes
        return self

    def about(self, solution: Solution) -> Posed | None:
        """The question about another tree, with nothing of its own set; None where it cannot be asked there.

        The tree may get an unknown leaf; its shape and its names stay.
        """
        return Posed(self.changed_for(solution), solution)

    def changed_for(self, solution: Solution, **own: Any) -> Self:
        """The question about another tree, with these fields of its own kind, and nothing of its set."""
        return dataclasses.replace(
            self, id=self.ask, rule=solution.rule, given=(), points=1, credit="each", **own
        )

    def at_depths(self, solution: Solution) -> Mapping[int, Posed]:
        """What is asked at each depth, about the search to it; nothing where there is but one search."""
        del solution  # most are asked once
        return {}

    def with_rule(self, rule: Rule) -> Self:
        """The same question under another rule."""
        return dataclasses.replace(self, rule=rule)


def plain(answer: Any) -> Any:
    """A value of an answer as JSON holds it; a set in alphabetical order."""
    match answer:
        case None | bool() | str() | int():
            return answer
        case dict():
            return {str(name): plain(value) for name, value in answer.items()}
        case tuple() | list():
            return [plain(item) for item in answer]
        case Fraction() | float():
            return show_number(answer)
        case frozenset() | set():
            return sorted(map(plain, answer), key=str)
    return str(answer)
