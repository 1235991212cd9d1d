# verdict: exited
# earns: nothing
# raises an exception whose name is no text


class Odd(type):
    @property
    def __name__(cls):
        return 5171


class Trouble(Exception, metaclass=Odd):
    pass


def search(node):
    raise Trouble
