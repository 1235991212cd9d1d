"""Students' programs: what they can be written for, and how they are run behind walls."""
