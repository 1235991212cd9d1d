"""Grades, sets and keys → what people read: thin views that compute nothing of their own."""
