"""`aima`: the textbook's package, of which only `aima.utils` is here."""

from grader.sandbox.inside.stand_ins.absent import part_of

__path__: list[str] = []
__getattr__ = part_of("aima", "is not here: submit your own file if you need it")
