# verdict: forged
# earns: nothing
# says that its result has a length below zero

import os
import struct


def search(node):
    os.write(3, b"!" + struct.pack("<i", -1) + b"{}")
    os._exit(0)
