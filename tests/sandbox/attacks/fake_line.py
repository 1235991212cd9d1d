# verdict: raised
# earns: nothing
# raises an exception in a function with an odd name, in the last line that can be


def search(node):
    raise ValueError


search.__code__ = search.__code__.replace(co_name="\x1b[2J\n" * 99, co_firstlineno=2**31 - 1)
