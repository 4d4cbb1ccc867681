/** A TCP proxy before a database whose host can vanish without a reset: what was connected stays open and gets no answer. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";

export interface SilentProxy {
  /** The address of the database behind the proxy. */
  readonly url: string;
  /** Silences all connections that are open, and ends their sessions at the database, as the loss of its host does. */
  vanish(): void;
}

/** @param target `postgres://...` */
export async function silentProxy(target: string): Promise<SilentProxy> {
  const { hostname, port } = new URL(target);
  const pairs = new Map<Socket, Socket>();
  const clients = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const database = connect(Number(port), hostname);
    pairs.set(client, database);
    clients.add(client);
    client.on("error", () => {});
    database.on("error", () => client.destroy());
    client.on("data", (some) => void pairs.get(client)?.write(some));
    database.on("data", (some) => void client.write(some));
    client.on("end", () => void pairs.get(client)?.end());
    database.on("end", () => void (pairs.has(client) && client.end()));
    client.on("close", () => {
      clients.delete(client);
      pairs.get(client)?.destroy();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    server.close();
    for (const client of clients) client.destroy();
    await once(server, "close");
  });
  const address = new URL(target);
  address.port = String((server.address() as AddressInfo).port);
  return {
    url: address.href,
    vanish() {
      for (const [client, database] of pairs) {
        database.removeAllListeners("data");
        pairs.delete(client);
        database.destroy();
      }
    },
  };
}
