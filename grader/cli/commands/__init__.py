"""One module for each command: its example, its arguments, and what it does with them."""
