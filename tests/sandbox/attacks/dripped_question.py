# verdict: forged
# earns: nothing
# asks about a node that it guessed, one byte at a time

import os
import time


def search(node):
    for byte in b"?01234567":
        os.write(3, bytes([byte]))
        time.sleep(0.001)
    return 1
