"""The clock, the tokens of the companies, and the hooks of /control that change them."""

import os
import secrets
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from mcp.server.auth.provider import AccessToken, TokenVerifier

ALL_SCOPES = ["boxes:read", "boxes:write", "customers:write", "kitchen:write", "credit:write", "contacts:read"]


class Clock:
    """The clock of the server: it goes on, ahead by `ahead`, or stands at `still`."""

    ahead = timedelta()
    still: datetime | None = None

    def now(self) -> datetime:
        time = self.still or datetime.now(UTC) + self.ahead
        return time.replace(microsecond=time.microsecond // 1000 * 1000)


clock = Clock()
tokens: dict[str, tuple[str, list[str]]] = {
    "boxes-main": ("main", ALL_SCOPES),
    "boxes-other": ("other", ALL_SCOPES),
}


class Verifier(TokenVerifier):
    """Knows the tokens. The client of a token is its company."""

    async def verify_token(self, token: str) -> AccessToken | None:
        known = tokens.get(token)
        if known is None:
            return None
        company, scopes = known
        return AccessToken(token=token, client_id=company, scopes=scopes)


@dataclass(frozen=True)
class Hook:
    """A request of /control."""

    order: dict

    def run(self) -> dict:
        match self.order["hook"]:
            case "clock":
                return self.move_clock()
            case "mint":
                return {"tokens": [each for wanted in self.order["tokens"] for each in mint(wanted)]}
            case _:
                tokens.pop(self.order.get("token", {}).get("token", ""), None)
                return {}

    def move_clock(self) -> dict:
        passed = timedelta(seconds=self.order.get("seconds", 0))
        clock.ahead += passed
        if clock.still is not None:
            clock.still += passed
        still = self.order.get("still")
        if still is True and clock.still is None and os.environ.get("CLOCK") != "moves":
            clock.still = clock.now()
        if still is False:
            clock.still = None
        return {"now": clock.now().isoformat(timespec="milliseconds").replace("+00:00", "Z")}


def mint(wanted: dict) -> list[dict]:
    minted = []
    for _ in range(wanted.get("count", 1)):
        token = f"boxes-{secrets.token_hex(12)}"
        tokens[token] = (wanted.get("account", "main"), wanted["scopes"])
        minted.append({**{key: value for key, value in wanted.items() if key != "count"}, "token": token})
    return minted
