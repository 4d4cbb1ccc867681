"""A depot of vaccines as an MCP server on the standard library alone. It prints its endpoint.

Variables: PORT, LATENCY_MS, SEEDED, SECOND_USER, CLOCK and BREAK, as for the other servers here. POST /control is for hooks.
"""

import json
import os
import re
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

import rpc
import traffic
from tokens import control, find_caller

LOCAL = ("127.0.0.1", "localhost", "::1")


def is_local(url: str) -> bool:
    try:
        return urlsplit(url).hostname in LOCAL
    except ValueError:
        return False


def no_constant(name: str):
    raise ValueError(f"{name} is no JSON")


def problem(code: int, message: str) -> dict:
    return {"jsonrpc": "2.0", "id": None, "error": {"code": code, "message": message}}


def is_message(message) -> bool:
    if not isinstance(message, dict) or message.get("jsonrpc") != "2.0" or not isinstance(message.get("method"), str):
        return False
    key = message.get("id", "")
    return isinstance(key, (str, int, float)) and not isinstance(key, bool)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = -1

    def log_message(self, *_arguments):
        """The depot keeps no log of requests."""

    def send(self, status: int, body=None, **headers: str) -> None:
        content = b"" if body is None else json.dumps(body).encode()
        self.send_response(status)
        if body is not None:
            self.send_header("Content-Type", "application/json")
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        if status != 202 or content:
            self.send_header("Content-Length", str(len(content)))
        else:
            self.send_header("Content-Length", "0")
        self.end_headers()
        self.wfile.write(content)

    def do_POST(self) -> None:
        length = self.headers.get("Content-Length", "0")
        body = self.rfile.read(int(length)) if length.isdigit() else b""
        origin = self.headers.get("Origin")
        if not is_local(f"http://{self.headers.get('Host', '')}") or (origin is not None and not is_local(origin)):
            return self.send(403, {"error": "Only local hosts and origins are served."})
        path = urlsplit(self.path).path
        if path == "/control":
            return self.send(200, control(json.loads(body)))
        if path != "/mcp":
            return self.send(404, {"error": "The endpoint is /mcp."})
        caller = self.find_caller()
        if caller is None:
            return None
        if re.match(r"application/json *(;|$)", self.headers.get("Content-Type", ""), re.IGNORECASE) is None:
            return self.send(415, {"error": "Messages are application/json."})
        version = self.headers.get("MCP-Protocol-Version", rpc.VERSION)
        if version != rpc.VERSION:
            return self.send(400, problem(-32600, f"The version {version} is not supported."))
        return self.answer(body, caller)

    def answer(self, body: bytes, caller: dict) -> None:
        try:
            message = json.loads(body, parse_constant=no_constant)
        except (ValueError, RecursionError):
            return self.send(400, problem(-32700, "The body is not JSON."))
        if not is_message(message):
            return self.send(400, problem(-32600, "The body is not a request."))
        if "id" not in message:
            return self.send(202)
        return self.send(200, rpc.answer(message, caller))

    def find_caller(self):
        authorization = self.headers.get("Authorization")
        caller = find_caller(authorization)
        if caller is None:
            error = "" if authorization is None else ', error="invalid_token"'
            self.send(401, {"error": "A valid token is missing."}, WWW_Authenticate=f'Bearer realm="depot"{error}')
        return caller

    def refuse_method(self) -> None:
        if urlsplit(self.path).path != "/mcp":
            return self.send(404, {"error": "The endpoint is /mcp."})
        if self.find_caller() is not None:
            self.send(405, {"error": "The endpoint takes POST."}, Allow="POST")
        return None

    do_GET = do_DELETE = do_PUT = do_PATCH = refuse_method


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128


if __name__ == "__main__":
    if os.environ.get("SEEDED") == "1":
        for owner in ("main", "other"):
            traffic.fill(owner)
    if "SECOND_USER" in os.environ:
        threading.Thread(target=traffic.work, args=(os.environ["SECOND_USER"],), daemon=True).start()
    server = Server(("127.0.0.1", int(os.environ.get("PORT", "0"))), Handler)
    print(f"depot: http://127.0.0.1:{server.server_address[1]}/mcp", flush=True)
    server.serve_forever()
