# verdict: raised or forged or exited
# earns: nothing
# sends the grader a descriptor along with a question

import socket


def search(node):
    socket.send_fds(socket.socket(fileno=3), [b"?" + b"0" * 8], [1])
    return 1
