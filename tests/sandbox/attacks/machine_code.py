# verdict: raised or crashed
# earns: nothing
# writes machine code and runs it

import ctypes


def search(node):
    library = ctypes.CDLL(None, use_errno=True)
    library.mmap.restype = ctypes.c_void_p
    place = library.mmap(None, 4096, 7, 0x22, -1, 0)
    if place in (None, ctypes.c_void_p(-1).value):
        raise OSError(ctypes.get_errno(), "no memory for code")
    ctypes.memset(place, 0xC3, 1)
    return ctypes.CFUNCTYPE(ctypes.c_int)(place)()
