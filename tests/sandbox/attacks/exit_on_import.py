# verdict: exited
# earns: nothing
# ends before it has defined anything

raise SystemExit(0)
