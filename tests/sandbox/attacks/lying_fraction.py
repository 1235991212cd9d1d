# verdict: unreadable
# earns: nothing
# returns a fraction whose parts are no integers

from fractions import Fraction


class Part(int):
    def __str__(self):
        return "1" * 100_000


def search(node):
    number = Fraction(1, 2)
    number._numerator = Part(1)
    return number
