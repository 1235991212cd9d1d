"""A Term → its table as text, CSV, records and pages: for the staff, for platforms, and for each student."""
