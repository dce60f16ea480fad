"""Information-set search: bots, statistics and suggestions."""

if __name__ != "dinoai.search":
    raise ImportError("import this package as dinoai.search")
