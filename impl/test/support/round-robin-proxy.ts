/** A reverse proxy in front of several nodes, as Caddy is in compose.yaml. */
import { once } from "node:events";
import { Agent, createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/**
 * Passes each request to the next node. Resolves to its origin; ends with the test.
 *
 * @param ports returns the ports of the nodes at each request
 * @param headers the headers that it sets in each request
 */
export async function startProxy(
  ports: () => readonly number[],
  headers: Readonly<Record<string, string>>,
): Promise<string> {
  let next = 0;
  // Both sides of a connection that is kept must not end it at the same time: clients let go before servers do.
  const agent = new Agent({ keepAlive: true, timeout: 5_000 });
  const proxy = createServer((incoming, outgoing) => {
    const nodes = ports();
    const forwarded = request(
      {
        agent,
        host: "127.0.0.1",
        port: nodes[next++ % nodes.length],
        method: incoming.method,
        path: incoming.url,
        headers: { ...incoming.headers, ...headers },
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(outgoing);
      },
    );
    forwarded.on("error", () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end()));
    incoming.pipe(forwarded);
  });
  proxy.keepAliveTimeout = 75_000;
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  onTestFinished(async () => {
    agent.destroy();
    proxy.closeAllConnections();
    proxy.close();
    await once(proxy, "close");
  });
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}
