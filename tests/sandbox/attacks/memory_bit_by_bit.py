# verdict: memory
# earns: nothing
# takes all memory in small pieces, and keeps what it has

KEPT = []


def search(node):
    while True:
        KEPT.append("x" * 100_000 + str(len(KEPT)))
