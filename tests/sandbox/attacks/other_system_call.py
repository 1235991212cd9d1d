# verdict: forbidden or raised
# earns: nothing
# asks the kernel for a ring of requests that no filter sees

import ctypes


def search(node):
    library = ctypes.CDLL(None, use_errno=True)
    if library.syscall(425, 8, ctypes.create_string_buffer(256)) < 0:
        raise OSError(ctypes.get_errno(), "no ring")
    return 1
