# verdict: timeout
# earns: nothing
# sleeps, which uses no processor time

import time


def search(node):
    time.sleep(3600)
