"""MCP 2025-11-25 by hand: the methods, the gate before each tool, and what is hidden from tokens."""

import json
import os
import sys
import time
import traceback

import order_tools
import stock_tools
from breaks import broken
from store import Refusal, lock
from validate import Invalid, check

VERSION = "2025-11-25"
TOOLS = {tool["name"]: tool for tool in [*stock_tools.TOOLS, *order_tools.TOOLS]}
LATENCY = int(os.environ.get("LATENCY_MS", "0")) / 1000
COSTS = ("unit_cost", "value", "cost")

# (account, tool, key) -> arguments and result.
kept: dict = {}


class RpcError(Exception):
    def __init__(self, code: int, message: str):
        super().__init__(message)
        self.code = code


def answer(message: dict, caller: dict) -> dict:
    head = {"jsonrpc": "2.0", "id": message["id"]}
    try:
        return {**head, "result": run(message["method"], message.get("params", {}), caller)}
    except RpcError as error:
        return {**head, "error": {"code": error.code, "message": str(error)}}
    except Exception:
        traceback.print_exc(file=sys.stderr)
        return {**head, "error": {"code": -32603, "message": "The depot has a problem."}}


def run(method: str, params, caller: dict) -> dict:
    if not isinstance(params, dict):
        raise RpcError(-32602, "The params are an object.")
    if method == "initialize":
        return {
            "protocolVersion": VERSION,
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "depot", "title": "Depot of vaccines", "version": "1.0.0"},
        }
    if method == "ping":
        return {}
    if method == "tools/list":
        if params.get("cursor") is not None:
            raise RpcError(-32602, "The list of tools has one page.")
        return {"tools": [tool["entry"] for tool in TOOLS.values()]}
    if method == "tools/call":
        return call(params, caller)
    raise RpcError(-32601, f"There is no method {method}.")


def call(params: dict, caller: dict) -> dict:
    name = params.get("name")
    tool = TOOLS.get(name) if isinstance(name, str) else None
    if tool is None:
        raise RpcError(-32602, f"There is no tool {name}.")
    if LATENCY:
        time.sleep(LATENCY)
    missing = [scope for scope in tool["scopes"] if scope not in caller["scopes"]]
    if name == "count_lot" and broken("count-without-scope"):
        missing = []
    if missing:
        return refuse("insufficient_scope", f"The token lacks the scope {missing[0]}.")
    try:
        arguments = check(schema_of(tool), params.get("arguments", {}))
        if name == "receive_delivery" and ("packs" in arguments) == ("rest" in arguments):
            raise Invalid("The call has exactly one of packs and rest.")
    except Invalid as error:
        return refuse("invalid_input", str(error))
    try:
        with lock:
            result = once(tool, caller["account"], arguments)
    except Refusal as error:
        return refuse(error.code, str(error))
    sees_costs = "purchasing" in caller["scopes"] or (name == "list_reservations" and broken("costs-in-list"))
    shown = result if sees_costs else hide(result)
    return {"content": [{"type": "text", "text": json.dumps(shown)}], "structuredContent": shown, "isError": False}


def schema_of(tool: dict) -> dict:
    schema = tool["entry"]["inputSchema"]
    if tool["name"] == "receive_transfer" and broken("negative-arrives"):
        known = schema["properties"]
        return {**schema, "properties": {**known, "received": {**known["received"], "minimum": -100000}}}
    if tool["name"] == "add_supplier" and broken("lead-days-zero"):
        known = schema["properties"]
        return {**schema, "properties": {**known, "lead_days": {**known["lead_days"], "default": 0}}}
    return schema


def once(tool: dict, account: str, arguments: dict) -> dict:
    """Makes the call, or gives the result of the earlier one with its key."""
    key = arguments.pop("request_id", None)
    if key is None:
        return tool["handler"](account, **arguments)
    place = (None if broken("keys-for-all") else account, tool["name"], key)
    if place not in kept:
        kept[place] = (arguments, tool["handler"](account, **arguments))
    known, result = kept[place]
    if known != arguments:
        raise Refusal("key_reused", "The request_id was used for another call.")
    return result


def hide(value):
    """Tokens without purchasing see no costs."""
    if isinstance(value, list):
        return [hide(each) for each in value]
    if isinstance(value, dict):
        return {key: hide(each) for key, each in value.items() if key not in COSTS}
    return value


def refuse(code: str, message: str) -> dict:
    return {"content": [{"type": "text", "text": message}], "isError": True, "_meta": {"code": code}}
