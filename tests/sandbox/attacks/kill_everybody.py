# verdict: raised
# earns: nothing
# kills every process that it may

import os
import signal


def search(node):
    os.kill(-1, signal.SIGKILL)
