"""Information-set search: bots, statistics and suggestions."""

if __name__ != "dinoai.search":
    raise ImportError("import this package as dinoai.search")

from dinoai.search.bots import BOTS
from dinoai.search.errors import OutOfMemoryError, OutOfTimeError, UnknownBotError
from dinoai.search.ismcts import StopFlag
from dinoai.search.results import EngineInfo, SearchStats, Suggestion, Suggestions
from dinoai.search.suggest import suggest

__all__ = [
    "BOTS",
    "EngineInfo",
    "OutOfMemoryError",
    "OutOfTimeError",
    "SearchStats",
    "StopFlag",
    "Suggestion",
    "Suggestions",
    "UnknownBotError",
    "suggest",
]
