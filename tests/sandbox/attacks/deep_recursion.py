# verdict: memory or crashed or recursion or timeout
# earns: nothing
# calls itself without end, and lifts Python's limit

import sys

sys.setrecursionlimit(10**9)


def search(node):
    return search(node) + 1
