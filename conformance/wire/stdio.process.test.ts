/**
 * Lines of a program that are longer than the suite reads: the answer to one request is missing, and the others arrive. And the folder
 * that a program gets.
 */
import { existsSync } from "node:fs";
import { expect, onTestFinished, test, vi } from "vitest";
import { isBroken } from "./reply.ts";
import { stdioTransport } from "./stdio.ts";

const maxBytes = 100_000;

/** Answers each request: "long" methods with a text of 1 MB, and "endless" ones with a line that has no end. */
const program = `
const filler = "x".repeat(1e6);
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method } = JSON.parse(line);
  if (method === "long") console.log(JSON.stringify({ jsonrpc: "2.0", id, result: { text: filler } }));
  else if (method === "long, the id last") console.log(JSON.stringify({ result: { id: 99, text: filler }, jsonrpc: "2.0", id }));
  else if (method === "long, without an id") console.log(JSON.stringify({ jsonrpc: "2.0", result: { text: filler } }));
  else if (method === "endless") setInterval(() => process.stdout.write(filler), 1);
  else console.log(JSON.stringify({ jsonrpc: "2.0", id, result: { text: "short" } }));
});`;

function start() {
  const limits = { timeoutMs: 20_000, maxBytes };
  const args = ["-e", program];
  const transport = stdioTransport({ program: process.execPath, args, folder: import.meta.dirname, limits });
  onTestFinished(() => transport.close());
  return async (id: number, method: string) => {
    const reply = await transport.send({
      id,
      headers: {},
      body: JSON.stringify({ jsonrpc: "2.0", id, method }),
    });
    return isBroken(reply) ? reply.problem : reply.body;
  };
}

test.each(["long", "long, the id last"])(
  "an answer that is too %s is missing, and the next one arrives",
  async (method) => {
    const ask = start();
    const [long, short] = await Promise.all([ask(1, method), ask(2, "short")]);
    expect(long).toBe("the answer is a line of more than 100000 bytes");
    expect(short).toContain("short");
    expect(await ask(3, "short")).toContain("short");
  },
);

test.each([
  ["long, without an id", "the server sent a line of more than 100000 bytes, which answers no request"],
  ["endless", "the server sent a line of more than 100000 bytes, which does not end"],
])("a line that is %s ends the program", async (method, problem) => {
  const ask = start();
  expect(await ask(1, method)).toBe(problem);
  expect(await ask(2, "short")).toBe(problem);
});

/** A program that answers a request with the id of its parameters, and a notification with an error. */
const otherIds = `
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, params } = JSON.parse(line);
  const answer = id === undefined ? { id: null, error: { code: -32600, message: "no id" } } : { ...params, result: {} };
  console.log(JSON.stringify({ jsonrpc: "2.0", ...answer }));
});`;

test.each([{ id: "1" }, { id: 1_001 }, { id: null }, {}])(
  "an answer whose id is not that of the request is told at once: %j",
  async (params) => {
    const limits = { timeoutMs: 600_000, maxBytes };
    const args = ["-e", otherIds];
    const transport = stdioTransport({
      program: process.execPath,
      args,
      folder: import.meta.dirname,
      limits,
    });
    onTestFinished(() => transport.close());
    await transport.send({ headers: {}, body: '{"jsonrpc":"2.0","method":"notifications/initialized"}' });
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping", params });
    const reply = await transport.send({ id: 1, headers: {}, body });
    expect(isBroken(reply) ? reply.problem : JSON.parse(reply.body)).toEqual({
      jsonrpc: "2.0",
      ...params,
      result: {},
    });
  },
);

test("a program gets a fresh folder in its arguments and its environment, which is removed when it ends", async () => {
  const filesIn = `
const files = require("node:fs").readdirSync(process.argv[1]);
require("node:fs").writeFileSync(process.env.FILE, "kept");
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const result = { folder: process.argv[1], file: process.env.FILE, files };
  console.log(JSON.stringify({ jsonrpc: "2.0", id: JSON.parse(line).id, result }));
});`;
  const transport = stdioTransport({
    program: process.execPath,
    args: ["-e", filesIn, "{folder}"],
    folder: import.meta.dirname,
    environment: { FILE: "{folder}/notes.json" },
    limits: { timeoutMs: 20_000, maxBytes },
  });
  const reply = await transport.send({
    id: 1,
    headers: {},
    body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
  });
  const { folder, file, files } = JSON.parse(isBroken(reply) ? reply.problem : reply.body).result;
  expect(files).toEqual([]);
  expect(file).toBe(`${folder}/notes.json`);
  expect(existsSync(file)).toBe(true);
  transport.close();
  await vi.waitFor(() => expect(existsSync(folder)).toBe(false), 10_000);
});
