/** Checks one server at several speeds. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { onTestFinished } from "vitest";
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
  const folder = newFolder();
  const file = join(folder, "speed.json");
  const program = join(import.meta.dirname, "slow-server-program.ts");
  const setSpeed = (speed: Slowness) => writeFileSync(file, JSON.stringify(speed));
  return checkAtSpeeds(
    folder,
    ["--command", `"${process.execPath}" "${program}" "${file}"`],
    speeds,
    setSpeed,
  );
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
  onTestFinished(() => void server.close().closeAllConnections());
  await new Promise((resolve) => server.once("listening", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  return checkAtSpeeds(newFolder(), ["--url", url], speeds, (speed) => {
    answerMs = speed.answerMs;
  });
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

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "slow-server-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}
