# verdict: raised
# earns: nothing
# becomes a shell

import os


def search(node):
    os.execv("/bin/sh", ["sh", "-c", "echo 1"])
