"""The rules of both games: packed states behind one C interface, views, sampling, codec and notation."""

if __name__ != "dinoai.engine":
    raise ImportError("import this package as dinoai.engine")
