# verdict: raised or timeout
# earns: nothing
# stops itself, so that nobody gets an answer

import os
import signal


def search(node):
    os.kill(os.getpid(), signal.SIGSTOP)
    signal.raise_signal(signal.SIGSTOP)
