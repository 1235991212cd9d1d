"""What makes the documents: the generated reference, the pictures and the site."""
