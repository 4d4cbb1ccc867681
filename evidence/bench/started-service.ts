/** Starts the form service as `npm start` does, with active tokens in its database. */
import { type ChildProcess, fork } from "node:child_process";
import { closeSync, mkdirSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { ensureAccount } from "../../impl/accounts/accounts.ts";
import { createTokens, MAX_TOKENS_AT_ONCE } from "../../impl/accounts/tokens/tokens.ts";
import { openSqlite } from "../../impl/platform/storage/sqlite/open.ts";

const program = join(import.meta.dirname, "../../impl/bin/service-mcp.js");

/** Has the service answer messages of this process with the processor time that it has used, in microseconds. */
const reportUsage = `data:text/javascript,${encodeURIComponent(`
process.on("message", () => {
  const { user, system } = process.cpuUsage();
  process.send(user + system);
}).on("disconnect", () => process.exit(0));
`)}`;

export interface StartedService {
  readonly program: ChildProcess;
  /** Address of the MCP endpoint. */
  readonly url: URL;
  readonly tokens: readonly string[];
  /** Moves its clock past the windows of its request rate. */
  passWindows(): Promise<void>;
}

/** Makes the data folder of a service. @returns its tokens, of one account for each thousand */
export async function seedTokens(folder: string, count: number): Promise<readonly string[]> {
  mkdirSync(folder, { recursive: true });
  const storage = await openSqlite(folder);
  const now = new Date();
  const options = { name: "", scopes: ["forms:read"], expiresInDays: 90 };
  const tokens: string[] = [];
  try {
    while (tokens.length < count) {
      const account = await ensureAccount(storage.db, `owner${tokens.length}@example.org`, "business", now);
      const made = await createTokens(storage.db, account, options, MAX_TOKENS_AT_ONCE, now);
      tokens.push(...made.map(({ token }) => token));
    }
  } finally {
    await storage.close();
  }
  return tokens;
}

/**
 * Starts the service: log to a file, metrics on a port of their own, everything else by default, and its test control, since the
 * requests of an hour come within a minute.
 */
export async function startService(folder: string, tokens: readonly string[]): Promise<StartedService> {
  const logFile = join(folder, "service.log");
  const log = openSync(logFile, "a");
  const child = fork(program, [], {
    execArgv: [`--import=${reportUsage}`],
    env: { ...process.env, PORT: "0", METRICS_PORT: "0", DATA_DIR: folder, TEST_CONTROL: "1" },
    stdio: ["ignore", "ignore", log, "ipc"],
  });
  closeSync(log);
  const url = await endpointIn(logFile, child);
  return {
    program: child,
    url,
    tokens,
    async passWindows() {
      const { ok } = await fetch(new URL("/control", url), {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ hook: "clock", seconds: 61 }),
      });
      if (!ok) throw new Error(`${url.origin}/control refused to move the clock.`);
    },
  };
}

/** Reads the address of the service from its log. */
async function endpointIn(logFile: string, child: ChildProcess): Promise<URL> {
  for (;;) {
    const text = readFileSync(logFile, "utf8");
    const line = text.split("\n").find((one) => one.includes('"event":"listening"'));
    if (line !== undefined) return new URL((JSON.parse(line) as { endpoint: string }).endpoint);
    if (child.exitCode !== null) throw new Error(`The service ended with ${child.exitCode}: ${text}`);
    await setTimeout(50);
  }
}
