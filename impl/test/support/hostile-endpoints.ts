/** Servers on loopback that attack their clients: by HTTP, each path is an attack, and by SMTP. */
import { once } from "node:events";
import { createServer, type RequestListener, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, createServer as createSocketServer, type Socket } from "node:net";
import { pipeline, Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { onTestFinished } from "vitest";
import { appCertificate } from "./app-site.ts";

const PIECE = 64 * 1024;
const UNPACKED = 20_000_000;

/** Sends the text until the reader hangs up; with a pause, slowly. */
function forever(reader: ServerResponse | Socket, text: string, pauseMs = 0): void {
  pipeline(Readable.from(repeated(text, pauseMs)), reader, () => {});
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

/** Maps the first part of a path to the answer. */
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
  "short-body": (response: ServerResponse) =>
    response.writeHead(200, { "Content-Length": "1000" }).end("x", () => response.destroy()),
  "no-answer": () => {},
} satisfies Record<string, (response: ServerResponse) => void>;

export type Attack = keyof typeof attacks;

function isAttack(name: string): name is Attack {
  return Object.hasOwn(attacks, name);
}

/** @param redirect where requests under `/redirect/STATUS` are sent */
export async function hostileEndpoint(redirect = "", isSecure = false) {
  const requests: string[] = [];
  const answer: RequestListener = (request, response) => {
    requests.push(request.url ?? "");
    const [, name = "", status = ""] = (request.url ?? "").split("/");
    if (name === "redirect") return void response.writeHead(Number(status), { Location: redirect }).end();
    if (!isAttack(name)) return void response.writeHead(404).end();
    attacks[name](response);
  };
  const server = isSecure ? createTlsServer(appCertificate, answer) : createServer(answer);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address() as AddressInfo;
  const origin = isSecure ? "https://app.example" : "http://127.0.0.1";
  return { url: `${origin}:${address.port}`, requests };
}

/** The attacks of a mail server as soon as a client has connected. */
export const mailAttacks = {
  "endless-line": (socket: Socket) => forever(socket, "2".repeat(PIECE)),
  "endless-lines": (socket: Socket) => forever(socket, "220-nothing\r\n".repeat(PIECE / 10)),
  "endless-replies": (socket: Socket) => forever(socket, "250 OK\r\n".repeat(PIECE / 10)),
  "slow-bytes": (socket: Socket) => forever(socket, "2", 20),
  "no-answer": () => {},
} satisfies Record<string, (socket: Socket) => void>;

export async function hostileMailServer(attack: keyof typeof mailAttacks): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createSocketServer((socket) => {
    sockets.add(socket.on("error", () => {}));
    mailAttacks[attack](socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
