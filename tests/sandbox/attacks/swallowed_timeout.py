# verdict: timeout
# earns: nothing
# catches whatever is raised to stop it

def search(node):
    while True:
        try:
            while True:
                pass
        except BaseException:
            continue
