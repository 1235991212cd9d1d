# verdict: forged
# earns: nothing
# says that the trouble is in a line with hundreds of digits

import json
import os
import struct


def search(node):
    trouble = {"kind": "E", "file": "search.py", "line": 10**400}
    data = json.dumps({"outcome": "raised", "trouble": trouble}).encode()
    os.write(3, b"!" + struct.pack("<I", len(data)) + data)
    os._exit(0)
