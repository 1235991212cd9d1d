# verdict: timeout
# earns: nothing
# never finishes being imported

while True:
    pass
