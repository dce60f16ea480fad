"""The random number generator as a Python object."""


cdef class Rng:
    """A seeded generator of uniform integers (xoshiro256++).

    `seed` and `stream` are integers in [0, 2**64); different streams of one seed are unrelated.
    """

    def __init__(self, uint64_t seed, uint64_t stream=0):
        seed_rng(&self.state, seed, stream)

    def bits(self) -> int:
        """64 uniform bits."""
        return next64(&self.state)

    def below(self, uint32_t n) -> int:
        """A uniform integer in [0, n); n must be positive."""
        if n == 0:
            raise ValueError("n must be positive")
        return below(&self.state, n)
