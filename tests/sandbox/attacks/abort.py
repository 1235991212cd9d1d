# verdict: crashed or raised
# earns: nothing
# lets the C library abort

import os


def search(node):
    os.abort()
