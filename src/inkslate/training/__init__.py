"""Training on labelled boards; needs the extra `train`."""
