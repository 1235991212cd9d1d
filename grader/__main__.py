"""`python -m grader` is the command `grader`."""

import sys

from grader.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
