"""The modules that programs import, as far as a search on trees needs them.

They are written anew: the names and what they mean are those of the originals, the code is not.
"""

STAND_INS = ("game", "pacman", "util")  # of agents; a student's own files of these names are not used

# Only where the student has no file of that name: for each API the modules, and what stands in for them.
_ANYWHERE = {"numpy": "numpy"}
ON_REQUEST = {
    "tree": _ANYWHERE,
    "aima": {
        **_ANYWHERE, "aima": "aima", "aima.utils": "aima_utils", "canvas": "canvas", "utils": "aima_utils",
        "utils4e": "aima_utils",
    },
    "cs188": {**_ANYWHERE, "multiAgents": "multi_agents"},
}  # fmt: skip

# Libraries that students import and seldom need for a search: the import does no harm, the use is told.
OFTEN_INSTALLED = (
    "IPython", "cv2", "matplotlib", "networkx", "pandas", "pygame", "pytest", "scipy", "seaborn", "sklearn",
    "sympy", "torch", "tqdm",
)  # fmt: skip
