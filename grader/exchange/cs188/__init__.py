"""The test cases of the Pacman projects → a problem set."""
