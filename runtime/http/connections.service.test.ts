/** Connections: what stays open, what closes, and in which order answers are sent. */
import type { Call, McpServerOptions } from "@toolwright/runtime";
import { afterEach, describe, expect, test } from "vitest";
import { NotesHandlers } from "../test/support/wire/notes-handlers.ts";
import { RawConnection, requestBytes } from "../test/support/wire/raw-http.ts";
import { type Served, serve } from "../test/support/wire/serving.ts";

const started: { close(): Promise<void> }[] = [];
const connections: RawConnection[] = [];

afterEach(async () => {
  for (const { socket } of connections.splice(0)) socket.destroy();
  await Promise.all(started.splice(0).map((server) => server.close()));
});

async function start(options: Partial<McpServerOptions> = {}): Promise<Served> {
  const served = await serve({ limit: () => ({ allowed: true }), ...options });
  started.push(served.server);
  return served;
}

/** Handlers whose calls wait until the test ends them. */
class PatientHandlers extends NotesHandlers {
  /** The functions that end the waiting calls. */
  readonly waiting: (() => void)[] = [];

  override get(input: { id: string }, call: Call<"not_found">) {
    if (input.id !== "slow") return super.get(input, call);
    return new Promise<NotesHandlers["ana"]>((resolve) => this.waiting.push(() => resolve(this.ana)));
  }
}

async function startPatiently() {
  const handlers = new PatientHandlers();
  const served = await start({ handlers });
  const waits = () => expect.poll(() => handlers.waiting.length).toBe(1);
  const release = () => handlers.waiting.forEach((end) => void end());
  return { served, waits, release };
}

function open({ url }: Served): RawConnection {
  const connection = new RawConnection(url);
  connections.push(connection);
  return connection;
}

function get({ url }: Served, noteId: string, id: string | number = 1): Buffer {
  const params = { name: "notes_get", arguments: { id: noteId } };
  return requestBytes(url, { body: JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params }) });
}

const idOf = (body: string): unknown => JSON.parse(body).id;

describe("a connection", () => {
  test("carries one request after the other, refused ones too", async () => {
    const served = await start();
    const connection = open(served);
    const statuses: number[] = [];
    for (const Authorization of ["Bearer notes:read", "Bearer revoked", "Bearer notes:read"]) {
      connection.send(
        requestBytes(served.url, {
          headers: { Authorization },
          body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
        }),
      );
      statuses.push((await connection.answer()).status);
    }
    expect(statuses).toEqual([200, 401, 200]);
  });

  test("answers pipelined requests in their order, though the first takes longest", async () => {
    const served = await start();
    const connection = open(served);
    connection.send(
      Buffer.concat([get(served, "slow", "first"), get(served, "ana", "second"), get(served, "ana", 3)]),
    );
    const ids = [await connection.answer(), await connection.answer(), await connection.answer()].map(
      ({ body }) => idOf(body),
    );
    expect(ids).toEqual(["first", "second", 3]);
  });

  test("takes a request in single bytes", async () => {
    const served = await start();
    const connection = open(served);
    for (const byte of get(served, "ana", "drip")) connection.send(Buffer.of(byte));
    expect(idOf((await connection.answer()).body)).toBe("drip");
  });

  test("delivers the pending answer before it is closed because of invalid input", async () => {
    const served = await start();
    const connection = open(served);
    connection.send(Buffer.concat([get(served, "slow", "owed"), Buffer.from("garbage\r\n\r\n")]));
    expect(idOf((await connection.answer()).body)).toBe("owed");
    expect(await connection.end()).toBe("");
  });
});

describe("a slow client", () => {
  test.each([
    ["a body that stops", { body: '{"jsonrpc"', headers: { "Content-Length": "100" } }],
    ["a body that never starts", { headers: { "Content-Length": "100" } }],
    [
      "chunks that stop",
      { body: "5\r\n{", headers: { "Content-Length": null, "Transfer-Encoding": "chunked" } },
    ],
  ])("gets 408 for %s", async (_, request) => {
    const served = await start({ bodyTimeoutMs: 80 });
    const connection = open(served);
    connection.send(requestBytes(served.url, request));
    const answer = await connection.answer();
    expect([answer.status, answer.headers.connection, JSON.parse(answer.body).error.code]).toEqual([
      408,
      "close",
      408,
    ]);
    expect(await connection.end()).toBe("");
  });

  test("gets 408 for headers that stop", async () => {
    const served = await start({ bodyTimeoutMs: 80 });
    const connection = open(served);
    connection.send("POST /api/mcp HTTP/1.1\r\nHost: ");
    expect((await connection.answer()).status).toBe(408);
    expect(await connection.end()).toBe("");
  });

  test("gets its answer if the body came in time and the handler is slow", async () => {
    const served = await start({ bodyTimeoutMs: 20 });
    const connection = open(served);
    connection.send(get(served, "slow"));
    expect((await connection.answer()).status).toBe(200);
  });
});

