import http from "node:http";
import type { Json } from "../cases/edits.ts";
import { type StandingBefore, standBefore } from "./standing-before.ts";

/** A request as a client sent it. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: http.IncomingHttpHeaders;
  /** Names of headers with the letters that they were sent with. */
  readonly names: readonly string[];
  readonly body: string;
  /** The JSON-RPC message in it; `{}` if there is none. */
  readonly message: Message;
}

// biome-ignore lint/suspicious/noExplicitAny: whatever was sent
export type Message = any;

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What stands before a server makes of a request: `pass` hands it on, changed or not. */
export type Fault = (
  asked: Asked,
  pass: (changed?: Partial<Asked>) => Promise<Reply>,
) => Promise<Reply> | Reply;

/** Stands before a server, on a free port of loopback, and answers as the fault says. */
export function proxy(behind: string, fault: Fault): Promise<StandingBefore> {
  const server = http.createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { method = "GET", url: path = "/", headers, rawHeaders } = request;
    const body = Buffer.concat(parts).toString();
    const asked = { method, path, headers, names: rawHeaders, body, message: messageIn(body) };
    const reply = await fault(asked, (changed) => passed(behind, { ...asked, ...changed }));
    const { "content-length": _, "transfer-encoding": __, connection: ___, ...rest } = reply.headers;
    response.writeHead(reply.status, rest).end(reply.body);
  });
  return standBefore(behind, server);
}

function passed(behind: string, { method, path, headers, body }: Asked): Promise<Reply> {
  const { "content-length": _, "transfer-encoding": __, connection: ___, ...rest } = headers;
  const { port } = new URL(behind);
  // A server on loopback looks at the port of its Host no more than a browser does.
  const sent = { ...rest, ...(body !== "" && { "content-length": String(Buffer.byteLength(body)) }) };
  return new Promise((resolve, reject) => {
    const request = http.request({ host: "127.0.0.1", port, path, method, headers: sent }, (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.once("end", () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers as Record<string, string>,
          body: Buffer.concat(parts).toString(),
        }),
      );
    });
    request.once("error", reject);
    request.end(body);
  });
}

function messageIn(body: string): Message {
  try {
    return JSON.parse(body) ?? {};
  } catch {
    return {};
  }
}

/** Whether a request is meant. */
export type Which = (asked: Asked) => boolean;

/** Requests of these methods. */
export function to(...methods: readonly string[]): Which {
  return ({ message }) => methods.includes(message.method);
}

/** Changes the JSON-RPC message that answers. */
export function mends(which: Which, change: (answer: Message, asked: Asked) => Message): Fault {
  return async (asked, pass) => {
    const reply = await pass();
    if (!which(asked) || reply.body === "") return reply;
    return { ...reply, body: JSON.stringify(change(JSON.parse(reply.body), asked)) };
  };
}

/** Changes the result of an answer. */
export function mendsResult(which: Which, change: (result: Message) => Message): Fault {
  return mends(which, (answer) =>
    answer.result === undefined ? answer : { ...answer, result: change(answer.result) },
  );
}

/** Answers by itself. */
export function answers(which: Which, reply: (asked: Asked) => Partial<Reply>): Fault {
  return async (asked, pass) =>
    which(asked) ? { status: 200, headers: {}, body: "", ...reply(asked) } : pass();
}

export const json = { "content-type": "application/json" };

export function result(id: Json, value: object): Partial<Reply> {
  return { headers: json, body: JSON.stringify({ jsonrpc: "2.0", id, result: value }) };
}

export function error(id: Json, code: number, message = "No."): Partial<Reply> {
  return { headers: json, body: JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } }) };
}

/** An event stream with these messages. */
export function events(...messages: readonly object[]): Partial<Reply> {
  const body = messages.map((message) => `event: message\ndata: ${JSON.stringify(message)}\n\n`).join("");
  return { headers: { "content-type": "text/event-stream" }, body };
}
