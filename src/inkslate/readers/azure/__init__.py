"""Azure Document Intelligence, Read and Image Analysis."""
