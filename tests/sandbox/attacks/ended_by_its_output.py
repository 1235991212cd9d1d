# verdict: crashed
# earns: nothing
# lets the kernel end it when its output is full

import signal

signal.signal(signal.SIGXFSZ, signal.SIG_DFL)


def search(node):
    while True:
        print("x" * 100)
