/** A process that kills itself right before a statement of its database. */
import { Client } from "pg";
import { SqliteConnection } from "../../platform/storage/sqlite/connection.ts";

/**
 * Counts the statements of this process from now on.
 * @param kill number of the statement, 0: never
 * @returns how many there were so far
 */
export function killBeforeStatement(kill: number): () => number {
  let statements = 0;
  /** SIGKILL does not let anything else happen. */
  const count = () => {
    statements += 1;
    if (statements === kill) process.kill(process.pid, "SIGKILL");
  };
  const { query } = Client.prototype;
  Client.prototype.query = function (this: Client, ...args: unknown[]) {
    // Ignores the heartbeat of the listening connection, which comes at any time.
    if (args[0] !== "select 1") count();
    return (query as (...args: unknown[]) => unknown).apply(this, args);
  } as never;
  for (const name of ["execute", "executeQuery"] as const) {
    const method = SqliteConnection.prototype[name] as (...args: unknown[]) => unknown;
    SqliteConnection.prototype[name] = function (this: SqliteConnection, ...args: unknown[]) {
      count();
      return method.apply(this, args);
    } as never;
  }
  return () => statements;
}
