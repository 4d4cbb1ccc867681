/** A server that asks its client something before it answers a call is answered, over both transports. */
import http from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { httpTransport } from "./http.ts";
import { isBroken } from "./reply.ts";
import { stdioTransport } from "./stdio.ts";
import type { Transport } from "./transport.ts";

const limits = { timeoutMs: 5_000, maxBytes: 100_000 };
const questions = [
  { jsonrpc: "2.0", id: "are-you-there", method: "ping" },
  { jsonrpc: "2.0", id: 0, method: "roots/list" },
];
const answers = [
  { jsonrpc: "2.0", id: "are-you-there", result: {} },
  { jsonrpc: "2.0", id: 0, error: { code: -32601, message: expect.stringContaining("roots/list") } },
];

/** The result of a call, for which the server waits until each of its questions was answered. */
async function call(transport: Transport): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 7, method: "tools/list" });
  const headers = { "Content-Type": "application/json", Authorization: "Bearer one" };
  const reply = await transport.send({ body, id: 7, headers });
  if (isBroken(reply)) return reply.problem;
  return reply.messages.find(({ id, method }) => id === 7 && method === undefined)?.result;
}

test("over stdio", async () => {
  const program = `
    const received = [];
    require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
      const message = JSON.parse(line);
      if (message.method === undefined) received.push(message);
      else for (const each of ${JSON.stringify(questions)}) console.log(JSON.stringify(each));
      if (received.length === ${questions.length}) console.log(JSON.stringify({ jsonrpc: "2.0", id: 7, result: received }));
    });`;
  const transport = stdioTransport({
    program: process.execPath,
    args: ["-e", program],
    folder: import.meta.dirname,
    limits,
  });
  onTestFinished(() => transport.close());
  expect(await call(transport)).toEqual(answers);
});

test("over HTTP, each answer is a request of its own with the same credentials", async () => {
  const received: unknown[] = [];
  const credentials = new Set<string | undefined>();
  let stream: http.ServerResponse | undefined;
  const send = (message: object) => stream?.write(`data: ${JSON.stringify(message)}\n\n`);
  const server = http.createServer(async (request, response) => {
    credentials.add(request.headers.authorization);
    const message = JSON.parse(Buffer.concat(await Array.fromAsync(request)).toString());
    if (message.method !== undefined) {
      stream = response.writeHead(200, { "Content-Type": "text/event-stream" });
      for (const each of questions) send(each);
      return;
    }
    received.push(message);
    response.writeHead(202).end();
    if (received.length === questions.length) send({ jsonrpc: "2.0", id: 7, result: received });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const transport = httpTransport({ url: new URL(`http://127.0.0.1:${port}/mcp`), limits, parallel: 4 });
  onTestFinished(() => {
    transport.close();
    server.closeAllConnections();
    server.close();
  });
  const result = await call(transport);
  expect(result).toHaveLength(answers.length);
  expect(result).toEqual(expect.arrayContaining(answers));
  expect([...credentials]).toEqual(["Bearer one"]);
});
