# verdict: timeout or memory
# earns: nothing
# takes all memory and goes on when there is none

KEPT = []


def search(node):
    while True:
        try:
            KEPT.append(bytearray(1 << 20))
        except MemoryError:
            continue
