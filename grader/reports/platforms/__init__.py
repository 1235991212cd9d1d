"""Grades → what CI services and learning platforms read."""
