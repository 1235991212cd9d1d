# verdict: crashed or recursion
# earns: nothing
# lets Python and C call one another until the stack is full

import sys

sys.setrecursionlimit(10**9)


def search(node):
    return max([node], key=search)
