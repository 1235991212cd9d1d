"""Trees and a rule → the practice page: one file in which a student watches, walks and solves."""
