/** A connection to PostgreSQL that does not depend on its host to end. */
import type { Duplex } from "node:stream";
import { Client, type ClientConfig } from "pg";
import { withinMs } from "../../time/within.ts";

declare module "pg" {
  interface ClientBase {
    /** The protocol on its socket, which pg-pool destroys in the same way. */
    readonly connection: { readonly stream: Duplex };
  }
}

const FAREWELL_MS = 1_000;
/** Linux drops an idle connection to a host that has vanished about ten seconds after this. */
const KEEP_ALIVE_MS = 5_000;

export class Connection extends Client {
  constructor(config: ClientConfig = {}) {
    super({ ...config, keepAlive: true, keepAliveInitialDelayMillis: KEEP_ALIVE_MS });
  }

  get isDropped(): boolean {
    return this.connection.stream.destroyed;
  }

  /** Closes the socket at once. Queries that wait for an answer are rejected. */
  drop(): void {
    this.connection.stream.destroy();
  }

  /** Ends the connection as the protocol asks for, and drops it if the host does not answer. */
  async close(): Promise<void> {
    await withinMs(FAREWELL_MS, this.end(), "The database does not answer.").catch(() => {});
    this.drop();
  }
}
