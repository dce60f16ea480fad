"""The schema of dinoai; `*_pb2` and `*_pb2_grpc` are generated at build time."""
