# verdict: raised or forged or exited
# earns: nothing
# sends a message from the channel's socket to somebody else

import socket


def search(node):
    socket.socket(fileno=3).sendto(b"5171", "\0leftover")
    return 1
