"""The gRPC services."""

if __name__ != "dinoai.server":
    raise ImportError("import this package as dinoai.server")
