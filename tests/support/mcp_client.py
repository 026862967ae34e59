"""`inkslate mcp` as a process, asked by the SDK's own client over standard input and output."""

from __future__ import annotations

import os
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

import anyio
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

_T = TypeVar("_T")
COMMAND = [sys.executable, "-m", "inkslate", "mcp"]


class Asked:
    """A connection: calls of tools give their structured results."""

    def __init__(self, session: ClientSession) -> None:
        self.session = session

    async def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """The structured result of a tool, which must not be an error."""
        result = await self.session.call_tool(tool, arguments)
        assert not result.is_error, result.content
        assert isinstance(result.structured_content, dict)
        return result.structured_content

    async def error(self, tool: str, **arguments: Any) -> str:
        """The message of a call that must fail."""
        result = await self.session.call_tool(tool, arguments)
        assert result.is_error, result.structured_content
        assert result.structured_content is None
        (content,) = result.content
        assert content.type == "text"
        assert "\n" not in content.text
        return content.text


def ask(talk: Callable[[Asked], Awaitable[_T]], *folders: Path, options: tuple[str, ...] = ()) -> _T:
    """Start a server for the folders, talk to it, and end it."""

    async def connected() -> _T:
        server = StdioServerParameters(
            command=COMMAND[0], args=[*COMMAND[1:], *map(str, folders), *options], env=dict(os.environ)
        )
        with anyio.fail_after(120):
            async with stdio_client(server) as (received, sent), ClientSession(received, sent) as session:
                await session.initialize()
                return await talk(Asked(session))

    return anyio.run(connected)
