# verdict: forged
# earns: nothing
# sends a result that says what was visited

import json
import os
import struct


def search(node):
    said = {"outcome": "returned", "value": ["int", "1"], "visited": ["A", "B"], "visits": 7}
    data = json.dumps(said).encode()
    os.write(3, b"!" + struct.pack("<I", len(data)) + data)
    os._exit(0)
