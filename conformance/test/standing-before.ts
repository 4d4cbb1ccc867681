import type http from "node:http";
import type { AddressInfo } from "node:net";

/** A server that clients go to in place of the one behind it. */
export interface StandingBefore {
  /** The path of the server behind it, at an address of its own. */
  readonly url: string;
  close(): Promise<void>;
}

/** Listens on a free port of loopback. */
export async function standBefore(behind: string, server: http.Server): Promise<StandingBefore> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: new URL(new URL(behind).pathname, `http://127.0.0.1:${port}`).href,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
