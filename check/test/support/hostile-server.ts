/**
 * A server that behaves as its name says, over stdio (as a program) or HTTP: it does what no server should. Written by hand, since
 * no SDK lets a server do this.
 */
import { spawn } from "node:child_process";
import { createServer, type IncomingHttpHeaders, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import { json } from "node:stream/consumers";
import { answerTo, clearScreen, lineOf, type Message, named, text } from "./hostile-answers.ts";

/** Behaviour over stdio -> its act instead of an answer. @returns whether it acted */
const stdioActs: Readonly<Record<string, (message: Message) => boolean>> = {
  "dies-in-list": ({ method }) => {
    if (method !== "tools/list") return false;
    process.stderr.write("::error::out of memory\n");
    process.exit(137);
  },
  "half-answer": ({ id, method }) => {
    if (method !== "tools/list") return false;
    process.stdout.write(text(id, { result: { tools: [named("one")] } }).slice(0, 40));
    return true;
  },
  "slow-parts": ({ id, method }) => {
    if (method !== "tools/list") return false;
    const whole = `${text(id, { result: { tools: [named("one")] } })}\n`;
    for (let at = 0; at < 10; at++) {
      const part = whole.slice((at * whole.length) / 10, ((at + 1) * whole.length) / 10);
      setTimeout(() => process.stdout.write(part), at * 50);
    }
    return true;
  },
  "long-noise": ({ method }) => {
    if (method === "tools/list") process.stdout.write(`${clearScreen}${"noise ".repeat(2 ** 20)}\n`);
    return false;
  },
  flood: ({ method }) => {
    if (method !== "tools/list") return false;
    const write = () => {
      while (process.stdout.write("a".repeat(2 ** 20)));
      process.stdout.once("drain", write);
    };
    write();
    return true;
  },
};

function serveStdio(behaviour: string): void {
  if (behaviour === "dies-at-start") {
    process.stderr.write(`No API_KEY is set, only ${process.env.SECRET ?? "nothing"}.\n`);
    process.exitCode = 3;
    return;
  }
  if (behaviour === "stubborn" || behaviour === "outlives-input") {
    // It can only be killed.
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => undefined);
    setInterval(() => undefined, 1e6);
  }
  if (behaviour === "prints") process.stdout.write(`Starting ${clearScreen}up\n`);
  // A grandchild that ignores the end of its input, and SIGTERM: it is gone only if the whole group is killed.
  if (behaviour === "grandchild") {
    const program = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1e6)";
    const { pid } = spawn(process.execPath, ["-e", program, "hostile-server.ts", "grandchild"], {
      stdio: "inherit",
    });
    process.stderr.write(`grandchild ${pid}\n`);
  }
  createInterface({ input: process.stdin }).on("line", (line) => {
    const message = JSON.parse(line) as Message;
    if (stdioActs[behaviour]?.(message)) return;
    const answer = answerTo(behaviour, message);
    if (answer !== "nothing") process.stdout.write(lineOf(behaviour, message.id ?? 0, answer, process.env));
  });
}

/** The command of the program. */
export function hostileCommand(behaviour: string): string {
  return `"${process.execPath}" "${import.meta.filename}" "${behaviour}"`;
}

/** Behaviours over HTTP alone. */
const listeners: Readonly<Record<string, RequestListener>> = {
  "needs-token": (_, response) => response.writeHead(401).end(),
  forbidden: (_, response) => response.writeHead(403).end("no"),
  "not-found": (_, response) => response.writeHead(404).end("no"),
  html: (_, response) => response.writeHead(200, { "content-type": "text/html" }).end("<html>"),
  redirect: (_, response) => response.writeHead(308, { location: "https://elsewhere.example/mcp" }).end(),
  "half-json": (_, response) =>
    response.writeHead(200, { "content-type": "application/json" }).end('{"jsonrpc":"2.0","id":'),
  "cut-off": (_, response) => {
    response.writeHead(200, { "content-type": "application/json", "content-length": 500 });
    response.write('{"jsonrpc":"2.0",', () => response.destroy());
  },
  "ended-stream": (_, response) => response.writeHead(200, { "content-type": "text/event-stream" }).end(),
  broken: (_, response) => response.writeHead(500).end(`${clearScreen}stack trace`),
};

export interface Listening {
  readonly url: string;
  /** The headers of each request to the endpoint. */
  readonly received: readonly IncomingHttpHeaders[];
  close(): void;
}

export async function listenHostile(behaviour: string): Promise<Listening> {
  const answering: RequestListener = async (request, response) => {
    const message = (await json(request).catch(() => ({}))) as Message;
    const { id, method = request.method } = message;
    if (behaviour === `silent at ${method}`) return;
    const answer = answerTo(behaviour, message);
    const headers = { "content-type": "application/json", "mcp-session-id": "s1" };
    // The events of `streamed wrong-ids` have the ids of `wrong-ids`, and the streams stay open.
    const [, streamed] = /^streamed (.*)$/.exec(behaviour) ?? [];
    if (id === undefined) response.writeHead(202).end();
    else if (answer !== "nothing" && streamed !== undefined) {
      response.writeHead(200, { ...headers, "content-type": "text/event-stream" });
      response.write(`data: ${lineOf(streamed, id, answer, [request.headers, request.url])}\n`);
    } else if (answer !== "nothing")
      response.writeHead(200, headers).end(lineOf(behaviour, id, answer, [request.headers, request.url]));
  };
  const received: IncomingHttpHeaders[] = [];
  const server = createServer(listeners[behaviour] ?? answering).listen(0, "127.0.0.1");
  server.on("request", ({ url, headers }) => {
    if (url?.startsWith("/mcp")) received.push(headers);
  });
  await new Promise((resolve) => server.once("listening", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    received,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

if (process.argv[1] === import.meta.filename) serveStdio(process.argv[2] ?? "");
