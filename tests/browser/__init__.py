"""Pages in a browser: a package, so that the browser ends when its tests do."""
