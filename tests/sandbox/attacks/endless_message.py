# verdict: timeout
# earns: nothing
# raises an exception whose message never comes

class Endless(Exception):
    def __str__(self):
        while True:
            pass


def search(node):
    raise Endless
