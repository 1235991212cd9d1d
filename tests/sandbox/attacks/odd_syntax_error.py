# verdict: syntax
# earns: nothing
# raises an error in a line that no file has


def search(node):
    raise SyntaxError("look here", ("search.py", 10**400, 0, ""))
