"""Draftosaurus behind the engine's C interface."""
from dinoai.engine.game cimport Game

cdef Game draftosaurus
