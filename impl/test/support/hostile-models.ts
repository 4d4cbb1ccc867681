/** A server on loopback that speaks no protocol of models at all: each path is an attack on those who read its answers. */
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { pipeline, Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { onTestFinished } from "vitest";

const PIECE = 64 * 1024;
const UNPACKED = 20_000_000;

/** Sends the text until the reader hangs up; with a pause, slowly. */
function forever(response: ServerResponse, text: string, pauseMs = 0): void {
  pipeline(Readable.from(repeated(text, pauseMs)), response, () => {});
}

async function* repeated(text: string, pauseMs: number) {
  for (;;) {
    if (pauseMs > 0) await wait(pauseMs);
    yield text;
  }
}

function packed(response: ServerResponse, text: string): void {
  response.writeHead(200, { "Content-Type": "text/event-stream", "Content-Encoding": "gzip" });
  response.end(gzipSync(Buffer.alloc(UNPACKED, text)));
}

function events(response: ServerResponse): ServerResponse {
  return response.writeHead(200, { "Content-Type": "text/event-stream" });
}

const delta = `data: ${JSON.stringify({
  id: "1",
  object: "chat.completion.chunk",
  created: 1,
  model: "m",
  choices: [{ index: 0, delta: { content: "x" } }],
})}\n\n`;

/** The first part of a path -> what is answered. */
export const attacks = {
  "endless-line": (response: ServerResponse) => forever(events(response), `data: ${"x".repeat(PIECE)}`),
  "endless-lines": (response: ServerResponse) => forever(events(response), ": nothing\n".repeat(PIECE / 10)),
  "packed-line": (response: ServerResponse) => packed(response, "x"),
  "packed-lines": (response: ServerResponse) => packed(response, "\n"),
  "endless-error": (response: ServerResponse) =>
    forever(response.writeHead(400, { "Content-Type": "application/json" }), "x".repeat(PIECE)),
  "slow-text": (response: ServerResponse) => forever(events(response), delta, 20),
  "slow-comments": (response: ServerResponse) => forever(events(response), ": wait\n\n", 20),
  "slow-bytes": (response: ServerResponse) => forever(events(response), "x", 20),
  "no-answer": () => {},
} satisfies Record<string, (response: ServerResponse) => void>;

export type Attack = keyof typeof attacks;

function isAttack(name: string): name is Attack {
  return Object.hasOwn(attacks, name);
}

/** @param redirect where requests under `/redirect/STATUS` are sent */
export async function hostileModels(redirect = "") {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? "");
    const [, name = "", status = ""] = (request.url ?? "").split("/");
    if (name === "redirect") return void response.writeHead(Number(status), { Location: redirect }).end();
    if (!isAttack(name)) return void response.writeHead(404).end();
    attacks[name](response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${address.port}`, requests };
}
