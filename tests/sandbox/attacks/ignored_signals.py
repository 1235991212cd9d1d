# verdict: timeout
# earns: nothing
# ignores every signal that can be ignored

import signal


def search(node):
    for number in signal.valid_signals():
        try:
            signal.signal(number, signal.SIG_IGN)
        except (OSError, ValueError):
            continue
    while True:
        pass
