# verdict: raised
# earns: nothing
# connects to a server

import socket


def search(node):
    server = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    server.connect(("127.0.0.1", 80))
    return 1
