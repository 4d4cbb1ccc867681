import { Client } from "pg";
import { onTestFinished, vi } from "vitest";
import { SqliteConnection } from "../../platform/storage/sqlite/connection.ts";
import { onPostgres } from "./engine.ts";

/** Writes that wait for their turn and come at any time, workers that look for jobs, and the pulse of a connection. */
const BACKGROUND = /last_used_at|from "jobs"|^select 1$/;

/** Listens to the database of this process; each call returns the statements since the call before. */
export function statements(): () => string[] {
  const recorded: string[] = [];
  const record = (text: unknown) => {
    if (typeof text === "string" && !BACKGROUND.test(text)) recorded.push(text);
  };
  const spies = onPostgres ? spyOnPostgres(record) : spyOnSqlite(record);
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore();
  });
  return () => recorded.splice(0);
}

function spyOnSqlite(record: (text: unknown) => void) {
  const { execute, executeQuery, readSync } = SqliteConnection.prototype;
  return [
    vi.spyOn(SqliteConnection.prototype, "execute").mockImplementation(function (
      this: SqliteConnection,
      sql,
    ) {
      record(sql);
      return execute.call(this, sql);
    }),
    vi.spyOn(SqliteConnection.prototype, "executeQuery").mockImplementation(function (
      this: SqliteConnection,
      query,
    ) {
      record(query.sql);
      return executeQuery.call(this, query) as never;
    }),
    vi.spyOn(SqliteConnection.prototype, "readSync").mockImplementation(function (
      this: SqliteConnection,
      query,
    ) {
      record(query.sql);
      return readSync.call(this, query) as never;
    }),
  ];
}

function spyOnPostgres(record: (text: unknown) => void) {
  const query = Client.prototype.query as (...args: unknown[]) => unknown;
  return [
    vi.spyOn(Client.prototype, "query").mockImplementation(function (this: Client, ...args: unknown[]) {
      const [first] = args as [string | { text?: string }];
      record(typeof first === "string" ? first : first.text);
      return query.apply(this, args);
    } as never),
  ];
}
