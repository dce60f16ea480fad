"""Whether this is a debug build."""

DEBUG = bool(CHECKED)
