# verdict: forged or exited
# earns: nothing
# lets a timer write to the channel while the result is sent

import os
import signal


def write(*_):
    os.write(3, b"?" + bytes(8))


signal.signal(signal.SIGALRM, write)


def search(node):
    signal.setitimer(signal.ITIMER_REAL, 1e-4, 1e-4)
    return sum(range(10**6))
