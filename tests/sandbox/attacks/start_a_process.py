# verdict: import or raised
# earns: nothing
# starts another program

import subprocess


def search(node):
    return int(subprocess.run(["echo", "1"], capture_output=True).stdout)
