# verdict: raised
# earns: nothing
# sends a datagram, which needs no connection

import socket


def search(node):
    socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"5171", ("127.0.0.1", 53))
    return 1
