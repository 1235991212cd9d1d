"""What runs on the other side of the wall, with the standard library alone.

The zygote makes `grader` and `grader.sandbox` as empty packages, so that these modules have their
usual names there while nothing else of the grader is at hand.
"""
