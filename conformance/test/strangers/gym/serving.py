"""How the gym is served: its clock, tokens, scopes, refusals, pages and keys, and the hooks of /control."""

import asyncio
import hashlib
import hmac
import os
import secrets
from datetime import UTC, datetime, timedelta

from breaks import is_broken
from fastmcp import FastMCP
from fastmcp.exceptions import ToolError, ValidationError
from fastmcp.server.auth import AccessToken, TokenVerifier
from fastmcp.server.dependencies import get_access_token
from fastmcp.server.middleware import Middleware
from fastmcp.tools import ToolResult
from rows import Gyms, Refusal
from starlette.responses import JSONResponse

LATENCY = int(os.environ.get("LATENCY_MS", "0")) / 1000
ALL_SCOPES = ["gym:read", "gym:write", "billing:write", "contacts:read"]


class Clock:
    """The server's clock: it goes on, ahead by `ahead`, or stands at `still`."""

    ahead = timedelta()
    still: datetime | None = None

    def now(self) -> datetime:
        return self.still or datetime.now(UTC) + self.ahead


clock = Clock()
gyms = Gyms(clock.now)
tokens: dict[str, tuple[str, list[str]]] = {
    "gym-main": ("main", ALL_SCOPES),
    "gym-other": ("other", ALL_SCOPES),
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


def fail(code: str, message: str) -> ToolResult:
    return ToolResult(content=message, meta={"code": code}, is_error=True)


class Gate(Middleware):
    """Checks the scope of a call, and answers refusals with their code."""

    async def on_call_tool(self, context, call_next):
        await asyncio.sleep(LATENCY)
        scope = needed.get(context.message.name)
        if scope is not None and scope not in get_access_token().scopes:
            return fail("insufficient_scope", f"The token needs the scope {scope}.")
        try:
            return await call_next(context)
        except Refused as refused:
            return fail(refused.code, str(refused))
        except ValidationError as invalid:
            return fail("invalid_input", str(invalid))


mcp = FastMCP("gym", version="1.4.0", auth=Verifier(), middleware=[Gate()])
READ = {"readOnlyHint": True}
WRITE = {"readOnlyHint": False, "destructiveHint": False}
END = {"readOnlyHint": False, "destructiveHint": True}


def hide_contacts(value, is_in_list: bool = False):
    """Takes email addresses and phone numbers out of a result."""
    if isinstance(value, list):
        return [hide_contacts(each, True) for each in value]
    if not isinstance(value, dict):
        return value
    hidden = ["email"] if is_in_list and is_broken("phone-without-scope-in-lists") else ["email", "phone"]
    return {name: hide_contacts(each) for name, each in value.items() if name not in hidden}


def tool(scope: str, hints: dict, title: str):
    """Registers a tool with the text of its function. Its refusals become results with a code, and None is left out."""

    def register(function):
        needed[function.__name__] = scope

        async def run(*args, **kwargs):
            try:
                result = function(*args, **kwargs)
            except Refusal as refusal:
                raise Refused(refusal) from None
            shown = result.model_dump(mode="json", exclude_none=True)
            has_contacts = "contacts:read" in get_access_token().scopes
            return ToolResult(structured_content=shown if has_contacts else hide_contacts(shown))

        run.__name__ = function.__name__
        run.__annotations__ = function.__annotations__
        run.__wrapped__ = function
        mcp.tool(run, title=title, description=" ".join(function.__doc__.split()), annotations=hints)
        return function

    return register


def own_gym() -> str:
    return get_access_token().client_id


SECRET = secrets.token_bytes(32)


def sign(name: tuple, position: str) -> str:
    return hmac.new(SECRET, repr((own_gym(), name, position)).encode(), hashlib.sha256).hexdigest()[:20]


def cut(rows: list, id_of, name: tuple, limit: int, cursor: str | None):
    """A page of rows, and the cursor of the next page, which belongs to the list of this name."""
    start = 0
    if cursor is not None:
        position, _, signature = cursor.partition(".")
        if not hmac.compare_digest(sign(name, position).encode(), signature.encode("utf-8", "replace")):
            raise Refusal("invalid_cursor", "This cursor is not one of this list. Begin again without a cursor.")
        start = next((n + 1 for n, row in enumerate(rows) if str(id_of(row)) == position), len(rows))
    page = rows[start : start + limit]
    if start + limit >= len(rows):
        return page, None
    last = str(id_of(page[-1]))
    return page, f"{last}.{sign(name, last)}"


def once(kind: str, key: str | None, arguments: tuple, run):
    """Runs a call once for its key."""
    if key is None:
        return run()
    place = (own_gym(), kind, key)
    before = gyms.answers.get(place)
    if before is not None:
        if before[0] != arguments:
            raise Refusal("request_id_reused", "This request_id came with other arguments. Take a new one.")
        return before[1]
    result = run()
    gyms.answers[place] = (arguments, result)
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
            name = f"gym-{secrets.token_hex(12)}"
            tokens[name] = (wanted.get("account", "main"), wanted["scopes"])
            minted.append({**{k: v for k, v in wanted.items() if k != "count"}, "token": name})
    return {"tokens": minted}


@mcp.custom_route("/control", methods=["POST"])
async def control(request):
    return JSONResponse(obey(await request.json()))
