"""Tree and marks → TeX: a document with the tree drawn by `forest`, and text that TeX can set."""
