"""Trees in the formats of others: Gambit's `.efg`, JSON, nested lists, DOT."""
