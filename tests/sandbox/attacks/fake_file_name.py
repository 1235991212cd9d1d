# verdict: raised
# earns: nothing
# raises an exception in code that says it is a file of the grader

exec(compile("def search(node):\n" + "\n" * 5000 + "    1 / 0", "set.yaml", "exec"))
