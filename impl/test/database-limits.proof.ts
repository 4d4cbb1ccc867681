/**
 * Proof: while PostgreSQL is read-only or out of connections, the service says so, loses no acknowledged data, and recovers by
 * itself.
 */
import { Client } from "pg";
import { expect, onTestFinished, test } from "vitest";
import { openFileStore } from "../platform/files/store.ts";
import { openPostgres } from "../platform/storage/postgres/open.ts";
import { countsOf, expectKept, prepareWork, startWork, type Work } from "./support/acknowledged-work.ts";
import { dataDir } from "./support/data-dir.ts";
import { mailServer } from "./support/mail-server.ts";
import { quiet } from "./support/postgres.ts";
import { startPostgres } from "./support/postgres-server.ts";
import { startServerProcess } from "./support/program.ts";
import { post } from "./support/wire.ts";

/** Three of them are for superusers, which the operator is and the service is not. */
const MAX_CONNECTIONS = 20;

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  // Some are ended by the server.
  client.on("error", () => {});
  await client.connect();
  return client;
}

/** A PostgreSQL server of this test alone, with durable writes, and a service whose role is no superuser. */
async function startDatabase() {
  const postgres = await startPostgres([`max_connections=${MAX_CONNECTIONS}`]);
  onTestFinished(postgres.remove);
  await postgres.process.createDatabase("service");
  const operator = await connect(`${postgres.url}/service`);
  onTestFinished(() => operator.end());
  await operator.query(
    "create role service login password 'service'; alter database service owner to service",
  );
  await operator.query("alter schema public owner to service");
  return { operator, url: `${postgres.url.replace("postgres:postgres@", "service:service@")}/service` };
}

type Database = Awaited<ReturnType<typeof startDatabase>>;

/** Each makes the database reject the service until the returned function is called. */
const refusals: Readonly<Record<string, (database: Database) => Promise<() => Promise<unknown>>>> = {
  async "read-only"({ operator }) {
    const set = async (value: string) => {
      await operator.query(`alter system set default_transaction_read_only = ${value}`);
      await operator.query("select pg_reload_conf()");
    };
    await set("on");
    return () => set("off");
  },
  async "out of connections"({ operator, url }) {
    const others: Client[] = [];
    const pids = () => others.map((client) => Number((client as unknown as { processID: number }).processID));
    // The service's connections end, and another program has them before it comes back; the service may be faster for a while.
    for (let refused = 0; refused < 20; ) {
      const { rowCount } = await operator.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where usename = 'service' and pid <> all($1)`,
        [pids()],
      );
      if (rowCount !== 0) refused = 0;
      await connect(url).then(
        (client) => others.push(client),
        () => (refused += 1),
      );
    }
    return () => Promise.all(others.map((client) => client.end()));
  },
};

async function progress(work: Work): Promise<void> {
  const before = countsOf(work.acknowledged());
  const standing = () =>
    Object.entries(countsOf(work.acknowledged())).filter(([kind, n]) => n <= before[kind]!);
  await expect.poll(standing, { timeout: 200_000 }).toEqual([]);
}

/** Returns the answers to a user on a page and to an agent: status, time to retry, and text. */
async function refusalsOf(origin: string, token: string) {
  const body = new URLSearchParams({ email: "somebody@example.org", password: "correct horse" });
  const page = fetch(`${origin}/sign-in`, { method: "POST", headers: { Origin: origin }, body });
  const call = { name: "service_create_form", arguments: { prompt: "A form with a name" } };
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: call };
  const answers = await Promise.all([page, post(`${origin}/api/mcp`, token, message)]);
  return Promise.all(
    answers.map(async (answer) => [answer.status, answer.headers.get("retry-after"), await answer.text()]),
  );
}

test.each([
  ["read-only", "The database is read-only"],
  ["out of connections", "The database has no connection left"],
])("a database that is %s", async (name, reason) => {
  const database = await startDatabase();
  const mails = await mailServer();
  const storage = await openPostgres(database.url, quiet);
  const prepared = await prepareWork(storage);
  await storage.close();
  const folder = dataDir();
  const server = await startServerProcess({
    ...mails.environment,
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    TRUST_PROXY: "127.0.0.1",
  });
  const { origin } = new URL(server.endpoint);
  const statusOf = async (path: string) => (await fetch(`${origin}${path}`)).status;
  const work = startWork(prepared, () => origin, mails.received);
  await progress(work);

  const end = await refusals[name]!(database);
  await expect.poll(() => statusOf("/readyz")).toBe(503);
  expect(await statusOf("/healthz")).toBe(200);
  await expect.poll(() => server.stderr()).toContain(reason);
  expect(await refusalsOf(origin, prepared.tokens[0]!)).toEqual([
    [503, "1", expect.stringContaining("Please try again in a moment.")],
    [503, "1", expect.stringContaining("Try again shortly.")],
  ]);
  await end();
  await expect.poll(() => statusOf("/readyz")).toBe(200);
  await progress(work);
  await work.stop();
  expect(server.process.exitCode, "the service is alive").toBeNull();
  const after = await openPostgres(database.url, quiet);
  onTestFinished(() => after.close());
  await expectKept(after, await openFileStore(folder), work.acknowledged());
  console.log(name, countsOf(work.acknowledged()), Object.fromEntries(work.others));
});
