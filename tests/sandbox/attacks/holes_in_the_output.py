# verdict: returned
# earns: nothing
# writes to the end of its output, to its beginning, and far behind its end

import os


def search(node):
    os.lseek(1, 4090, 0)
    os.write(1, b"x" * 1000)
    os.lseek(1, 0, 0)
    os.write(1, b"\xff\xfe\x1b")
    os.lseek(1, 2**62, 0)
    try:
        os.write(1, b"x")
    except OSError:
        return 1
