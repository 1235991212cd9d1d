# verdict: timeout or memory
# earns: nothing
# raises a number to a power, in C, for hours

def search(node):
    return 10 ** 10 ** 8
