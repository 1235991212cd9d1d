# verdict: raised
# earns: nothing
# waits for somebody to type something

def search(node):
    return int(input("the right answer, please: "))
