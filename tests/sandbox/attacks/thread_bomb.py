# verdict: raised
# earns: nothing
# starts threads without end

import threading


def search(node):
    while True:
        threading.Thread(target=threading.Event().wait).start()
