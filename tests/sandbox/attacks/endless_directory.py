# verdict: timeout
# earns: nothing
# never ends to say which names it has, when one is looked for that is meant

class Thing:
    def __dir__(self):
        while True:
            pass

    def __getattr__(self, name):
        raise AttributeError(name, name=name, obj=self)


def search(node):
    return Thing().value
