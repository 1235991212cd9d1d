"""ProblemSet → its key: for those who mark, as text, as a page and as a rubric."""
