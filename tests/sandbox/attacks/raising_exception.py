# verdict: raised
# earns: nothing
# raises an exception that raises when it is shown

class Hostile(BaseException):
    def __str__(self):
        raise Hostile


def search(node):
    raise Hostile
