# verdict: timeout
# earns: nothing
# matches a pattern that takes exponential time, in C

import re


def search(node):
    return len(re.match(r"(a+)+$", "a" * 64 + "b").group())
