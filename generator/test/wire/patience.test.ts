/** How long the server waits for its peers. Each wait is short here, and without its end the test would never end. */
import type { McpServerOptions } from "toolwright/runtime";
import { expect, onTestFinished, test } from "vitest";
import { RawConnection, requestBytes } from "./raw-http.ts";
import { serve } from "./serving.ts";

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

test("a client that neither sends nor reads while it is owed an answer is gone", async () => {
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

test("a connection on which nothing is ever asked ends", async () => {
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

test("clients that have gone do not hold up a stop, however much they had asked", async () => {
  const { connection, server, call } = await open({});
  connection.send(Buffer.concat([call("notes_ping"), call("notes_wait"), call("notes_wait")]));
  await connection.answer();
  connection.socket.destroy();
  await server.close(forever);
});
