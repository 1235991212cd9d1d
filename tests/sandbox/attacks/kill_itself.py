# verdict: raised or killed or crashed
# earns: nothing
# sends itself a signal that cannot be caught

import os
import signal


def search(node):
    os.kill(os.getpid(), signal.SIGKILL)
