/** A proxy for tests that can answer over the raw socket, even with bytes that are not HTTP. */

import http from "node:http";
import type { Socket } from "node:net";
import { readBody } from "./read-body.ts";
import { listenAsProxy, type RunningProxy } from "./running-proxy.ts";

/** A request of the client, and the socket on which a hostile server can write anything. */
export interface RawRequest {
  readonly body: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly response: http.ServerResponse;
  readonly socket: Socket;
}

/** Answers the request itself and returns `true`, or returns `false` and the upstream server answers. */
export type Behaviour = (request: RawRequest) => boolean;

/** Starts a proxy in front of a server; it misbehaves as `behave` says. */
export function rawProxy(upstream: string, behave: Behaviour): Promise<RunningProxy> {
  const server = http.createServer(async (request, response) => {
    const body = await readBody(request);
    if (body === undefined) return;
    const { headers, method = "POST", socket } = request;
    if (behave({ body, headers, response, socket })) return;
    forward(new URL(request.url ?? "/", upstream), { method, headers, body }, response);
  });
  return listenAsProxy(upstream, server);
}

interface Forwarded {
  readonly method: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

function forward(url: URL, forwarded: Forwarded, response: http.ServerResponse): void {
  const { method, headers, body } = forwarded;
  const { host: _, ...rest } = headers;
  const request = http.request(url, { method, headers: rest }, (answer) => {
    response.writeHead(answer.statusCode ?? 500, answer.headers);
    answer.pipe(response);
  });
  request.on("error", (error: NodeJS.ErrnoException) => {
    // The server closed an idle connection just as it was reused, so it has not read the request.
    const isUnread = request.reusedSocket && error.code === "ECONNRESET" && !response.headersSent;
    if (isUnread) forward(url, forwarded, response);
    else response.destroy();
  });
  request.end(body);
}
