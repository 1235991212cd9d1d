# verdict: timeout
# earns: nothing
# prints without end

def search(node):
    while True:
        print("x" * 10_000)
