/** Adds headers to requests: MCP's own suite has no option for them, and a token in its arguments would be seen by other users. */
import { randomUUID } from "node:crypto";
import { createServer, request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import type { AddressInfo } from "node:net";

export interface HeaderProxy {
  /** The address that stands for the endpoint. */
  readonly url: string;
  close(): void;
}

/** Listens on loopback, and passes each request on to the endpoint. */
export async function openHeaderProxy(
  endpoint: URL,
  added: Readonly<Record<string, string>>,
): Promise<HeaderProxy> {
  const open = endpoint.protocol === "https:" ? httpsRequest : httpRequest;
  // Other users of this machine cannot guess the path, so they cannot use the token.
  const path = `/${randomUUID()}`;
  const proxy = createServer((incoming, outgoing) => {
    if (incoming.url !== path) return void outgoing.writeHead(404).end();
    const { method = "GET", headers } = incoming;
    const passed = open(endpoint, { method, headers: { ...headers, host: endpoint.host, ...added } });
    passed.on("response", (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on("error", () => outgoing.destroy());
    outgoing.on("close", () => passed.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}${path}`,
    close() {
      proxy.close();
      proxy.closeAllConnections();
    },
  };
}
