/** Proof: nodes live through restarts, crashes and terminated connections of PostgreSQL while clients write. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Client } from "pg";
import { expect, onTestFinished, test } from "vitest";
import { amount, chance } from "../../.ci/draw.ts";
import { ensureAccount } from "../accounts/accounts.ts";
import { createTokens } from "../accounts/tokens/tokens.ts";
import { insertForm } from "../forms/forms.ts";
import { openPostgres } from "../platform/storage/postgres/open.ts";
import { dataDir } from "./support/data-dir.ts";
import { quiet } from "./support/postgres.ts";
import { startPostgres } from "./support/postgres-server.ts";
import { startServerProcess } from "./support/program.ts";
import { signUp } from "./support/sign-up-form.ts";
import { type Outcome, post } from "./support/wire.ts";

const NODES = 2;
const WRITERS_A_NODE = 4;
/** The number of failures of each kind. */
const FAILURES = amount({ proof: 2, soak: 8 });

/** A PostgreSQL server of this test alone, with durable writes. */
async function startDatabase() {
  const { url: server, databaseDir, process: database, remove } = await startPostgres();
  onTestFinished(remove);
  await database.createDatabase("service");
  const url = `${server}/service`;
  return {
    url,
    async restart() {
      await database.stop();
      await wait(chance.int(500));
      await database.start();
    },
    /** The processes of its connections end by themselves some time later; until then it cannot start. */
    async crash() {
      const postmaster = Number(readFileSync(join(databaseDir, "postmaster.pid"), "utf8").split("\n")[0]);
      process.kill(postmaster, "SIGKILL");
      await expect.poll(() => isAlive(postmaster)).toBe(false);
      for (;;) {
        const started = await database.start().then(
          () => true,
          () => false,
        );
        if (started) return;
        await wait(100);
      }
    },
    async terminateConnections() {
      const client = new Client({ connectionString: url });
      await client.connect();
      for (let n = 0; n < 10; n += 1) {
        await client.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where datname = 'service' and pid <> pg_backend_pid()",
        );
        await wait(chance.int(50));
      }
      await client.end();
    },
  };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** An account with a form and a token for each writer. */
async function prepare(url: string, writers: number) {
  const storage = await openPostgres(url, quiet);
  const now = new Date();
  const owner = await ensureAccount(storage.db, "owner@example.org", "business", now);
  const wish = { name: "", scopes: ["forms:read", "forms:write"] as const, expiresInDays: undefined };
  const tokens = await createTokens(storage.db, owner, wish, writers, now);
  const forms: string[] = [];
  for (let n = 0; n < writers; n += 1) {
    const form = await storage.db
      .transaction()
      .execute((transaction) => insertForm(transaction, owner.id, signUp, "draft", now));
    forms.push(form.id);
  }
  await storage.close();
  return tokens.map(({ token }, n) => ({ token, form: forms[n]! }));
}

/** The observations of a writer: acknowledged titles in order, and all other answers by name. */
interface Seen {
  readonly acknowledged: string[];
  readonly others: Map<string, number>;
}

test("restarts, crashes and terminated connections under load end no node and lose nothing acknowledged", async () => {
  const database = await startDatabase();
  const writers = await prepare(database.url, NODES * WRITERS_A_NODE);
  const folder = dataDir();
  const nodes = await Promise.all(
    Array.from({ length: NODES }, () => startServerProcess({ DATA_DIR: folder, DATABASE_URL: database.url })),
  );
  const load = new AbortController();
  const working = writers.map((writer, n) => write(nodes[n % NODES]!.endpoint, writer, load.signal));
  const readiness = nodes.map(({ endpoint }) => watchReadiness(endpoint, load.signal));
  for (let n = 0; n < FAILURES; n += 1) {
    for (const fail of [database.terminateConnections, database.restart, database.crash]) {
      await fail();
      await Promise.all(nodes.map(({ endpoint }) => untilReady(endpoint)));
    }
  }
  load.abort();
  const seen = await Promise.all(working);
  for (const { process } of nodes) expect(process.exitCode, "the node is alive").toBeNull();
  expect((await Promise.all(readiness)).map((statuses) => [...statuses].sort())).toEqual(
    Array(NODES).fill([200, 503]),
  );
  const others = new Set(seen.flatMap((one) => [...one.others.keys()]));
  expect([...others].filter((name) => !["internal, retryable", "503", "429"].includes(name))).toEqual([]);
  for (const [n, { token, form }] of writers.entries()) {
    const { structuredContent } = await call(nodes[0]!.endpoint, token, "service_get_form", {
      form_id: form,
      include_structure: true,
    });
    // A write whose answer was lost may have happened; one that was acknowledged must have.
    const last = Number(seen[n]!.acknowledged.at(-1)!.slice("Title ".length));
    expect(Number(structuredContent.title.slice("Title ".length))).toBeGreaterThanOrEqual(last);
    expect(seen[n]!.acknowledged.length).toBeGreaterThan(FAILURES);
  }
  const total = seen.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);
  console.log(`${FAILURES * 3} failures, ${total} writes acknowledged, others:`, countAll(seen));
});

async function write(
  endpoint: string,
  { token, form }: { token: string; form: string },
  signal: AbortSignal,
): Promise<Seen> {
  const seen: Seen = { acknowledged: [], others: new Map() };
  for (let n = 1; !signal.aborted; n += 1) {
    const title = `Title ${n}`;
    const structure = { ...signUp, title: { ...signUp.title, en: title } };
    const answer = await answerOf(endpoint, token, "service_update_form", { form_id: form, structure });
    if (answer === "ok") seen.acknowledged.push(title);
    else seen.others.set(answer, (seen.others.get(answer) ?? 0) + 1);
    // Stays below the rate of a token.
    await wait(answer === "ok" ? 600 : 200);
  }
  return seen;
}

async function answerOf(endpoint: string, token: string, tool: string, args: object): Promise<string> {
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: tool, arguments: args } };
  const response = await post(endpoint, token, message);
  const body = (await response.json()) as { result?: Outcome };
  if (response.status !== 200) return String(response.status);
  if (body.result?.isError !== true) return "ok";
  const { code, retryable } = body.result._meta!["dev.toolwright/failure"]! as {
    code: string;
    retryable?: boolean;
  };
  return retryable ? `${code}, retryable` : code;
}

async function call(endpoint: string, token: string, tool: string, args: object): Promise<Outcome> {
  for (;;) {
    const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: tool, arguments: args } };
    const response = await post(endpoint, token, message);
    if (response.status === 200) return ((await response.json()) as { result: Outcome }).result;
    await wait(1_000);
  }
}

async function watchReadiness(endpoint: string, signal: AbortSignal): Promise<Set<number>> {
  const statuses = new Set<number>();
  while (!signal.aborted) {
    statuses.add((await fetch(new URL("/readyz", endpoint))).status);
    await wait(20);
  }
  return statuses;
}

async function untilReady(endpoint: string): Promise<void> {
  await expect.poll(async () => (await fetch(new URL("/readyz", endpoint))).status).toBe(200);
  await wait(1_000);
}

function countAll(seen: readonly Seen[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { others } of seen)
    for (const [name, count] of others) counts[name] = (counts[name] ?? 0) + count;
  return counts;
}
