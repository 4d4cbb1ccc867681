/** Servers with more than any client takes: 5,000 tools, and a list of 20 MB. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { hostileCommand } from "./support/hostile-server.ts";
import { type Ended, runIn } from "./support/run-check.ts";

// No client libraries are installed there, as in the folder of most servers.
const folder = mkdtempSync(join(tmpdir(), "large-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const lock = join(folder, "mcp.lock.json");

function check(behaviour: string, ...args: readonly string[]): Promise<Ended> {
  return runIn(folder, ["--command", hostileCommand(behaviour), "--lock", lock, ...args]);
}

test("5,000 tools are read, locked and compared in seconds, and counted", async () => {
  const locked = await check("many-tools", "--update");
  expect(locked).toMatchObject({ code: 0, err: expect.stringContaining("hostile 1.0.0, 5000 tools,") });
  expect(JSON.parse(readFileSync(lock, "utf8")).tools).toHaveLength(5_000);
  const compared = await check("many-tools");
  expect(compared).toMatchObject({ code: 0, out: expect.stringContaining("5000 tools, about") });
  expect(locked.seconds + compared.seconds).toBeLessThan(60);
});

test("a list of 20 MB is read; the checks of the protocol, which take 16 MB, say what was not verified", async () => {
  rmSync(lock, { force: true });
  const { code, out, seconds } = await check("long-list");
  expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining("2 tools, about") });
  expect(out).toContain("the answer is a line of more than 16777216 bytes");
  expect(seconds).toBeLessThan(60);
});
