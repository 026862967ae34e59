"""Types of the fixtures that run the command line."""

from __future__ import annotations

import subprocess
from collections.abc import Callable

Done = subprocess.CompletedProcess[str]
Run = Callable[..., Done]
"""The fixture `run`: `inkslate ARGUMENTS` as a process."""
Here = Callable[..., Done]
"""The fixture `here`: `inkslate ARGUMENTS` in the process of the test."""
