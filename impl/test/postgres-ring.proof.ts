/**
 * Proof: nodes on PostgreSQL start, restart and stop under load while a dump holds its locks and commands of the operator run, without
 * one failed call; and they recover by themselves from a database whose host vanishes without a word.
 */
import { setTimeout as wait } from "node:timers/promises";
import { Client } from "pg";
import { expect, onTestFinished, test } from "vitest";
import { ensureAccount } from "../accounts/accounts.ts";
import { createTokens } from "../accounts/tokens/tokens.ts";
import { openPostgres } from "../platform/storage/postgres/open.ts";
import { dataDir } from "./support/data-dir.ts";
import { quiet } from "./support/postgres.ts";
import { startPostgres } from "./support/postgres-server.ts";
import { run, startServerProcess } from "./support/program.ts";
import { startProxy } from "./support/round-robin-proxy.ts";
import { silentProxy } from "./support/silent-proxy.ts";
import { post } from "./support/wire.ts";

const WRITERS = 6;
/** Keeps a writer below the rate of its token. */
const PAUSE_MS = 600;

async function startDatabase() {
  const postgres = await startPostgres();
  onTestFinished(() => postgres.remove());
  await postgres.process.createDatabase("service");
  const url = `${postgres.url}/service`;
  const storage = await openPostgres(url, quiet);
  const now = new Date();
  const owner = await ensureAccount(storage.db, "owner@example.org", "business", now);
  const wish = { name: "", scopes: ["forms:read", "forms:write"] as const, expiresInDays: undefined };
  const tokens = await createTokens(storage.db, owner, wish, WRITERS, now);
  await storage.close();
  return { url, tokens: tokens.map(({ token }) => token) };
}

/** Calls until it is stopped. Each call is `ok`, `retryable` or the text of its answer. */
function startWriters(endpoint: () => string, tokens: readonly string[]) {
  const stopping = new AbortController();
  const answers: string[] = [];
  const call = { name: "service_create_form", arguments: { prompt: "A form with a name" } };
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: call };
  const working = tokens.map(async (token) => {
    while (!stopping.signal.aborted) {
      answers.push(await post(endpoint(), token, message).then(judge).catch(String));
      await wait(PAUSE_MS);
    }
  });
  async function stop(): Promise<void> {
    stopping.abort();
    await Promise.all(working);
  }
  onTestFinished(stop);
  return { answers, stop };
}

async function judge(answer: Response): Promise<string> {
  const text = await answer.text();
  if (answer.status === 200 && !text.includes('"isError":true')) return "ok";
  return answer.status === 503 || text.includes('"retryable":true') ? "retryable" : text;
}

test("a rolling restart beside writers, a dump and commands fails no call", async () => {
  const { url, tokens } = await startDatabase();
  const environment = { DATA_DIR: dataDir(), DATABASE_URL: url };
  const nodes = [await startServerProcess(environment), await startServerProcess(environment)];
  const origin = await startProxy(() => nodes.map(({ endpoint }) => Number(new URL(endpoint).port)), {});
  const dump = new Client({ connectionString: url });
  await dump.connect();
  const { rows } = await dump.query<{ name: string }>(
    "select quote_ident(tablename) as name from pg_tables where schemaname = 'public'",
  );
  await dump.query("begin");
  await dump.query(`lock table ${rows.map(({ name }) => name).join(", ")} in access share mode`);
  const writers = startWriters(() => `${origin}/api/mcp`, tokens);
  for (let restarts = 0; restarts < 4; restarts += 1) {
    const next = await startServerProcess(environment);
    const old = nodes.shift()!;
    nodes.push(next);
    const listed = await run("token", ["list"], environment);
    expect(listed.code, listed.stderr).toBe(0);
    old.process.kill("SIGTERM");
    expect(await old.ended, old.stderr()).toBe(0);
  }
  await writers.stop();
  await dump.end();
  expect(writers.answers.filter((answer) => answer !== "ok")).toEqual([]);
  expect(writers.answers.length).toBeGreaterThan(WRITERS);
});

test("a node recovers from a database whose host vanishes, says so, and stops while it is away", async () => {
  const { url, tokens } = await startDatabase();
  const proxy = await silentProxy(url);
  const node = await startServerProcess({ DATA_DIR: dataDir(), DATABASE_URL: proxy.url });
  const isReady = () => fetch(new URL("/readyz", node.endpoint)).then(({ status }) => status === 200);
  const writers = startWriters(() => node.endpoint, tokens);
  await expect.poll(() => writers.answers.length).toBeGreaterThan(WRITERS);
  const before = writers.answers.length;
  proxy.vanish();
  await expect.poll(isReady, { timeout: 20_000 }).toBe(true);
  const since = writers.answers.length;
  await expect.poll(() => writers.answers.length).toBeGreaterThan(since + 2 * WRITERS);
  await writers.stop();
  // Those under way when the host vanished may be repeated, and no later ones fail.
  const failed = writers.answers.slice(before).filter((answer) => answer !== "ok");
  expect(failed.length).toBeLessThanOrEqual(2 * WRITERS);
  expect(new Set([...failed, "retryable"])).toEqual(new Set(["retryable"]));
  expect(writers.answers.slice(-WRITERS)).toEqual(Array(WRITERS).fill("ok"));
  proxy.vanish();
  node.process.kill("SIGTERM");
  // It could not write all that it had buffered, so its exit code tells of a failure.
  expect(await node.ended, node.stderr()).toBeTypeOf("number");
});
