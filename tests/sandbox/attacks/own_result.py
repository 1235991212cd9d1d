# verdict: returned
# earns: nothing
# sends a result of its own and ends, which is a guess like any other

import json
import os
import struct


def search(node):
    data = json.dumps({"outcome": "returned", "value": ["int", "1"], "move": None}).encode()
    os.write(3, b"!" + struct.pack("<I", len(data)) + data)
    os._exit(0)
