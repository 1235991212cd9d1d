# verdict: raised
# earns: nothing
# writes to standard output past everything that Python does

import os


def search(node):
    while True:
        os.write(1, b"x" * 1_000_000)
