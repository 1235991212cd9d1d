"""What a child may do and use, and how the kernel is told so."""
