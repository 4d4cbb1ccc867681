"""The server of the README of FastMCP for Python. The argument is a port; without it, over stdio."""

import sys

from fastmcp import FastMCP

mcp = FastMCP("Demo 🚀")


@mcp.tool(annotations={"readOnlyHint": True})
def add(a: int, b: int) -> int:
    """Add two numbers"""
    return a + b


if len(sys.argv) > 1:
    mcp.run(transport="http", host="127.0.0.1", port=int(sys.argv[1]))
else:
    mcp.run()
