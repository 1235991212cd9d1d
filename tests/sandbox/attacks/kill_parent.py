# verdict: raised
# earns: nothing
# kills the process that started it

import os
import signal


def search(node):
    os.kill(os.getppid(), signal.SIGKILL)
