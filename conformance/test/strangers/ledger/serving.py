"""How the ledger is served: its clock, tokens, scopes, refusals, pages and keys, and the hooks of /control."""

import asyncio
import hashlib
import hmac
import os
import secrets
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

from books import Books, Refusal
from fastmcp import FastMCP
from fastmcp.exceptions import ToolError
from fastmcp.server.auth import AccessToken, TokenVerifier
from fastmcp.server.dependencies import get_access_token
from fastmcp.server.middleware import Middleware
from fastmcp.tools import ToolResult
from starlette.responses import JSONResponse

LATENCY = int(os.environ.get("LATENCY_MS", "0")) / 1000
ALL_SCOPES = ["accounts:read", "accounts:write", "transfers:write"]


class Clock:
    """The server's clock: it goes on, ahead by `ahead`, or stands at `still`."""

    ahead = timedelta()
    still: datetime | None = None

    def now(self) -> datetime:
        return self.still or datetime.now(UTC) + self.ahead


clock = Clock()
books = Books(clock.now)
tokens: dict[str, tuple[str, list[str]]] = {
    "led_main": ("main", ALL_SCOPES),
    "led_other": ("other", ALL_SCOPES),
}


class Verifier(TokenVerifier):
    async def verify_token(self, token: str) -> AccessToken | None:
        known = tokens.get(token)
        if known is None:
            return None
        return AccessToken(token=token, client_id=known[0], scopes=known[1])


class Refused(ToolError):
    """How a refusal leaves a tool."""

    def __init__(self, refusal: Refusal):
        super().__init__(str(refusal))
        self.code = refusal.code


needed: dict[str, str] = {}


class Gate(Middleware):
    """Checks the scope of a call, and answers refusals with their code."""

    async def on_call_tool(self, context, call_next):
        await asyncio.sleep(LATENCY)
        scope = needed.get(context.message.name)
        if scope is not None and scope not in get_access_token().scopes:
            return ToolResult(
                content=f"The token needs the scope {scope}.", meta={"code": "insufficient_scope"}, is_error=True
            )
        try:
            return await call_next(context)
        except Refused as refused:
            return ToolResult(content=str(refused), meta={"code": refused.code}, is_error=True)


mcp = FastMCP("ledger", version="2.1.0", auth=Verifier(), middleware=[Gate()], dereference_schemas=False)
READ = {"readOnlyHint": True}
WRITE = {"readOnlyHint": False, "destructiveHint": False}
END = {"readOnlyHint": False, "destructiveHint": True}


def tool(scope: str, hints: dict, title: str):
    """Registers a tool. Its refusals become results with a code."""

    def register(function):
        needed[function.__name__] = scope

        async def run(*args, **kwargs):
            try:
                return function(*args, **kwargs)
            except Refusal as refusal:
                raise Refused(refusal) from None

        run.__name__ = function.__name__
        run.__annotations__ = function.__annotations__
        run.__wrapped__ = function
        mcp.tool(run, title=title, description=f"{title}.", annotations=hints)
        return function

    return register


def tenant() -> str:
    return get_access_token().client_id


def day(text: str | None) -> date | None:
    return None if text is None else date.fromisoformat(text)


def cents(amount: float) -> Decimal:
    return Decimal(repr(amount)).quantize(Decimal("0.01"))


SECRET = secrets.token_bytes(32)


def sign(name: tuple, position: str) -> str:
    return hmac.new(SECRET, repr((tenant(), name, position)).encode(), hashlib.sha256).hexdigest()[:20]


def cut(rows: list, id_of, name: tuple, limit: int, cursor: str | None):
    """A page of rows, the number of all, and the cursor of the next page, which belongs to the list of this name."""
    start = 0
    if cursor is not None:
        position, _, signature = cursor.partition(".")
        if not hmac.compare_digest(sign(name, position).encode(), signature.encode()):
            raise Refusal("invalid_cursor", "This cursor is not one of this list.")
        start = next((n + 1 for n, row in enumerate(rows) if id_of(row) == position), len(rows))
    page = rows[start : start + limit]
    if start + limit >= len(rows):
        return page, len(rows), None
    last = id_of(page[-1])
    return page, len(rows), f"{last}.{sign(name, last)}"


def once(kind: str, key: str | None, arguments: tuple, run):
    """Runs a call once for its key."""
    if key is None:
        return run()
    place = (tenant(), kind, key)
    before = books.answers.get(place)
    if before is not None:
        if before[0] != arguments:
            raise Refusal("key_reused", "This key came with other arguments.")
        return before[1]
    result = run()
    books.answers[place] = (arguments, result)
    return result


def obey(order: dict) -> dict:
    if order["hook"] == "clock":
        passed = timedelta(seconds=order.get("seconds", 0))
        clock.ahead += passed
        if clock.still is not None:
            clock.still += passed
        if order.get("still") is True and clock.still is None and os.environ.get("CLOCK") != "moves":
            clock.still = clock.now()
        if order.get("still") is False:
            clock.still = None
        return {"now": clock.now().isoformat().replace("+00:00", "Z")}
    if order["hook"] != "mint":
        tokens.pop(order.get("token", {}).get("token", ""), None)
        return {}
    minted = []
    for wanted in order["tokens"]:
        for _ in range(wanted.get("count", 1)):
            name = f"led_{secrets.token_hex(12)}"
            tokens[name] = (wanted.get("account", "main"), wanted["scopes"])
            minted.append({**{k: v for k, v in wanted.items() if k != "count"}, "token": name})
    return {"tokens": minted}


@mcp.custom_route("/control", methods=["POST"])
async def control(request):
    return JSONResponse(obey(await request.json()))
