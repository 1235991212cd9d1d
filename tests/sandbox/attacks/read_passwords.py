# verdict: raised
# earns: nothing
# reads a file that every system has

def search(node):
    with open("/etc/passwd") as file:
        return len(file.read())
