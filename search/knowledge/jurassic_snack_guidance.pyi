version: str
"""Which weights are in use: `network` and the first eight hexadecimal digits of their SHA-256."""

def load_weights(data: bytes) -> None:
    """Use these weights from now on instead of those of the package. Raises `ValueError` for those of other rows."""

def register(data: bytes) -> None:
    """Make the knowledge known to the search, with these weights."""