describe("a body that is too large", () => {
  test("is refused while it is still being sent, and the client can read why", async () => {
    const served = await start();
    const connection = open(served);
    const megabyte = Buffer.alloc(1024 * 1024, "x");
    connection.send(
      requestBytes(served.url, { headers: { "Content-Length": null, "Transfer-Encoding": "chunked" } }),
    );
    for (let sent = 0; sent < 8; sent++) {
      connection.send(Buffer.concat([Buffer.from("100000\r\n"), megabyte, Buffer.from("\r\n")]));
    }
    connection.send("0\r\n\r\n");
    const answer = await connection.answer();
    expect([answer.status, answer.headers.connection]).toEqual([413, "close"]);
    expect(await connection.end()).toBe("");
  });

  test("is refused by what it declares, before anything of it is sent", async () => {
    const served = await start();
    const connection = open(served);
    connection.send(requestBytes(served.url, { headers: { "Content-Length": String(4 * 1024 * 1024 + 1) } }));
    expect((await connection.answer()).status).toBe(413);
  });

  test("does not include a body of 4 MiB", async () => {
    const served = await start();
    const connection = open(served);
    const message = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
    connection.send(requestBytes(served.url, { body: message.padEnd(4 * 1024 * 1024) }));
    expect((await connection.answer()).status).toBe(200);
  });
});

describe("a client that disconnects", () => {
  test.each([
    [
      "in the middle of its body",
      (served: Served) => requestBytes(served.url, { body: "{", headers: { "Content-Length": "100" } }),
    ],
    ["before its answer", (served: Served) => get(served, "slow")],
  ])("%s disturbs nobody", async (_, bytes) => {
    const { served } = await startPatiently();
    const [gone, other] = [open(served), open(served)];
    gone.send(bytes(served));
    for (const id of ["before", "after"]) {
      other.send(get(served, "ana", id));
      expect(idOf((await other.answer()).body)).toBe(id);
      gone.socket.resetAndDestroy();
    }
    expect(served.logged).toEqual([]);
  });

  test("while it asks for a tunnel does not affect other clients", async () => {
    const { served, waits, release } = await startPatiently();
    const [gone, other] = [open(served), open(served)];
    gone.send(
      Buffer.concat([
        get(served, "slow"),
        Buffer.from("CONNECT localhost:1 HTTP/1.1\r\nHost: localhost\r\n\r\n"),
      ]),
    );
    await waits();
    gone.socket.resetAndDestroy();
    release();
    for (const id of ["before", "after"]) {
      other.send(get(served, "ana", id));
      expect(idOf((await other.answer()).body)).toBe(id);
    }
  });

  test("does not cancel its call: only the deadline and the server do", async () => {
    const { served, waits, release } = await startPatiently();
    const gone = open(served);
    gone.send(get(served, "slow"));
    await waits();
    gone.socket.destroy();
    await gone.end();
    release();
    await expect.poll(() => served.calls.map(({ outcome }) => outcome)).toEqual(["ok"]);
  });
});

describe("a server that stops", () => {
  test("lets answers under way arrive, and answers 503 to what still comes", async () => {
    const { served, waits, release } = await startPatiently();
    const [busy, idle] = [open(served), open(served)];
    idle.send(get(served, "ana"));
    await idle.answer();
    busy.send(get(served, "slow", "under way"));
    await waits();
    const closed = served.server.close();
    idle.send(get(served, "ana"));
    const refused = await idle.answer();
    expect([refused.status, refused.headers.connection, refused.headers["retry-after"]]).toEqual([
      503,
      "close",
      "5",
    ]);
    release();
    const answer = await busy.answer();
    expect([answer.status, answer.headers.connection, idOf(answer.body)]).toEqual([
      200,
      "close",
      "under way",
    ]);
    await closed;
    expect([await busy.end(), await idle.end()]).toEqual(["", ""]);
  });

  test("lets all answers under way on one connection arrive", async () => {
    const { served, waits, release } = await startPatiently();
    const busy = open(served);
    busy.send(Buffer.concat([get(served, "slow", "first"), get(served, "ana", "second")]));
    await waits();
    await expect.poll(() => served.calls.length).toBe(1);
    const closed = served.server.close();
    release();
    expect([idOf((await busy.answer()).body), idOf((await busy.answer()).body)]).toEqual(["first", "second"]);
    await closed;
    expect(await busy.end()).toBe("");
  });

  test("accepts no new connections", async () => {
    const served = await start();
    await served.server.close();
    await expect(open(served).answer()).rejects.toThrow("ended");
  });

  test("ends idle connections at once", async () => {
    const served = await start();
    const idle = open(served);
    idle.send(get(served, "ana"));
    await idle.answer();
    await served.server.close();
    expect(await idle.end()).toBe("");
  });

  test("abandons handlers that take longer than the grace period, and answers their callers", async () => {
    const { served, waits } = await startPatiently();
    const connection = open(served);
    connection.send(get(served, "slow"));
    await waits();
    await served.server.close(10);
    const { result } = JSON.parse((await connection.answer()).body);
    expect(result._meta["dev.toolwright/failure"]).toMatchObject({ code: "internal", retryable: true });
  });

  test("can be stopped twice", async () => {
    const served = await start();
    await Promise.all([served.server.close(), served.server.close()]);
  });
});

test("a port that is taken is an error of listen()", async () => {
  const served = await start();
  const other = await start();
  await expect(other.server.listen(Number(served.url.port))).rejects.toThrow();
});
