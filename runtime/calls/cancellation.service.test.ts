/** Cancellation: by `notifications/cancelled`, and by a disconnect in MCP 2026-07-28. */
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { serveStdio } from "@toolwright/runtime";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { modernNotes } from "../test/support/wire/modern-notes.ts";
import { ModernNotesHandlers } from "../test/support/wire/notes-handlers.ts";
import { RawConnection, requestBytes } from "../test/support/wire/raw-http.ts";
import { modernRequest } from "../test/support/wire/rpc.ts";
import { serve } from "../test/support/wire/serving.ts";

async function start(deadlineMs = 45_000) {
  const handlers = new ModernNotesHandlers();
  const served = await serve({
    service: modernNotes,
    handlers,
    limit: () => ({ allowed: true }),
    deadlineMs,
  });
  onTestFinished(() => served.server.close(0));
  const outcomes = () => served.calls.map(({ outcome }) => outcome);

  /** Sends a message of an older revision as one of several clients. The answer comes later. */
  function send(message: object, { token = "notes:read", agent = "one" } = {}) {
    const connection = new RawConnection(served.url);
    onTestFinished(() => void connection.socket.destroy());
    const headers = { Authorization: `Bearer ${token}`, "User-Agent": agent };
    connection.send(
      requestBytes(served.url, { headers, body: JSON.stringify({ jsonrpc: "2.0", ...message }) }),
    );
    return connection;
  }

  /** A call that waits until it is stopped. */
  async function wait(id: string | number, as?: Parameters<typeof send>[1]) {
    const running = handlers.running;
    const connection = send({ id, method: "tools/call", params: { name: "notes_wait" } }, as);
    await expect.poll(() => handlers.running).toBe(running + 1);
    return connection;
  }

  async function cancel(requestId: unknown, as?: Parameters<typeof send>[1]) {
    const params = { requestId, reason: "no longer needed" };
    const { status } = await send({ method: "notifications/cancelled", params }, as).answer();
    expect(status).toBe(202);
  }

  return { ...served, handlers, outcomes, wait, cancel };
}

describe("notifications/cancelled", () => {
  test("cancels the call with that id: the handler's signal aborts, and the client gets error 499", async () => {
    const { wait, cancel, handlers, outcomes } = await start();
    const call = await wait(1);
    await cancel(1);
    const { status, body } = await call.answer();
    expect([status, JSON.parse(body)]).toEqual([
      200,
      { jsonrpc: "2.0", id: 1, error: { code: 499, message: "The call was cancelled." } },
    ]);
    expect(handlers.stopped).toEqual(["Cancelled: The client cancelled the request."]);
    expect(outcomes()).toEqual(["cancelled"]);
  });

  test.each<[string, unknown, { token?: string; agent?: string }]>([
    ["another id", 2, {}],
    ["an id of another type", "1", {}],
    ["no id", undefined, {}],
    ["the id of another token's call", 1, { token: "notes:read+notes:write" }],
    ["the id of another client's call", 1, { agent: "two" }],
  ])("with %s changes nothing", async (_, requestId, as) => {
    const { wait, cancel, outcomes, handlers } = await start();
    await wait(1);
    await cancel(requestId, as);
    expect([outcomes(), handlers.stopped]).toEqual([[], []]);
  });

  test("cancels the call of its own token only, even if another token's call has the same id", async () => {
    const { wait, cancel, handlers, outcomes } = await start();
    const other = { token: "notes:read+notes:write" };
    const [mine, theirs] = [await wait(1), await wait(1, other)];
    await cancel(1);
    expect(JSON.parse((await mine.answer()).body).error.code).toBe(499);
    expect([outcomes(), handlers.stopped.length]).toEqual([["cancelled"], 1]);
    await cancel(1, other);
    expect(JSON.parse((await theirs.answer()).body).error.code).toBe(499);
  });

  test("changes nothing if two calls have that id", async () => {
    const { wait, cancel, handlers } = await start();
    await wait(1);
    await wait(1);
    await cancel(1);
    expect(handlers.stopped).toEqual([]);
  });

  test("changes nothing if the call has ended", async () => {
    const { wait, cancel, outcomes } = await start();
    const call = await wait(1);
    await cancel(1);
    await call.answer();
    await cancel(1);
    expect(outcomes()).toEqual(["cancelled"]);
  });

  test("over stdio leaves the cancelled call without an answer", async () => {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const handlers = new ModernNotesHandlers();
    const stdio = serveStdio({ service: modernNotes, handlers, log, input, output });
    const line = (message: object) => input.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
    line({ id: 1, method: "tools/call", params: { name: "notes_wait", _meta: { progressToken: 1 } } });
    line({ method: "notifications/cancelled", params: { requestId: 1 } });
    line({ id: 2, method: "ping" });
    input.end();
    await stdio;
    output.end();
    // The server does not send the progress that the handler reports after its cancellation.
    expect((await text(output)).trim().split("\n")).toEqual([
      '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1}}',
      '{"jsonrpc":"2.0","id":2,"result":{}}',
    ]);
    expect(handlers.stopped).toHaveLength(1);
  });
});

