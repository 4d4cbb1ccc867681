"""Tokens of the two accounts, and the hooks that make and end them."""

import os
import secrets

from clock import Clock

SCOPES = ["stock:read", "stock:write", "purchasing"]

clock = Clock(can_stand=os.environ.get("CLOCK", "stands") != "moves")

tokens = {
    "dep-main": {"account": "main", "scopes": SCOPES},
    "dep-main-clerk": {"account": "main", "scopes": ["stock:read", "stock:write"]},
    "dep-main-nothing": {"account": "main", "scopes": []},
    "dep-other": {"account": "other", "scopes": SCOPES},
}


def find_caller(authorization: "str | None"):
    kind, _, token = (authorization or "").partition(" ")
    return tokens.get(token.strip()) if kind.lower() == "bearer" else None


def control(question: dict) -> dict:
    """Answers a hook of a test run."""
    hook = question.get("hook")
    if hook == "mint":
        return {"tokens": [mint(each) for each in question["tokens"] for _ in range(each.get("count", 1))]}
    if hook in ("revoke", "expire"):
        tokens.pop(question["token"]["token"], None)
        return {}
    if hook == "clock":
        return {"now": clock.move(int(question.get("seconds", 0)), question.get("still"))}
    return {"error": f"There is no hook {hook}."}


def mint(wanted: dict) -> dict:
    token = f"dep-{secrets.token_hex(12)}"
    account = wanted.get("account", "main")
    tokens[token] = {"account": account, "scopes": wanted["scopes"]}
    return {"token": token, "scopes": wanted["scopes"], **({"account": account} if account != "main" else {})}
