/** Three nodes of the service on one PostgreSQL and one bucket, behind a proxy, with a mail server. */
import type { ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { scopes } from "../../../generated/scopes.ts";
import { ensureAccount } from "../../accounts/accounts.ts";
import type { PlanName } from "../../accounts/plans/plans.ts";
import { createTokens } from "../../accounts/tokens/tokens.ts";
import { openPostgres } from "../../platform/storage/postgres/open.ts";
import { dataDir } from "./data-dir.ts";
import { freePort } from "./free-port.ts";
import { mailServer } from "./mail-server.ts";
import { quiet } from "./postgres.ts";
import { startPostgres } from "./postgres-server.ts";
import { startServerProcess } from "./program.ts";
import { startProxy } from "./round-robin-proxy.ts";
import { startS3Server } from "./s3-server.ts";
import { callTool, failureCode } from "./wire.ts";

export const NODES = 3;
const PORTS_TO_TRY = 5;

interface Node {
  readonly process: ChildProcess;
  readonly port: number;
  readonly pid: number;
}

/** Its public address is the proxy's, so its port has to be chosen for it. */
async function startNode(environment: Record<string, string>): Promise<Node> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    try {
      const node = await startServerProcess({ ...environment, PORT: String(port), DATA_DIR: dataDir() });
      return { process: node.process, port, pid: node.process.pid! };
    } catch (error) {
      if (attempt === PORTS_TO_TRY) throw error;
    }
  }
}

/** Starts three nodes with the settings of an operator: they share a database, a bucket and a secret, but no folder. */
export async function startThreeNodes() {
  const postgres = await startPostgres();
  onTestFinished(() => postgres.remove());
  await postgres.process.createDatabase("service");
  const databaseUrl = `${postgres.url}/service`;
  const bucket = await startS3Server();
  onTestFinished(() => bucket.stop());
  const mails = await mailServer();
  const ports: number[] = [];
  const origin = await startProxy(() => ports, { "x-forwarded-for": "198.51.100.7" });
  const environment = {
    ...bucket.environment,
    ...mails.environment,
    DATABASE_URL: databaseUrl,
    SECRET_KEY: "0123456789abcdef0123456789abcdef",
    PUBLIC_URL: origin,
    TRUST_PROXY: "127.0.0.1",
    NODE_ENV: "production",
  };
  const nodes = await Promise.all(Array.from({ length: NODES }, () => startNode(environment)));
  ports.push(...nodes.map(({ port }) => port));
  const storage = await openPostgres(databaseUrl, quiet);
  onTestFinished(() => storage.close());
  return {
    origin,
    environment,
    endpoint: `${origin}/api/mcp`,
    nodes,
    /** The endpoint of each node, past the proxy. */
    endpoints: nodes.map(({ port }) => `http://127.0.0.1:${port}/api/mcp`),
    storage,
    received: mails.received,
    postmaster: Number(readFileSync(join(postgres.databaseDir, "postmaster.pid"), "utf8").split("\n")[0]),
    /** New tokens of an account, which may do everything. */
    async tokens(email: string, plan: PlanName, count: number) {
      const account = await ensureAccount(storage.db, email, plan, new Date());
      const wish = { name: "", scopes: Object.keys(scopes), expiresInDays: undefined };
      return { account, tokens: await createTokens(storage.db, account, wish, count, new Date()) };
    },
  };
}

export type ThreeNodes = Awaited<ReturnType<typeof startThreeNodes>>;

/** Sends requests to the nodes in turn, all at once. */
export function atOnce<T>(
  world: ThreeNodes,
  count: number,
  send: (endpoint: string, n: number) => Promise<T>,
): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, n) => send(world.endpoints[n % NODES]!, n)));
}

export function countOf(values: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

/** `ok`, the code of the failure, or what went wrong on the way. */
export function outcomeOf(endpoint: string, token: string, tool: string, args: object): Promise<string> {
  return callTool(endpoint, token, tool, args).then(
    (result) => failureCode(result) ?? (result.isError ? "failed" : "ok"),
    String,
  );
}
