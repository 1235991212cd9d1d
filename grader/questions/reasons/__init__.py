"""A wrong answer and the solution → what the search does instead, as it can be checked by hand."""
