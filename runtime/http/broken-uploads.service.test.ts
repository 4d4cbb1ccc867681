/** Bodies that a route reads and that never arrive completely: the route learns of it, so that it can release what it holds. */

import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Routes } from "@toolwright/runtime";
import { expect, onTestFinished, test } from "vitest";
import { RawConnection, requestBytes } from "../test/support/wire/raw-http.ts";
import { serve } from "../test/support/wire/serving.ts";

/** A server with one route, and what became of each body that the route read. */
async function start(routes: (bodies: string[]) => Routes) {
  const bodies: string[] = [];
  const served = await serve({ routes: routes(bodies) });
  const connection = new RawConnection(served.url);
  onTestFinished(async () => {
    connection.socket.destroy();
    await served.server.close(0);
  });
  const headers = { "Content-Length": null, "Transfer-Encoding": "chunked" };
  const send = () =>
    connection.send(requestBytes(served.url, { target: "/upload", headers, body: "5\r\nbegun\r\n" }));
  return { ...served, connection, bodies, send };
}

const discard = () => new Writable({ write: (_chunk, _encoding, done) => done() });

/** Answers when the body is complete. */
const reading =
  (bodies: string[]) => async (request: Parameters<Routes>[0], response: Parameters<Routes>[1]) => {
    bodies.push("begun");
    const outcome = await pipeline(request, discard()).then(
      () => "complete",
      () => "broken off",
    );
    bodies.push(outcome);
    response.end();
    return true;
  };

/** Answers at once, and reads on. */
const answeringFirst =
  (bodies: string[]) => (request: Parameters<Routes>[0], response: Parameters<Routes>[1]) => {
    response.end("early");
    void reading(bodies)(request, response);
    return true;
  };

for (const [name, routes] of [
  ["answers after the body", reading],
  ["answers before the body", answeringFirst],
] as const) {
  test.each([
    ["ends its side", ({ socket }: RawConnection) => socket.end()],
    ["closes the connection", ({ socket }: RawConnection) => socket.destroy()],
    ["resets the connection", ({ socket }: RawConnection) => socket.resetAndDestroy()],
    ["sends bytes that are not a chunk", ({ socket }: RawConnection) => socket.write("garbage\r\n")],
  ])(`a route that ${name} learns that the client %s`, async (_, breakOff) => {
    const { connection, bodies, send } = await start(routes);
    send();
    await expect.poll(() => bodies).toContain("begun");
    breakOff(connection);
    await expect.poll(() => bodies, { timeout: 2_000 }).toEqual(["begun", "broken off"]);
  });
}

test("a client that ends its side in the middle of a body still gets 400", async () => {
  const { connection, bodies, send } = await start(reading);
  send();
  await expect.poll(() => bodies).toContain("begun");
  connection.socket.end();
  expect((await connection.answer()).status).toBe(400);
  expect(await connection.end()).toBe("");
});
