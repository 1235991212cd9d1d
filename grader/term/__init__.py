"""A course and the gradebooks of its sets → everybody's term: marks, slip days, drops and the total."""