describe("a client that disconnects", () => {
  test("cancels its call in MCP 2026-07-28", async () => {
    const { url, handlers, outcomes, logged } = await start();
    const going = new AbortController();
    const request = modernRequest({ method: "tools/call", params: { name: "notes_wait" } });
    const asked = fetch(url, { ...request, signal: going.signal });
    await expect.poll(() => handlers.running).toBe(1);
    going.abort();
    await expect(asked).rejects.toThrow();
    await expect.poll(outcomes).toEqual(["cancelled"]);
    expect(handlers.stopped).toEqual(["Cancelled: The client disconnected."]);
    expect(logged).toEqual([]);
  });

  test("in the middle of an event stream cancels its call too", async () => {
    const { url, handlers, outcomes } = await start();
    const request = modernRequest({
      method: "tools/call",
      params: { name: "notes_wait", arguments: {} },
      meta: { progressToken: 1 },
      headers: { Accept: "text/event-stream" },
    });
    const going = new AbortController();
    const response = await fetch(url, { ...request, signal: going.signal });
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    going.abort();
    await expect.poll(outcomes).toEqual(["cancelled"]);
    expect(handlers.stopped).toHaveLength(1);
  });

  test("does not cancel its call in older revisions, where a lost connection is not a cancellation", async () => {
    const { wait, cancel, handlers, outcomes } = await start();
    const gone = await wait(1);
    gone.socket.destroy();
    await gone.end();
    await cancel("another");
    expect([handlers.stopped, outcomes()]).toEqual([[], []]);
  });
});

test.each(["legacy", "modern"])(
  "a deadline ends a %s call with an answer worth a retry",
  async (revision) => {
    const { url, wait, handlers } = await start(30);
    const request = modernRequest({ method: "tools/call", params: { name: "notes_wait" } });
    const message =
      revision === "modern"
        ? await (await fetch(url, request)).json()
        : JSON.parse((await (await wait(1)).answer()).body);
    expect(message.result._meta["dev.toolwright/failure"]).toMatchObject({
      code: "internal",
      retryable: true,
    });
    expect(handlers.stopped).toEqual(["DeadlinePassed: The handler did not answer within 30 ms."]);
  },
);

test.each(["http", "stdio"])("the default deadline is 45 s, over %s", async (transport) => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const handlers = new ModernNotesHandlers();
  const message = JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "notes_wait" },
  });
  if (transport === "http") {
    const { server, url } = await serve({ handlers, service: modernNotes });
    onTestFinished(() => server.close(0));
    const connection = new RawConnection(url);
    onTestFinished(() => void connection.socket.destroy());
    connection.send(requestBytes(url, { body: message }));
  } else {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const stdio = serveStdio({ service: modernNotes, handlers, log, input, output });
    onTestFinished(() => stdio);
    input.end(`${message}\n`);
  }
  while (handlers.running === 0) await new Promise(setImmediate);
  vi.advanceTimersByTime(44_999);
  expect(handlers.stopped).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(handlers.stopped).toEqual(["DeadlinePassed: The handler did not answer within 45000 ms."]);
});
