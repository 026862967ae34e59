"""The proxy in front of several workers: it holds the clients' connections."""
