# verdict: crashed
# earns: nothing
# writes to the address 0

import ctypes


def search(node):
    ctypes.memset(0, 0, 1)
