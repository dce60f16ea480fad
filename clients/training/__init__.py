"""Learning from self-play: `dinoai train`."""
