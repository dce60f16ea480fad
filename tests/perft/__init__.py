"""Counts of move sequences of both games as data, made by the packed rules and confirmed by the plain ones."""
