"""A Grade → the report that its student reads, in every form."""
