"""Learning from self-play: `dinoai train`. Needs NumPy and SciPy."""
