# verdict: crashed
# earns: nothing
# lets Python itself write to the output while it crashes

import ctypes
import faulthandler

faulthandler.enable()


def search(node):
    ctypes.string_at(0)
