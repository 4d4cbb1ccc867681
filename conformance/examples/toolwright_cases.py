"""A pytest plugin: runs the cases of kind input in cases.json against an MCP server, one test a case.

pytest -p toolwright_cases --cases generated/cases.json --mcp-url http://127.0.0.1:8000/mcp
The token comes from the variable TOKEN. Cases that need the values of a target file (ids of existing things) are not for this example.
"""
import copy
import json
import os
import urllib.error
import urllib.request

import pytest


def pytest_addoption(parser):
    group = parser.getgroup("toolwright")
    group.addoption("--cases", help="the path of cases.json")
    group.addoption("--mcp-url", help="the endpoint of the server")
    group.addoption("--mcp-tool", action="append", default=[], help="only cases of this tool; may be repeated")


def pytest_collection_modifyitems(session, config, items):
    path = config.getoption("--cases")
    if not path:
        return
    with open(path, encoding="utf-8") as file:
        stored = json.load(file)
    server = Server(config.getoption("--mcp-url"), os.environ.get("TOKEN"))
    tools = config.getoption("--mcp-tool")
    for case in input_cases(stored):
        if not tools or case["tool"] in tools:
            items.append(CaseItem.from_parent(session, name=case["id"], case=case, server=server))


class CaseItem(pytest.Item):
    """One case: valid arguments are accepted, or arguments with one mistake are refused."""

    def __init__(self, *, case, server, **rest):
        super().__init__(**rest)
        self.case, self.server = case, server

    def runtest(self):
        answer = self.server.call(self.case["tool"], self.case["input"])
        is_refused = "error" in answer or answer.get("result", {}).get("isError") is True
        if is_refused != (self.case["expect"] == "refused"):
            raise AssertionError(f"expected to be {self.case['expect']}, got {json.dumps(answer)[:300]}")

    def repr_failure(self, excinfo, style=None):
        return f"{self.name} ({self.case['at']}): {excinfo.value}"

    def reportinfo(self):
        return self.path, None, self.name


def input_cases(stored):
    """Restores the cases of constraints: `argument` + keyword + variant, as docs/case-format.md says."""
    for group in stored["cases"]:
        if "keywords" not in group:
            continue
        tool, argument = group["tool"], group["argument"]
        pointer = group.get("pointer", argument)
        base = arguments_of(stored["bases"], tool + group.get("base", argument))
        for keyword, outcomes in group["keywords"].items():
            constraint = f"{group['schema']}/{keyword}"
            for expect, probes in outcomes.items():
                for variant, _says, edits, *_also in probes:
                    value = apply(base, [{"set": pointer, **edit} if "remove" not in edit else edit for edit in edits])
                    if value is not UNKNOWN:
                        yield {
                            "id": f"input/{tool}{argument}/{keyword}/{variant}",
                            "tool": tool,
                            "input": value,
                            "expect": expect,
                            "at": stored["places"].get(constraint, constraint),
                        }


def arguments_of(bases, name):
    base = bases[name]
    if "input" in base:
        return base["input"]
    return apply(arguments_of(bases, base["on"]), base["edits"])


UNKNOWN = object()


def apply(arguments, edits):
    """Applies edits to a copy: `set` with `to` or with a repeated `text`, and `remove`. Other forms are not for this example."""
    if arguments is UNKNOWN:
        return UNKNOWN
    root = {"": copy.deepcopy(arguments)}
    for edit in edits:
        if "text" in edit:
            edit = {"set": edit["set"], "to": edit.get("head", "") + edit["text"] * edit["times"]}
        if not ("remove" in edit or set(edit) == {"set", "to"}):
            return UNKNOWN
        steps = [s.replace("~1", "/").replace("~0", "~") for s in edit.get("remove", edit.get("set")).split("/")]
        place = root
        for step in steps[:-1]:
            place = place[int(step) if isinstance(place, list) else step]
        last = int(steps[-1]) if isinstance(place, list) and steps[-1] != "-" else steps[-1]
        if "remove" in edit:
            del place[last]
        elif last == "-" or (isinstance(place, list) and last == len(place)):
            place.append(edit["to"])
        else:
            place[last] = edit["to"]
    return root[""]


class Server:
    """An MCP server over streamable HTTP that keeps no session."""

    def __init__(self, url, token):
        self.url, self.token, self.next_id, self.session = url, token, 0, None

    def call(self, tool, arguments):
        if self.next_id == 0:
            client = {"name": "pytest", "version": "1"}
            self.request("initialize", {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client})
        return self.request("tools/call", {"name": tool, "arguments": arguments})

    def request(self, method, params):
        self.next_id += 1
        body = {"jsonrpc": "2.0", "id": self.next_id, "method": method, "params": params}
        headers = {
            "content-type": "application/json",
            "accept": "application/json, text/event-stream",
            "mcp-protocol-version": "2025-11-25",
        }
        if self.token:
            headers["authorization"] = f"Bearer {self.token}"
        if self.session:
            headers["mcp-session-id"] = self.session
        request = urllib.request.Request(self.url, json.dumps(body).encode(), headers)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                self.session = answer.headers.get("mcp-session-id", self.session)
                return read(answer.read().decode())
        except urllib.error.HTTPError as error:
            text = error.read().decode(errors="replace")
            return read(text) if text.startswith("{") else {"error": {"code": error.code, "message": text}}


def read(text):
    """Reads JSON, or the last message of an event stream."""
    if text.lstrip().startswith("{"):
        return json.loads(text)
    lines = [line[5:].strip() for line in text.splitlines() if line.startswith("data:")]
    return json.loads([line for line in lines if line][-1])
