/** Checks one server at several speeds. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { runIn } from "./run-check.ts";
import { answerTo, type Request, type Slowness } from "./slow-server-program.ts";

/** What a check at one speed gives: the lock file of `--update`, and the report. */
export interface SlowCheck {
  readonly lock: string;
  readonly code: number;
  readonly report: string;
}

/** Checks the server as a command. @returns the results in the order of the speeds */
export async function checkCommand(speeds: readonly Slowness[]): Promise<SlowCheck[]> {
  const program = join(import.meta.dirname, "slow-server-program.ts");
  return inFolder((folder) => {
    const file = join(folder, "speed.json");
    const command = `"${process.execPath}" "${program}" "${file}"`;
    const setSpeed = (speed: Slowness) => writeFileSync(file, JSON.stringify(speed));
    return checkAtSpeeds(folder, ["--command", command], speeds, setSpeed);
  });
}

/** Checks the same server over HTTP, where it is started already. @returns the results in the order of the speeds */
export async function checkOverHttp(speeds: readonly Slowness[]): Promise<SlowCheck[]> {
  let answerMs = 0;
  const server = createServer(async (request, response) => {
    if (request.method !== "POST") return void response.writeHead(405).end();
    const message = (await json(request).catch(() => ({}))) as Request;
    await delay(answerMs);
    if (message.id === undefined) return void response.writeHead(202).end();
    const isModern = String(request.headers["mcp-protocol-version"] ?? "") >= "2026";
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ jsonrpc: "2.0", id: message.id, ...answerTo(isModern, message) }));
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  const setSpeed = (speed: Slowness) => {
    answerMs = speed.answerMs;
  };
  return inFolder((folder) => checkAtSpeeds(folder, ["--url", url], speeds, setSpeed)).finally(() =>
    server.close().closeAllConnections(),
  );
}

/** Writes a lock file with the server at the first speed, and compares the server at each with it. */
async function checkAtSpeeds(
  folder: string,
  server: readonly string[],
  speeds: readonly Slowness[],
  setSpeed: (speed: Slowness) => void,
): Promise<SlowCheck[]> {
  const first = join(folder, "mcp.lock.json");
  const own = join(folder, "own.lock.json");
  const checks: SlowCheck[] = [];
  for (const speed of speeds) {
    setSpeed(speed);
    const updated = await runIn(folder, [...server, "--lock", own, "--update"]);
    if (updated.code !== 0) throw new Error(updated.err);
    const lock = readFileSync(own, "utf8");
    if (checks.length === 0) writeFileSync(first, lock);
    const { code, out } = await runIn(folder, [...server, "--lock", first, "--format", "json"]);
    checks.push({ lock, code, report: out });
  }
  return checks;
}

async function inFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), "slow-server-"));
  return await work(folder).finally(() => rmSync(folder, { recursive: true }));
}
