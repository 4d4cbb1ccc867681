/** Many clients at once, which connect, stay idle and disconnect at any time. */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { startProgram } from "../support/fuzz/program.ts";
import { RawConnection, requestBytes } from "../support/wire/raw-http.ts";

const start = () => startProgram(join(import.meta.dirname, "../support/fuzz/notes-program.ts"));

/** A call that takes 60 ms. */
function slowCall(url: URL, id: number): Buffer {
  const params = { name: "notes_get", arguments: { id: "slow" } };
  return requestBytes(url, { body: JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params }) });
}

/** Connects, and keeps the connection for as long as the test lasts. */
async function arrive(url: URL): Promise<Socket> {
  const socket = connect(Number(url.port), "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => undefined);
  await once(socket, "connect");
  return socket;
}

async function pings(url: URL): Promise<number> {
  const connection = new RawConnection(url);
  onTestFinished(() => void connection.socket.destroy());
  connection.send(requestBytes(url, { body: '{"jsonrpc":"2.0","id":1,"method":"ping"}' }));
  return (await connection.answer()).status;
}

test("2,000 idle connections use little memory, and other clients are still served", async () => {
  const { ready, health } = await start();
  const url = new URL(ready.endpoint);
  const before = await health();
  const idle = await Promise.all(Array.from({ length: 2_000 }, () => arrive(url)));
  expect(await pings(url)).toBe(200);
  // Half of them have begun a request that they do not finish.
  for (const socket of idle.slice(1_000))
    socket.write("POST /api/mcp HTTP/1.1\r\nHost: localhost\r\nX-Slow: ");
  await sleep(500);
  expect(await pings(url)).toBe(200);
  const after = await health();
  expect(after.residentBytes - before.residentBytes).toBeLessThan(100 * 2 ** 20);
  for (const socket of idle) socket.destroy();
  await expect.poll(() => pings(url)).toBe(200);
});

test("a body that comes a byte at a time takes no more room than its bytes", async () => {
  const { ready, health } = await start();
  const url = new URL(ready.endpoint);
  const connection = new RawConnection(url);
  onTestFinished(() => void connection.socket.destroy());
  const message = '{"jsonrpc":"2.0","id":1,"method":"ping"}'.padEnd(1_000_000);
  const chunks = Buffer.from([...message].map((letter) => `1\r\n${letter}\r\n`).join(""));
  const before = await health();
  const headers = { "Content-Length": null, "Transfer-Encoding": "chunked" };
  connection.send(Buffer.concat([requestBytes(url, { headers }), chunks]));
  await once(connection.socket, "drain");
  expect(await pings(url)).toBe(200);
  const after = await health();
  expect(after.heapBytes - before.heapBytes).toBeLessThan(16 * 2 ** 20);
  connection.send("0\r\n\r\n");
  expect((await connection.answer()).status).toBe(200);
});

test("10,000 clients that vanish before their answer leave nothing behind", async () => {
  const { ready, health } = await start();
  const url = new URL(ready.endpoint);
  const sizes: number[] = [];
  for (let round = 0; round < 10; round++) {
    const gone = await Promise.all(Array.from({ length: 1_000 }, () => arrive(url)));
    for (const [at, socket] of gone.entries()) {
      socket.write(slowCall(url, at));
      // Some leave in the middle of their own words.
      if (at % 3 === 0) socket.write("POST /api/mcp HT");
    }
    await sleep(30);
    for (const [at, socket] of gone.entries()) at % 2 === 0 ? socket.resetAndDestroy() : socket.destroy();
    await sleep(100);
    const { heapBytes, errors } = await health();
    expect(errors).toEqual([]);
    sizes.push(heapBytes);
  }
  expect(await pings(url)).toBe(200);
  // What is garbage at the last look may not have been collected yet; what leaks is in each of the last three.
  expect(Math.min(...sizes.slice(-3))).toBeLessThan(sizes[2]! * 1.1 + 4 * 2 ** 20);
});

test("a server that stops under load gives every request that it took its answer", async () => {
  const { ready, stop } = await start();
  const url = new URL(ready.endpoint);
  const connections = Array.from({ length: 200 }, () => new RawConnection(url));
  onTestFinished(() => connections.forEach(({ socket }) => void socket.destroy()));
  const counts = { answered: 0, refused: 0, cutOff: 0 };
  const accepted = new Set<RawConnection>();
  let stopping = false;
  const clients = connections.map(async (connection, at) => {
    for (let id = at; ; id++) {
      connection.send(slowCall(url, id));
      // A request sent while the server stops may find a closed connection. A request sent before must be answered.
      const askedBefore = !stopping;
      const answer = await connection.answer().catch(() => undefined);
      if (answer === undefined && askedBefore) counts.cutOff++;
      if (answer?.status === 503) counts.refused++;
      if (answer?.status !== 200) return;
      expect(JSON.parse(answer.body)).toMatchObject({ id, result: { structuredContent: { id: "ana" } } });
      counts.answered++;
      accepted.add(connection);
      if (answer.headers.connection === "close") return;
    }
  });
  // A server that stops does not take the connections that wait to be accepted.
  await expect.poll(() => accepted.size).toBe(connections.length);
  await expect.poll(() => counts.answered).toBeGreaterThan(connections.length);
  stopping = true;
  await stop();
  await Promise.all(clients);
  expect(counts.cutOff).toBe(0);
});
