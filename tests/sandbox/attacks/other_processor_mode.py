# verdict: forbidden or raised or crashed
# earns: nothing
# makes a system call by the number that it has in another mode of the processor

import ctypes

OTHER_MODE = 0x4000_0000
OPEN = 2


def search(node):
    library = ctypes.CDLL(None, use_errno=True)
    if library.syscall(OTHER_MODE + OPEN, b"/etc/passwd", 0) < 0:
        raise OSError(ctypes.get_errno(), "not opened")
    return 1
