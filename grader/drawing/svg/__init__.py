"""Scene → SVG: pictures that stand alone, pictures inside a page, and what is laid over them."""
