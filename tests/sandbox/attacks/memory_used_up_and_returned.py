# verdict: returned or memory
# earns: nothing
# uses up the memory bit by bit, and returns as if nothing had been

KEPT = []


def search(node):
    try:
        while True:
            KEPT.append([])
    except MemoryError:
        return 1
