# verdict: raised
# earns: nothing
# raises an exception whose name and message are very long and full of controls

def search(node):
    raise type("E" * 1_000_000, (Exception,), {})("\x1b[2J\0\r::error::" * 100_000)
