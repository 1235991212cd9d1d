# verdict: timeout
# earns: nothing
# raises an exception that never stops to say what it is


class Trouble(Exception):
    def __str__(self):
        while True:
            pass


def search(node):
    raise Trouble
