"""The process in front of several workers: it holds the connections of clients."""
