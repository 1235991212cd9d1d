# verdict: raised
# earns: nothing
# listens on a socket that is in no file system

import socket


def search(node):
    listening = socket.socket(socket.AF_UNIX)
    listening.bind("\0leftover")
    listening.listen()
    return 1
