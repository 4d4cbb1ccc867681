/** Distinguishes lost or missing connections from errors of a query, and keeps them from ending the process. */
import { type Log, Unavailable } from "@toolwright/runtime";
import type { PostgresPool, PostgresPoolClient } from "kysely";
import type { Pool, PoolClient, QueryConfig, QueryResult } from "pg";

/**
 * SQLSTATE codes: connection exceptions (class 08), a server that shuts down, has crashed or is starting (57P01 to 57P03),
 * too many connections (53300), and a former primary that is read-only after a failover (25006).
 */
const UNAVAILABLE_STATES = /^(08...|57P0[123]|53300|25006)$/;
/** Log messages for states that an operator has to resolve. */
const REASONS: Readonly<Record<string, string>> = {
  "25006": "The database is read-only: let it take writes again, or name its primary in DATABASE_URL.",
  "53300": "The database has no connection left: raise max_connections, or end other programs that use it.",
};
const NETWORK_ERRORS = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
]);
/** Errors of pg and pg-pool that have no code. */
const LOST_CONNECTION =
  /^(connection terminated|client has encountered a connection error|timeout exceeded when trying to connect|query read timeout)/i;

/** A pool whose queries reject with `Unavailable` when the database cannot be reached. */
export interface ResilientPool extends PostgresPool {
  query<Row extends object>(query: QueryConfig): Promise<QueryResult<Row>>;
}

/**
 * pg-pool listens for errors of idle connections only. The listener that this adds stays while a query or a transaction
 * uses the connection; without it, a database that restarts would end the process.
 */
export function resilientPool(pool: Pool, log: Log): ResilientPool {
  pool.on("connect", (client) => {
    client.on("error", (error) => log.warn({ event: "database_connection_lost", error }));
  });
  // The listener above has logged it; pg-pool emits the error of an idle connection a second time.
  pool.on("error", () => {});
  return {
    connect: async () => resilientClient(await pool.connect().catch(rethrow)),
    query: (query) => pool.query(query).catch(rethrow) as Promise<never>,
    end: () => pool.end(),
  };
}

/** A connection that was lost is closed on release instead of being given to the next query. */
function resilientClient(client: PoolClient): PostgresPoolClient {
  let isLost = false;
  const query = (...args: Parameters<PoolClient["query"]>) =>
    (client.query(...args) as unknown as Promise<unknown>).catch((error: unknown) => {
      const thrown = translateError(error);
      isLost ||= thrown instanceof Unavailable;
      throw thrown;
    });
  return { query: query as PostgresPoolClient["query"], release: () => client.release(isLost) };
}

function rethrow(error: unknown): never {
  throw translateError(error);
}

function translateError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = "code" in error ? String(error.code) : "";
  const isUnavailable =
    UNAVAILABLE_STATES.test(code) || NETWORK_ERRORS.has(code) || LOST_CONNECTION.test(error.message);
  if (!isUnavailable) return error;
  return new Unavailable(REASONS[code] ?? "The database does not answer.", { cause: error });
}
