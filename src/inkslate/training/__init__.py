"""Training models on labelled boards; needs the extra `train`, but for `adapting`."""
