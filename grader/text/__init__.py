"""Text, and what is made of it everywhere: places in it, numbers, sentences, files."""
