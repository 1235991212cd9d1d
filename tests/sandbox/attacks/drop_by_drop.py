# verdict: timeout
# earns: nothing
# sends one byte of a long result at a time

import os
import struct
import time


def search(node):
    os.write(3, b"!" + struct.pack("<I", 60_000))
    while True:
        os.write(3, b" ")
        time.sleep(0.01)
