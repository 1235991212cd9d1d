# verdict: forged
# earns: nothing
# announces a result of four gigabytes

import os
import struct


def search(node):
    os.write(3, b"!" + struct.pack("<I", 0xFFFFFFFF))
    while True:
        os.write(3, b"x" * 65536)
