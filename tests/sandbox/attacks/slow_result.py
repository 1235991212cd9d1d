# verdict: timeout
# earns: nothing
# sends the right form of a result byte by byte, too slowly

import os
import time


def search(node):
    for byte in b'!\x33\0\0\0{"outcome": "returned", "value": ["int", "5171"]}':
        os.write(3, bytes([byte]))
        time.sleep(0.1)
