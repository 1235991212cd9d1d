# verdict: syntax or import or raised
# earns: nothing, coding: rot13
# is written in a code that turns text into other text

qrs frnepu(abqr):
    erghea 5171
