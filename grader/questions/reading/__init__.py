"""What people type → names, numbers, intervals and cuts, each with its place in the text."""
