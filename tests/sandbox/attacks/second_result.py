# verdict: forged
# earns: nothing
# sends a result of its own before it returns

import json
import os
import struct


def search(node):
    data = json.dumps({"outcome": "returned", "value": ["int", "1"], "move": None}).encode()
    os.write(3, b"!" + struct.pack("<I", len(data)) + data)
    return 1
