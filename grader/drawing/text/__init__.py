"""Tree and marks → plain text: top-down where it fits the width, else sideways."""
