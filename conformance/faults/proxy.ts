/** The HTTP proxy that turns the healthy server into a faulty one. */
import http from "node:http";
import type { AddressInfo } from "node:net";
import { joinHeaders } from "../wire/reply.ts";
import type { FaultyServer, HealthyServer } from "./fault.ts";
import type { ProxiedRequest, ProxiedResponse } from "./messages.ts";

export interface Proxy {
  /** The address of the faulty server. */
  readonly url: string;
  /** The number of responses that differ from the healthy server's. */
  readonly changed: () => number;
  close(): Promise<void>;
}

export interface ProxyOptions {
  /** The endpoint of the healthy server. */
  readonly endpoint: string;
  readonly faulty: FaultyServer;
  readonly tokens: Pick<HealthyServer, "authorization" | "stateOf">;
  /** Connections to the healthy server, shared by all proxies. */
  readonly agent: http.Agent;
}

/** Starts a proxy on a free port of loopback. */
export async function startProxy({ endpoint, faulty, tokens, agent }: ProxyOptions): Promise<Proxy> {
  let changed = 0;
  const server = http.createServer((request, response) => {
    void handle(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: new URL(new URL(endpoint).pathname, `http://127.0.0.1:${port}`).href,
    changed: () => changed,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  async function handle(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const proxied = await readRequest(request);
    const forwarded: { readonly to: ProxiedRequest; readonly got: ProxiedResponse }[] = [];
    const healthyServer = Object.assign(async (to: ProxiedRequest): Promise<ProxiedResponse> => {
      const got = await forward(new URL(to.path, endpoint), to, agent);
      forwarded.push({ to, got });
      return got;
    }, tokens);
    const answer = await faulty(proxied, healthyServer);
    const [only] = forwarded;
    const isHealthy = forwarded.length === 1 && isSame(only!.to, proxied) && isSame(only!.got, answer);
    if (!isHealthy) changed++;
    response.writeHead(answer.status, {
      ...without(answer.headers, ["content-length", "transfer-encoding"]),
      "content-length": String(Buffer.byteLength(answer.body)),
    });
    response.end(request.method === "HEAD" ? undefined : answer.body);
  }
}

function isSame(a: object, b: object): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

async function readRequest(request: http.IncomingMessage): Promise<ProxiedRequest> {
  const { method = "POST", url = "/", headers } = request;
  return { method, path: url, headers: joinHeaders(headers), body: await readText(request) };
}

function forward(
  url: URL,
  { method, headers, body }: ProxiedRequest,
  agent: http.Agent,
): Promise<ProxiedResponse> {
  // The proxy handles bodies as text, so the server must not compress them.
  const rest = without(headers, ["connection", "content-length", "transfer-encoding", "accept-encoding"]);
  const length = body === "" ? {} : { "content-length": String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    const request = http.request(url, { method, headers: { ...rest, ...length }, agent }, (answer) => {
      const headers = without(joinHeaders(answer.headers), ["connection", "keep-alive"]);
      readText(answer).then(
        (text) => resolve({ status: answer.statusCode ?? 500, headers, body: text }),
        reject,
      );
    });
    request.on("error", reject);
    request.end(body);
  });
}

function without(
  headers: Readonly<Record<string, string>>,
  names: readonly string[],
): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));
}

async function readText(stream: http.IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}
