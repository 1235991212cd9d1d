"""The version of the project: the one place where it is written."""

VERSION = "0.1.0"
