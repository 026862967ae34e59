"""The limits of the assistant's tools, in one place; docs/mcp.md lists them."""

from __future__ import annotations

MAX_LINE = 4 << 20  # bytes of a message: a text of MAX_TEXT characters, escaped, fits
MAX_TEXT = 200_000  # characters of a text
MAX_FILE = 8 << 20  # bytes of a file
MAX_STATE = 64 << 20  # bytes of the state of `inkslate vault`
MAX_NOTES = 5_000  # of a folder
MAX_PATH = 1_000  # characters
MAX_PAGE = 200  # entries of a result
DEFAULT_PAGE = 50
MAX_TASK = 1_000  # characters of a task's text
MAX_NAME = 200  # characters of an owner or a heading
MAX_SOURCES = 20  # ids that a task's source lists
MAX_REASONS = 10  # notes that could not be read and are named
FOLDER_SECONDS = 40.0  # for which notes of a folder are read; the next call goes on
CALL_SECONDS = 120.0  # after which the process that works on a call is ended
