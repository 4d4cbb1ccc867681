"""What calls have in common: who calls, pages of lists, and keys of calls that are repeated."""

import base64
import hashlib
import hmac
import json
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from access import clock
from breaks import is_broken
from model import Company, Refusal

companies: dict[str, Company] = {}


def company_named(name: str) -> Company:
    if name not in companies:
        companies[name] = Company(clock.now)
    return companies[name]


@dataclass(frozen=True)
class Caller:
    company: Company
    scopes: list[str]

    def all_companies(self) -> list[Company]:
        return list(companies.values())


SECRET = secrets.token_bytes(32)


def sign(company: Company, name: list, payload: str) -> str:
    text = json.dumps([id(company), name, payload])
    return hmac.new(SECRET, text.encode(), hashlib.sha256).hexdigest()[:20]


def cut(caller: Caller, rows: list, key_of: Callable[[Any], list], name: list, arguments: dict):
    """A page of the rows, ordered by key, and the cursor of the next page. The name tells lists apart."""
    rows = sorted(rows, key=key_of)
    limit, cursor = arguments.get("limit", 20), arguments.get("cursor")
    if cursor is not None:
        last = read_cursor(caller.company, name, cursor)
        rows = [row for row in rows if key_of(row) > last]
    page = rows[:limit]
    if len(rows) <= limit:
        return page, None
    payload = base64.urlsafe_b64encode(json.dumps(key_of(page[-1])).encode()).decode()
    return page, f"{payload}.{sign(caller.company, name, payload)}"


def read_cursor(company: Company, name: list, cursor: str) -> list:
    payload, _, signature = cursor.partition(".")
    if not hmac.compare_digest(sign(company, name, payload).encode(), signature.encode()):
        raise Refusal("invalid_cursor", "This cursor is not one of this list. Begin again without a cursor.")
    return json.loads(base64.urlsafe_b64decode(payload))


def once(caller: Caller, tool: str, arguments: dict, run: Callable[[], dict]) -> dict:
    """Runs a call once for its request_id. Repeated, it has the result of the first time."""
    key = arguments.get("request_id")
    if key is None:
        return run()
    answers = caller.company.answers
    if (tool, key) in answers:
        before, result = answers[tool, key]
        if before != arguments and not is_broken("key-forgets-arguments"):
            raise Refusal("request_id_reused", "This request_id came with other arguments. Take a new one.")
        return result
    result = run()
    answers[tool, key] = (arguments, result)
    return result
