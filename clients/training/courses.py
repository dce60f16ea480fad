"""The courses by game."""

from __future__ import annotations

import importlib

from dinoai.clients.training.course import Course

COURSES = {"jurassic_snack": "dinoai.clients.training.jurassic_snack"}
"""By the name of the game: the module whose `COURSE` it is."""


def find_course(game: str) -> Course:
    """The game's training."""
    course: Course = importlib.import_module(COURSES[game]).COURSE
    return course
