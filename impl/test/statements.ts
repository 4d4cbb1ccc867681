import { Client } from "pg";
import { onTestFinished, vi } from "vitest";
import { SqliteConnection } from "../storage/sqlite/connection.ts";
import { onPostgres } from "./engine.ts";

/** Writes that wait for their turn and come at any time, and the pulse of a connection. */
const OWN_TIME = /last_used_at|^select 1$/;

/** Listens to the database of this process; each call returns the statements since the call before. */
export function statements(): () => string[] {
  const said: string[] = [];
  const hear = (text: unknown) => {
    if (typeof text === "string" && !OWN_TIME.test(text)) said.push(text);
  };
  const spies = onPostgres ? listenToPostgres(hear) : listenToSqlite(hear);
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore();
  });
  return () => said.splice(0);
}

function listenToSqlite(hear: (text: unknown) => void) {
  const { execute, executeQuery, readAtOnce } = SqliteConnection.prototype;
  return [
    vi.spyOn(SqliteConnection.prototype, "execute").mockImplementation(function (
      this: SqliteConnection,
      sql,
    ) {
      hear(sql);
      return execute.call(this, sql);
    }),
    vi.spyOn(SqliteConnection.prototype, "executeQuery").mockImplementation(function (
      this: SqliteConnection,
      query,
    ) {
      hear(query.sql);
      return executeQuery.call(this, query) as never;
    }),
    vi.spyOn(SqliteConnection.prototype, "readAtOnce").mockImplementation(function (
      this: SqliteConnection,
      query,
    ) {
      hear(query.sql);
      return readAtOnce.call(this, query) as never;
    }),
  ];
}

function listenToPostgres(hear: (text: unknown) => void) {
  const query = Client.prototype.query as (...args: unknown[]) => unknown;
  return [
    vi.spyOn(Client.prototype, "query").mockImplementation(function (this: Client, ...args: unknown[]) {
      const [first] = args as [string | { text?: string }];
      hear(typeof first === "string" ? first : first.text);
      return query.apply(this, args);
    } as never),
  ];
}
