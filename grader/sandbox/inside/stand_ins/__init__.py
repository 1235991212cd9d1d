"""The modules that programs import, as far as a search on trees needs them.

They are written anew: the names and what they mean are those of the originals, the code is not.
"""

# Libraries that students import and seldom need for a search: the import does no harm, the use is told.
OFTEN_INSTALLED = (
    "IPython", "cv2", "matplotlib", "networkx", "pandas", "pygame", "pytest", "scipy", "seaborn", "sklearn",
    "sympy", "torch", "tqdm",
)  # fmt: skip
