"""The project as data: pyproject.toml and the parsed modules of the package."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from tests.support.paths import ROOT

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib  # pytest brings it along on Python 3.10

PACKAGE = ROOT / "src" / "inkslate"
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


@dataclass(frozen=True)
class Module:
    """A parsed module of the package; `path` is relative to it, with slashes."""

    path: str
    lines: tuple[str, ...]
    tree: ast.Module

    @property
    def folder(self) -> str:
        """The folder of the module, empty at the top level."""
        return self.path.rpartition("/")[0]

    @property
    def top(self) -> str:
        """The top-level module or package that the module belongs to."""
        return self.path.partition("/")[0].removesuffix(".py")


@cache
def modules(root: Path = PACKAGE) -> tuple[Module, ...]:
    """All modules below a folder, by default those of the package."""
    return tuple(
        Module(path.relative_to(root).as_posix(), tuple(text.splitlines()), ast.parse(text))
        for path in sorted(root.rglob("*.py"))
        for text in [path.read_text("utf-8")]
    )


def imported(tree: ast.Module) -> Iterator[str]:
    """The top-level names of all absolute imports, also of those in functions and of `import_module("…")`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            yield node.module.partition(".")[0]
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith(("import_module", "importorskip")):
            names = [node.args[0].value] if node.args and isinstance(node.args[0], ast.Constant) else []
            yield from (str(name).partition(".")[0] for name in names)
