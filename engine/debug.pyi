"""Whether this is a debug build."""

DEBUG: bool
"""Whether assertions and bounds checks are compiled in (DINOAI_DEBUG=1)."""
