# verdict: timeout
# earns: nothing
# sends half a message, and then nothing

import os
import time


def search(node):
    os.write(3, b"?123")
    time.sleep(3600)
