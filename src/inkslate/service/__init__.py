"""The HTTP service. Importing the package loads nothing; `corrections` needs no extra at all."""
