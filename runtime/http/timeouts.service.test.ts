/** The timeouts of the server. They are short here, and a test never ends if its timeout is missing. */
import { once } from "node:events";
import { connect } from "node:net";
import type { McpServerOptions } from "@toolwright/runtime";
import { expect, onTestFinished, test } from "vitest";
import { RawConnection, requestBytes } from "../test/support/wire/raw-http.ts";
import { serve } from "../test/support/wire/serving.ts";

/** Longer than a test may take. */
const forever = 10 ** 9;

async function open(options: Partial<McpServerOptions>) {
  const served = await serve({ limit: () => ({ allowed: true }), ...options });
  const connection = new RawConnection(served.url);
  onTestFinished(async () => {
    connection.socket.destroy();
    await served.server.close(0);
  });
  const call = (name: string) => {
    const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name } };
    return requestBytes(served.url, { body: JSON.stringify(message) });
  };
  return { ...served, connection, call };
}

test("a client that neither sends nor reads while an answer is pending is disconnected", async () => {
  const { connection, call } = await open({ silenceMs: 50, bodyTimeoutMs: 80 });
  connection.send(call("notes_wait"));
  expect(await connection.end()).toBe("");
});

test("a client that has its answer may be silent for longer, but not for ever", async () => {
  const { connection, call } = await open({ silenceMs: 1, bodyTimeoutMs: 80, idleMs: 50 });
  for (let asked = 0; asked < 3; asked++) {
    connection.send(call("notes_ping"));
    expect((await connection.answer()).status).toBe(200);
  }
  expect(await connection.end()).toBe("");
});

test("a connection without a request is closed", async () => {
  const { connection } = await open({ bodyTimeoutMs: 80 });
  expect((await connection.answer()).status).toBe(408);
  expect(await connection.end()).toBe("");
});

test("a client that is refused and goes on sending is cut off", async () => {
  const { connection, url } = await open({ lingerMs: 50 });
  const headers = {
    "Content-Type": "text/plain",
    "Content-Length": null,
    "Transfer-Encoding": "chunked",
  };
  connection.send(requestBytes(url, { headers, body: "5\r\nwhat " }));
  const { status, headers: answered } = await connection.answer();
  expect([status, answered.connection]).toEqual([415, "close"]);
  expect(await connection.end()).toBe("");
});

test.each([
  ["is no HTTP", "\x16\x03\x01\r\n\r\n", 400, forever],
  ["stops in the headers", "POST /api/mcp HTTP/1.1\r\nHost: ", 408, 80],
  ["asks for a tunnel", "CONNECT localhost:80 HTTP/1.1\r\nHost: localhost\r\n\r\n", 405, forever],
])(
  "a client whose request %s, and that never hangs up, is cut off",
  async (_, bytes, status, bodyTimeoutMs) => {
    const { server, url } = await serve({ lingerMs: 50, bodyTimeoutMs });
    onTestFinished(() => server.close(0));
    const client = connect({ port: Number(url.port), host: url.hostname, allowHalfOpen: true });
    onTestFinished(() => void client.destroy());
    client.write(bytes);
    let answer = "";
    client.on("data", (chunk) => (answer += chunk));
    await once(client, "end");
    expect(answer).toContain(`HTTP/1.1 ${status} `);
    // A connection whose other end is gone is reset as soon as something is sent.
    client.on("error", () => undefined);
    await expect
      .poll(() => {
        client.write("x");
        return client.destroyed;
      })
      .toBe(true);
  },
);

test("disconnected clients do not delay a stop, however many requests they had sent", async () => {
  const { connection, server, call } = await open({});
  connection.send(Buffer.concat([call("notes_ping"), call("notes_wait"), call("notes_wait")]));
  await connection.answer();
  connection.socket.destroy();
  await server.close(forever);
});

test("a body for a route that comes a byte at a time is refused, also while it keeps coming", async () => {
  const { connection, url } = await open({
    bodyTimeoutMs: 400,
    routes: async (request, response) => {
      for await (const _ of request);
      if (!response.headersSent) response.end("read");
      return true;
    },
  });
  const head = `POST /page HTTP/1.1\r\nHost: ${new URL(url).host}\r\nContent-Length: 1000000\r\n\r\n`;
  connection.send(head);
  const timer = setInterval(() => connection.send("x"), 20);
  const { status, headers } = await connection.answer();
  clearInterval(timer);
  expect([status, headers.connection]).toEqual([408, "close"]);
});
