/** A signal ends every command that reads a server, and each process that it started: none is an orphan. */
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { hostileCommand } from "../../check/test/support/hostile-server.ts";
import { start, toolwright } from "./support/cli/cli.ts";

const folder = mkdtempSync(join(tmpdir(), "interrupted-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const one = { name: "one", description: "It does.", inputSchema: { type: "object" } };
writeFileSync(join(folder, "manifest.json"), JSON.stringify({ tools: [one] }));

let lastMark = 0;

/** The processes whose arguments have a mark, without the command that has it in its own. */
function processesWith(mark: string): number[] {
  return execFileSync("ps", ["-eo", "pid=,args="], { encoding: "utf8" })
    .split("\n")
    .filter((line) => line.includes(mark) && !/toolwright(-conformance)?\.js/.test(line))
    .map((line) => Number.parseInt(line, 10));
}

const waiting = { timeout: 30_000, interval: 50 };

interface Interruption {
  readonly args: readonly string[];
  /** The command of the server, without its mark. */
  readonly server: string;
  readonly signals: readonly NodeJS.Signals[];
  /** How many processes of the server are awaited before the first signal. */
  readonly processes: number;
}

/** Runs a command, and sends it signals when its server runs. @returns its messages, and the seconds until it ended */
async function interrupt({ args, server, signals, processes }: Interruption) {
  const mark = `mark-${process.pid}-${++lastMark}`;
  const child = start(folder, [...args, "--command", `${server} ${mark}`], {}, ["ignore", "ignore", "pipe"]);
  onTestFinished(() => {
    for (const pid of processesWith(mark)) process.kill(pid, "SIGKILL");
  });
  let said = "";
  child.stderr!.on("data", (text) => (said += String(text)));
  const ended = once(child, "close");
  await vi.waitUntil(() => processesWith(mark).length >= processes, waiting);
  const before = performance.now();
  for (const signal of signals) {
    child.kill(signal);
    // Signals within a second count as one: npm passes Ctrl-C on.
    if (signals.length > 1) await delay(1_200);
  }
  await ended;
  const seconds = (performance.now() - before) / 1_000;
  await vi.waitUntil(() => processesWith(mark).length === 0, { timeout: 5_000, interval: 50 });
  return { said, seconds };
}

const commands: readonly (readonly string[])[] = [
  ["manifest"],
  ["stats"],
  ["portability"],
  ["import"],
  ["diff", "manifest.json"],
  ["verify", "--manifest", "manifest.json"],
  ["check"],
];

const stubborn = hostileCommand("stubborn");

describe.each(commands)("%s %s %s", (...args) => {
  test.each([[["SIGINT"]], [["SIGTERM"]], [["SIGHUP"]], [["SIGINT", "SIGINT"]]] as const)(
    "%j: ends at once, also with a server that ignores signals and the end of its input",
    async (signals) => {
      const { said, seconds } = await interrupt({ args, server: stubborn, signals, processes: 1 });
      if (signals.length === 1) expect(said).toMatch(/[Ii]nterrupted\.\n$/);
      expect(said).not.toMatch(/^\s+at /m);
      expect(seconds).toBeLessThan(4);
    },
  );
});

describe("processes in between", () => {
  test("a shell that waits for its child", async () => {
    const script = join(folder, "serve.sh");
    writeFileSync(script, `#!/bin/sh\n${stubborn} "$1" &\nwait\n`);
    chmodSync(script, 0o755);
    const server = `sh ${script}`;
    await interrupt({ args: ["manifest"], server, signals: ["SIGINT"], processes: 2 });
  });

  test("npx", async () => {
    const bin = join(folder, "node_modules", ".bin");
    mkdirSync(bin, { recursive: true });
    writeFileSync(join(bin, "stubborn-server"), `#!/bin/sh\n${stubborn} "$1"\n`);
    chmodSync(join(bin, "stubborn-server"), 0o755);
    const server = "npx --offline --no-install stubborn-server";
    await interrupt({ args: ["manifest"], server, signals: ["SIGTERM"], processes: 2 });
  });
});

test("verify --release: each version is asked in a process of its own, which ends, too", async () => {
  const spec = join(folder, "spec");
  expect((await toolwright(folder, ["import", "--manifest", "manifest.json"])).code).toBe(0);
  expect((await toolwright(folder, ["release", "--spec", spec])).code).toBe(0);
  const server = hostileCommand("mute-after-lists");
  const args = ["verify", "--release", "latest", "--spec", spec];
  const { seconds } = await interrupt({ args, server, signals: ["SIGINT"], processes: 1 });
  expect(seconds).toBeLessThan(4);
});

describe("conformance", () => {
  const spec = ["--spec", "suite-spec"];
  const importing = ["import", "--manifest", "manifest.json", "--out", "suite-spec"];
  beforeAll(async () => void (await toolwright(folder, importing)));

  test("a server that never answers: ends at once", async () => {
    const args = ["conformance", ...spec, "--timeout", "30"];
    const { said, seconds } = await interrupt({ args, server: stubborn, signals: ["SIGINT"], processes: 1 });
    expect(said).toContain("Interrupted before the first case.");
    expect(seconds).toBeLessThan(4);
  });

  test("a server that stops answering: a second Ctrl-C ends without cleaning up", async () => {
    const args = ["conformance", ...spec, "--timeout", "30"];
    const server = hostileCommand("mute-after-lists");
    const { seconds } = await interrupt({ args, server, signals: ["SIGINT", "SIGINT"], processes: 1 });
    expect(seconds).toBeLessThan(10);
  });
});
