# verdict: forbidden or raised
# earns: nothing
# calls the kernel directly, to trace its parent

import ctypes
import os


def search(node):
    library = ctypes.CDLL(None, use_errno=True)
    if library.ptrace(16, os.getppid(), 0, 0) < 0:
        raise OSError(ctypes.get_errno(), "not traced")
    return 1
