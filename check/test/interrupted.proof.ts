/** Ctrl-C and kill: the command ends at once, and leaves no process behind. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { hostileCommand } from "./support/hostile-server.ts";

const program = join(import.meta.dirname, "../bin/toolwright-check.js");
const waiting = { timeout: 15_000, interval: 20 };

interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<unknown[]>;
  said(): string;
}

function start(behaviour: string, ...args: readonly string[]): Started {
  let said = "";
  const child = spawn(
    process.execPath,
    [program, "--command", hostileCommand(behaviour), "--lock", "none.json", ...args],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  child.stderr!.on("data", (chunk) => (said += String(chunk)));
  return { child, ended: once(child, "close"), said: () => said };
}

/** The processes of the behaviour that are running. */
async function running(behaviour: string): Promise<number[]> {
  const ps = spawn("ps", ["-eo", "pid=,args="], { stdio: ["ignore", "pipe", "ignore"] });
  let list = "";
  ps.stdout.on("data", (chunk) => (list += String(chunk)));
  await once(ps, "close");
  return list
    .split("\n")
    .filter((line) => line.includes("hostile-server.ts") && line.trim().endsWith(` ${behaviour}`))
    .filter((line) => !line.includes("toolwright-check.js"))
    .map((line) => Number.parseInt(line, 10));
}

describe("a run is interrupted", () => {
  // A server is started for each version, and then for the checks of the protocol.
  test.each([
    ["silent", 1],
    ["mute-after-lists", 3],
  ])("while a server is %s: at once, with its server", async (behaviour, starts) => {
    const { child, ended, said } = start(behaviour);
    const seen = new Set<number>();
    await vi.waitUntil(async () => {
      for (const pid of await running(behaviour)) seen.add(pid);
      return seen.size >= starts;
    }, waiting);
    const before = performance.now();
    child.kill("SIGINT");
    expect((await ended)[0]).toBe(2);
    expect(performance.now() - before).toBeLessThan(5_000);
    expect(said()).toMatch(/[Ii]nterrupted\.\n/);
    expect(await running(behaviour)).toEqual([]);
  });

  test("kill -9 leaves no server behind that reads its input", async () => {
    const { child, ended } = start("silent-lists");
    await vi.waitUntil(async () => (await running("silent-lists")).length > 0, waiting);
    child.kill("SIGKILL");
    await ended;
    await vi.waitUntil(async () => (await running("silent-lists")).length === 0, waiting);
  });
});

test("a process that the server started ends with it, also if it ignores SIGTERM", async () => {
  const { said, ended } = start("grandchild", "--without", "protocol", "--timeout", "20");
  await ended;
  expect(said()).toBe("");
  expect(await running("grandchild")).toEqual([]);
});

test("a reading whose time ends while a connection closes does not start the server again", async () => {
  const { said, ended } = start("outlives-input", "--without", "protocol", "--timeout", "2");
  expect((await ended)[0]).toBe(2);
  expect(said()).toContain("within 2 s.");
  expect(await running("outlives-input")).toEqual([]);
});
