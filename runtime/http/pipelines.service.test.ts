/** Pipelined requests of all kinds, in random chunks: answered in order, up to the first answer that closes the connection. */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { RawConnection, type RawRequest, requestBytes } from "../test/support/wire/raw-http.ts";
import { type Served, serve } from "../test/support/wire/serving.ts";

let served: Served;

beforeAll(async () => {
  served = await serve({
    limit: (token) =>
      token === "id-of-often" ? { allowed: false, retryAfterSeconds: 1 } : { allowed: true },
    maxBodyBytes: 1_000,
  });
});

afterAll(() => served.server.close(0));

const message = (method: string, params?: object) =>
  JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
const ping = message("ping");
const call = message("tools/call", { name: "notes_ping" });
const edit = message("tools/call", { name: "notes_edit", arguments: { id: "ana", text: "x" } });
const chunked = (body: string) => ({
  headers: { "Content-Length": null, "Transfer-Encoding": "chunked" },
  body: `${body.length.toString(16)};x\r\n${body}\r\n0\r\n\r\n`,
});
const withHeaders = (request: RawRequest, headers: RawRequest["headers"]): RawRequest => ({
  ...request,
  headers: { ...request.headers, ...headers },
});

interface Kind {
  readonly status: number;
  readonly request: RawRequest | string;
  /** Whether a tool is called. */
  readonly calls?: true;
  readonly hasBody?: false;
  readonly ends?: true;
}

const kinds: Readonly<Record<string, Kind>> = {
  ping: { status: 200, request: { body: ping } },
  call: { status: 200, calls: true, request: { body: call } },
  "call that takes a while": {
    status: 200,
    calls: true,
    request: { body: edit, headers: { Authorization: "Bearer notes:read+notes:write" } },
  },
  "call in chunks": { status: 200, calls: true, request: chunked(call) },
  notification: { status: 202, request: { body: '{"jsonrpc":"2.0","method":"notifications/x"}' } },
  "no JSON": { status: 400, request: { body: "{" } },
  "no token": { status: 401, request: { headers: { Authorization: null }, body: call } },
  "another host": { status: 403, request: { headers: { Host: "evil.example" }, body: call } },
  "another path": { status: 404, request: { target: "/elsewhere", body: call } },
  GET: { status: 405, request: { method: "GET" } },
  HEAD: { status: 405, hasBody: false, request: { method: "HEAD", body: call } },
  "too much": { status: 413, request: { body: call.padEnd(1_001) } },
  "another type": { status: 415, request: { headers: { "Content-Type": "text/plain" }, body: call } },
  "too often": { status: 429, request: { headers: { Authorization: "Bearer often" }, body: call } },
  "chunks without a token": {
    status: 401,
    ends: true,
    request: withHeaders(chunked(call), { Authorization: null }),
  },
  "another expectation": { status: 417, ends: true, request: { headers: { Expect: "x" }, body: call } },
  "a tunnel": { status: 405, ends: true, request: "CONNECT localhost:1 HTTP/1.1\r\nHost: localhost\r\n\r\n" },
  garbage: { status: 400, ends: true, request: "\x00\x01garbage\r\n\r\n" },
};

const sequences = fc.record({
  names: fc.array(fc.constantFrom(...Object.keys(kinds)), { minLength: 1, maxLength: 8 }),
  cuts: fc.array(fc.nat(4_000), { maxLength: 6 }),
});

test("pipelines of requests are answered in their order", async () => {
  await fc.assert(
    fc.asyncProperty(sequences, async ({ names, cuts }) => {
      const sent = names.map((name) => kinds[name]!);
      const last = sent.findIndex(({ ends }) => ends);
      const answered = last < 0 ? sent : sent.slice(0, last + 1);
      const before = served.calls.length;
      const connection = new RawConnection(served.url);
      try {
        void sendInPieces(connection, Buffer.concat(sent.map(bytesOf)), cuts);
        for (const { status, hasBody = true, request } of answered) {
          // Bytes that are not a request get no answer while an earlier answer is still open.
          if (typeof request === "string" && answered.length > 1) break;
          expect((await connection.answer({ hasBody })).status).toBe(status);
        }
        if (last >= 0) expect(await connection.end()).toMatch(/^$|^HTTP\/1.1 40[05] [^{]*\{.*\}$/s);
        expect(served.calls.length - before).toBe(answered.filter(({ calls }) => calls).length);
      } finally {
        connection.socket.destroy();
      }
    }),
    { numRuns: 200 },
  );
  expect(served.logged).toEqual([]);
});

function bytesOf({ request }: Kind): Buffer {
  return typeof request === "string" ? Buffer.from(request) : requestBytes(served.url, request);
}

async function sendInPieces(
  connection: RawConnection,
  bytes: Buffer,
  cuts: readonly number[],
): Promise<void> {
  const ends = [...cuts.map((cut) => cut % bytes.length), bytes.length].sort((one, other) => one - other);
  let from = 0;
  for (const end of ends) {
    connection.send(bytes.subarray(from, end));
    from = end;
    await new Promise(setImmediate);
  }
}
