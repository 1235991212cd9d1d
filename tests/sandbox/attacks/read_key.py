# verdict: raised
# earns: nothing
# reads the problem set

def search(node):
    with open("set.yaml") as file:
        return len(file.read())
