/** Starts the HTTP server of a proxy between the suite and a server under test. */
import type http from "node:http";
import type { AddressInfo } from "node:net";

export interface RunningProxy {
  /** The address of the proxy, with the path of the upstream server. */
  readonly url: string;
  close(): Promise<void>;
}

/** Listens on a free port of loopback. */
export async function listenAsProxy(upstream: string, server: http.Server): Promise<RunningProxy> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: new URL(new URL(upstream).pathname, `http://127.0.0.1:${port}`).href,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
