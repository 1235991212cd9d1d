# verdict: raised
# earns: nothing
# opens sockets until there are none left

import socket

KEPT = []


def search(node):
    while True:
        KEPT.extend(socket.socketpair())
