"""Tools for assistants over the Model Context Protocol: open tasks of texts, files and folders, for reading only."""
