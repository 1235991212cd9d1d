# verdict: raised
# earns: nothing
# lists what others have handed in

import os


def search(node):
    return len(os.listdir(".."))
