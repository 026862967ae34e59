"""The HTTP service. Importing the package loads nothing; `corrections` and `settings` need no extra."""
