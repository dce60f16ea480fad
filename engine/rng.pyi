class Rng:
    """A seeded generator of uniform integers (xoshiro256++).

    `seed` and `stream` are integers in [0, 2**64); different streams of one seed are unrelated.
    """

    def __init__(self, seed: int, stream: int = 0) -> None: ...
    def bits(self) -> int:
        """64 uniform bits."""

    def below(self, n: int) -> int:
        """A uniform integer in [0, n); n must be positive."""
