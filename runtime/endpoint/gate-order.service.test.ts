/** The order of the checks in the gate, shown by a request with every fault. */
import { expect, onTestFinished, test } from "vitest";
import { modernNotes } from "../test/support/wire/modern-notes.ts";
import { ModernNotesHandlers } from "../test/support/wire/notes-handlers.ts";
import { once, type RawRequest, requestBytes } from "../test/support/wire/raw-http.ts";
import { serve } from "../test/support/wire/serving.ts";

const message = '{"jsonrpc":"2.0","id":1,"method":"nonsense"}';

/** The corrections of a request, one after the other, each with the answer to the corrected request. */
const steps: readonly [mended: string, change: RawRequest, status: number, code: number][] = [
  ["nothing", {}, 400, 400],
  ["its Host is there", { headers: { Host: "evil.example" } }, 403, 403],
  ["its Host is right", { headers: { Host: "localhost" } }, 403, 403],
  ["its Origin is right", { headers: { Origin: "http://localhost" } }, 404, 404],
  ["its path is right", { target: "/api/mcp" }, 405, 405],
  ["its method is right", { method: "POST" }, 401, 401],
  ["it has a token", { headers: { Authorization: "Bearer revoked" } }, 401, 401],
  ["its token is good", { headers: { Authorization: "Bearer often" } }, 415, 415],
  ["its content type is right", { headers: { "Content-Type": "application/json" } }, 415, 415],
  ["it is not compressed", { headers: { "Content-Encoding": null } }, 413, 413],
  ["it is small", { headers: { "Content-Length": "1" } }, 429, 429],
  ["it is not too often", { headers: { Authorization: "Bearer notes:read" } }, 400, -32700],
  ["it is JSON", { headers: { "Content-Length": "2" }, body: "{}" }, 400, -32600],
  ["it is a message", { headers: { "Content-Length": String(message.length) }, body: message }, 400, -32600],
  ["its version is known", { headers: { "MCP-Protocol-Version": "2025-11-25" } }, 200, -32601],
];

test("a request with every fault is refused for one fault after the other", async () => {
  const { server, url } = await serve({
    service: modernNotes,
    handlers: new ModernNotesHandlers(),
    limit: (token) =>
      token === "id-of-often" ? { allowed: false, retryAfterSeconds: 1 } : { allowed: true },
    maxBodyBytes: 100,
  });
  onTestFinished(() => server.close(0));
  let request: RawRequest = {
    method: "DELETE",
    target: "/nowhere",
    headers: {
      ...{ Host: null, Origin: "https://evil.example", Authorization: null },
      ...{ "Content-Type": "text/plain", "Content-Encoding": "gzip", "Content-Length": "101" },
      "MCP-Protocol-Version": "2099-01-01",
    },
    body: "{",
  };
  const told: unknown[] = [];
  for (const [mended, change] of steps) {
    request = { ...request, ...change, headers: { ...request.headers, ...change.headers } };
    const { status, body } = await once(url, requestBytes(url, request));
    told.push([mended, status, JSON.parse(body).error.code]);
  }
  expect(told).toEqual(steps.map(([mended, , status, code]) => [mended, status, code]));
});
