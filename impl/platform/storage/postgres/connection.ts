/** A connection to PostgreSQL that does not depend on its host to end. */
import { Socket } from "node:net";
import { Client, type ClientConfig } from "pg";
import { withinMs } from "../../time/within.ts";

const FAREWELL_MS = 1_000;
/** Linux drops an idle connection to a host that has vanished about ten seconds after this. */
const KEEP_ALIVE_MS = 5_000;

export class Connection extends Client {
  readonly #socket: Socket;

  constructor(config: ClientConfig = {}) {
    const socket = new Socket();
    super({
      ...config,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      stream: () => socket,
    });
    this.#socket = socket;
  }

  get isDropped(): boolean {
    return this.#socket.destroyed;
  }

  /** Closes the socket at once. Queries that wait for an answer are rejected. */
  drop(): void {
    this.#socket.destroy();
  }

  /** Ends the connection as the protocol asks for, and drops it if the host does not answer. */
  async close(): Promise<void> {
    await withinMs(FAREWELL_MS, this.end(), "The database does not answer.").catch(() => {});
    this.drop();
  }
}
