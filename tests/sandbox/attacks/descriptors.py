# verdict: raised
# earns: nothing
# opens descriptors until there are none left

import os


def search(node):
    while True:
        os.dup(1)
