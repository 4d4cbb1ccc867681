import http from "node:http";
import type { Socket } from "node:net";
import { type StandingBefore, standBefore } from "./standing-before.ts";

/** What a client has sent, and the socket on which a hostile server can answer as it likes. */
export interface Arrived {
  readonly body: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly response: http.ServerResponse;
  readonly socket: Socket;
}

/** Answers by itself (`true`), or lets the server behind it answer. */
export type Behaviour = (arrived: Arrived) => boolean;

/** Stands before a server and misbehaves where it is told to. */
export function front(behind: string, behave: Behaviour): Promise<StandingBefore> {
  const server = http.createServer(async (request, response) => {
    const body = await textOf(request);
    const { headers, method = "POST", socket } = request;
    if (behave({ body, headers, response, socket })) return;
    forward(new URL(request.url ?? "/", behind), { method, headers, body }, response);
  });
  return standBefore(behind, server);
}

function forward(
  url: URL,
  { method, headers, body }: { method: string; headers: http.IncomingHttpHeaders; body: string },
  response: http.ServerResponse,
): void {
  const { host: _, ...rest } = headers;
  const request = http.request(url, { method, headers: rest }, (answer) => {
    response.writeHead(answer.statusCode ?? 500, answer.headers);
    answer.pipe(response);
  });
  request.on("error", () => response.destroy());
  request.end(body);
}

async function textOf(request: http.IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}
