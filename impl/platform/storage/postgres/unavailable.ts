/** Distinguishes failures that a later attempt may not meet from errors of a query, and keeps them from ending the process. */
import { type Log, Unavailable } from "@toolwright/runtime";
import type { PostgresPool } from "kysely";
import { Pool, type PoolClient, type PoolConfig, type QueryConfig, type QueryResult } from "pg";
import { withinMs } from "../../time/within.ts";
import { Connection } from "./connection.ts";

/**
 * SQLSTATE codes of a connection that cannot be used: connection exceptions (class 08), a server that shuts down, has crashed or
 * is starting (57P01 to 57P03), too many connections (53300), and a former primary that is read-only after a failover (25006).
 */
const LOST_STATES = /^(08...|57P0[123]|53300|25006)$/;
/**
 * SQLSTATE codes of work that the server undid because of other work: a serialization failure, a deadlock, a lock that was not
 * free in time, and a statement that took too long.
 */
const UNDONE_STATES = /^(40001|40P01|55P03|57014)$/;
/** The same statement may succeed at once, since the other work goes on meanwhile. */
const RUN_AGAIN_STATES = /^(40001|40P01)$/;
const RUNS = 3;
/** Log messages for states that an operator has to resolve. */
const REASONS: Readonly<Record<string, string>> = {
  "25006": "The database is read-only: let it take writes again, or name its primary in DATABASE_URL.",
  "40001": "The database undid this work, because other work changed the same rows.",
  "40P01": "The database undid this work, because it and other work waited for each other.",
  "53300": "The database has no connection left: raise max_connections, or end other programs that use it.",
  "55P03": "Other work, such as a dump or an upgrade, holds a lock of the database for too long.",
  "57014": "The database took too long for a statement.",
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

/** How long the end waits for queries that run. */
const END_MS = 5_000;
/** The error of pg when an answer does not come within `query_timeout`. */
const SILENT = "Query read timeout";

/** A pool whose queries reject with `Unavailable` when the database cannot be reached, or undid the work. */
export interface ResilientPool extends PostgresPool {
  query<Row extends object>(query: QueryConfig): Promise<QueryResult<Row>>;
  /** Closes all connections at once, because their host has vanished; the next queries connect anew. */
  drop(): void;
}

/**
 * pg-pool listens for errors of idle connections only. The listener that this adds stays while a query or a transaction
 * uses the connection; without it, a database that restarts would end the process.
 */
export function resilientPool(config: PoolConfig, log: Log): ResilientPool {
  const pool = new Pool({ ...config, Client: Connection });
  const connections = new Set<Connection>();
  pool.on("connect", (client) => {
    client.on("error", (error) => log.warn({ event: "database_connection_lost", error }));
    if (client instanceof Connection) connections.add(client);
  });
  pool.on("remove", (client) => {
    if (client instanceof Connection) connections.delete(client);
  });
  // The listener above has logged it; pg-pool emits the error of an idle connection a second time.
  pool.on("error", () => {});

  function drop(): void {
    for (const connection of connections) connection.drop();
  }

  async function connect(): Promise<ReturnType<typeof resilientClient>> {
    for (;;) {
      const client = await pool.connect().catch(rethrow);
      if (!(client instanceof Connection && client.isDropped)) return resilientClient(client);
      client.release(true);
    }
  }

  return {
    connect: connect as unknown as ResilientPool["connect"],
    async query(query) {
      const client = await connect();
      return client.query(query).finally(client.release) as Promise<never>;
    },
    drop,
    async end() {
      await withinMs(END_MS, pool.end(), "The database does not answer.").catch(drop);
    },
  };
}

/** A connection that was lost is closed on release instead of being given to the next query. */
function resilientClient(client: PoolClient) {
  let isLost = false;
  let isInTransaction = false;

  async function query(query: string | QueryConfig, values?: unknown[]): Promise<QueryResult> {
    const run = () => client.query(query, values);
    isInTransaction ||= typeof query === "string" && /^(begin|start transaction)/.test(query);
    try {
      return await (isInTransaction ? run() : runAgain(run));
    } catch (error) {
      isLost ||= isConnectionLost(error);
      // The rollback that follows would wait for an answer once more.
      if (error instanceof Error && error.message === SILENT && client instanceof Connection) client.drop();
      throw translateError(error);
    } finally {
      if (query === "commit" || query === "rollback") isInTransaction = false;
    }
  }

  return { query, release: () => client.release(isLost) };
}

/** Runs a statement outside of a transaction again after a deadlock, which has undone the whole statement. */
async function runAgain<T>(run: () => Promise<T>): Promise<T> {
  for (let runs = 1; ; runs += 1) {
    try {
      return await run();
    } catch (error) {
      if (runs === RUNS || !RUN_AGAIN_STATES.test(codeOf(error))) throw error;
    }
  }
}

function rethrow(error: unknown): never {
  throw translateError(error);
}

function translateError(error: unknown): unknown {
  const code = codeOf(error);
  if (!isConnectionLost(error) && !UNDONE_STATES.test(code)) return error;
  return new Unavailable(REASONS[code] ?? "The database does not answer.", { cause: error });
}

function isConnectionLost(error: unknown): boolean {
  const code = codeOf(error);
  if (LOST_STATES.test(code) || NETWORK_ERRORS.has(code)) return true;
  return error instanceof Error && LOST_CONNECTION.test(error.message);
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
