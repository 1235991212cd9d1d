# verdict: returned
# earns: nothing
# forgets every module, and where modules come from

import sys


def search(node):
    sys.modules.clear()
    sys.meta_path.clear()
    return 1
