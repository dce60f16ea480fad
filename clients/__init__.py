"""The command line and the Python client."""

if __name__ != "dinoai.clients":
    raise ImportError("import this package as dinoai.clients")
