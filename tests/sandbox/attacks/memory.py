# verdict: memory
# earns: nothing
# takes a hundred gigabytes at once

def search(node):
    return len(bytearray(100 * 2**30))
