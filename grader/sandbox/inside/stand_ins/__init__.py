"""The modules that agents of the Pacman project import, as far as a search on trees needs them.

They are written anew: the names and what they mean are the project's, the code is not.
"""

STAND_INS = ("game", "pacman", "util")  # a student's own files of these names are not used
ON_REQUEST = ("multiAgents",)  # only where the student has no file of that name
