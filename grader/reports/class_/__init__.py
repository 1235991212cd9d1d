"""The Grades of a class → its page, its tables and its files."""
