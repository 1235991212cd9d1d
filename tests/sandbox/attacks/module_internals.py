# verdict: returned
# earns: nothing
# asks the node's own module what it knows about nodes that were not asked

def search(node):
    kind = type(node)
    module = vars(__import__("sys").modules.get(kind.__module__) or object)
    children = node.children
    known = [child._facts for child in children if child._facts is not None]
    return len(known) + len([name for name in module if name == "Tree"])
