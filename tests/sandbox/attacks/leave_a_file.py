# verdict: raised
# earns: nothing
# leaves a file for the next student to read

def search(node):
    with open("/tmp/leftover", "w") as file:
        file.write("5171")
    return 1
