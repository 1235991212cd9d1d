# verdict: forged
# earns: nothing
# sends a result whose value is no text

import os
import struct


def search(node):
    data = b'{"outcome": "returned", "value": ["int", 1e999], "move": {}}'
    os.write(3, b"!" + struct.pack("<I", len(data)) + data)
    os._exit(0)
