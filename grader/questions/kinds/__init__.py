"""One file for each kind of question: what it asks, its key, and how an answer is marked."""
