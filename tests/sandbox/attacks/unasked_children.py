# verdict: returned
# earns: nothing
# reads the slots of the children instead of asking them

def search(node):
    total = 0
    for child in node.children:
        for slot in ("_facts", "_children"):
            total += len(getattr(child, slot) or ())
    return total
