/** A proxy for tests that can change requests and replies; its faults are functions. */

import http from "node:http";
import type { Json } from "../../cases/edits.ts";
import { readBody } from "./read-body.ts";
import { listenAsProxy, type RunningProxy } from "./running-proxy.ts";

/** A request as the client sent it. */
export interface ProxiedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: http.IncomingHttpHeaders;
  /** Names of headers in the case in filter they were sent. */
  readonly headerNames: readonly string[];
  readonly body: string;
  /** The JSON-RPC message in the body; `{}` if there is none. */
  readonly message: Message;
}

// biome-ignore lint/suspicious/noExplicitAny: a client may send anything
export type Message = any;

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Answers a request; `forward` sends it to the upstream server, with changes if there are any. */
export type Fault = (
  request: ProxiedRequest,
  forward: (changes?: Partial<ProxiedRequest>) => Promise<Reply>,
) => Promise<Reply> | Reply;

/** Starts a proxy in front of a server, on a free port of loopback; it answers as the fault says. */
export function proxy(upstream: string, fault: Fault): Promise<RunningProxy> {
  const server = http.createServer(async (incoming, response) => {
    const body = await readBody(incoming);
    if (body === undefined) return;
    const { method = "GET", url: path = "/", headers, rawHeaders } = incoming;
    const request = { method, path, headers, headerNames: rawHeaders, body, message: messageIn(body) };
    const reply = await fault(request, (changes) => forwardTo(upstream, { ...request, ...changes }));
    const { "content-length": _, "transfer-encoding": __, connection: ___, ...rest } = reply.headers;
    response.writeHead(reply.status, rest).end(reply.body);
  });
  return listenAsProxy(upstream, server);
}

function forwardTo(upstream: string, { method, path, headers, body }: ProxiedRequest): Promise<Reply> {
  const { "content-length": _, "transfer-encoding": __, connection: ___, ...rest } = headers;
  const { port } = new URL(upstream);
  // A server on loopback ignores the port in the Host header, as browsers do.
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

/** Selects requests. */
export type RequestFilter = (request: ProxiedRequest) => boolean;

/** Selects the requests of these JSON-RPC methods. */
export function hasMethod(...methods: readonly string[]): RequestFilter {
  return ({ message }) => methods.includes(message.method);
}

/** Changes the JSON-RPC answers to the selected requests. */
export function changesAnswer(
  filter: RequestFilter,
  change: (answer: Message, request: ProxiedRequest) => Message,
): Fault {
  return async (request, forward) => {
    const reply = await forward();
    if (!filter(request) || reply.body === "") return reply;
    return { ...reply, body: JSON.stringify(change(JSON.parse(reply.body), request)) };
  };
}

/** Changes the results of the selected requests. */
export function changesResult(filter: RequestFilter, change: (result: Message) => Message): Fault {
  return changesAnswer(filter, (answer) =>
    answer.result === undefined ? answer : { ...answer, result: change(answer.result) },
  );
}

/** Answers the selected requests itself. */
export function answers(filter: RequestFilter, reply: (request: ProxiedRequest) => Partial<Reply>): Fault {
  return async (request, forward) =>
    filter(request) ? { status: 200, headers: {}, body: "", ...reply(request) } : forward();
}

export const json = { "content-type": "application/json" };

export function result(id: Json, value: object): Partial<Reply> {
  return { headers: json, body: JSON.stringify({ jsonrpc: "2.0", id, result: value }) };
}

export function error(id: Json, code: number, message = "No."): Partial<Reply> {
  return { headers: json, body: JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } }) };
}

/** Replies with an event stream of these messages. */
export function events(...messages: readonly object[]): Partial<Reply> {
  const body = messages.map((message) => `event: message\ndata: ${JSON.stringify(message)}\n\n`).join("");
  return { headers: { "content-type": "text/event-stream" }, body };
}
