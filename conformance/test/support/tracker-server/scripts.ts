/** Scripts of findings at a tracker: how the suite gets them, and what they print at another one. */
import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { main } from "../../../cli/main.ts";
import type { Report } from "../../../results/report.ts";
import type { Failed } from "../../../results/verdict.ts";
import { sessionKeeper } from "../checks/sessions.ts";
import { storedCasesOf } from "../notes-server.ts";
import { type Fault, proxy } from "../proxy.ts";
import type { TrackerFault } from "./faults.ts";
import { findings } from "./findings.ts";
import { stdioCommand, testOverStdio, testTracker, trackerHooks } from "./runs.ts";
import { serveTracker } from "./toolwright-server.ts";
import { trackerSpec, trackerTokens } from "./tracker.ts";

type Faults = readonly TrackerFault[];

/** A tracker behind a proxy. */
export const behind = (fault: () => Fault) => async (faults: Faults) => {
  const served = await serveTracker(faults);
  const { url, close } = await proxy(served.url, fault());
  return { url, close: () => Promise.all([close(), served.close()]) };
};

/** Asks for a pause before every third call. */
function busy(): Fault {
  let calls = 0;
  return ({ message }, forward) => {
    const isBusy = message.method === "tools/call" && calls++ % 3 === 2;
    return isBusy ? { status: 429, headers: { "retry-after": "1" }, body: "Later" } : forward();
  };
}

/** A way to reach a tracker: how the suite tests it, and how a script finds another one. */
export interface Way {
  test(faults: Faults, cases: readonly string[]): Promise<Report>;
  withTarget<Result>(faults: Faults, work: (where: readonly string[]) => Promise<Result>): Promise<Result>;
}

export const overHttp = (
  serve: (faults: Faults) => Promise<{ url: string; close(): Promise<unknown> }>,
): Way => ({
  async test(faults, cases) {
    const served = await serve(faults);
    return testTracker(served, { selection: { cases } }).finally(served.close);
  },
  async withTarget(faults, work) {
    const { url, close } = await serve(faults);
    const file = join(folder, `${randomUUID()}.yaml`);
    writeFileSync(file, JSON.stringify({ url, tokens: trackerTokens, hooks: trackerHooks(url) }));
    return work(["--target", file]).finally(close);
  },
});

export const ways = {
  http: overHttp(serveTracker),
  sessions: overHttp(behind(sessionKeeper)),
  pauses: overHttp(behind(busy)),
  stdio: {
    test: (faults, cases) => testOverStdio(faults, { cases }),
    withTarget: (faults, work) => work(["--command", stdioCommand(faults).join(" ")]),
  } satisfies Way,
};

/** A project with the cases of the tracker. With `--spec`, each command would derive them in a process of its own. */
export const folder = mkdtempSync(join(tmpdir(), "script-"));
mkdirSync(join(folder, "generated"));
writeFileSync(join(folder, "generated/cases.json"), storedCasesOf(trackerSpec));

/** Files that import this remove the folder after their tests. */
export function removeFolder(): void {
  rmSync(folder, { recursive: true, force: true });
}

/** Runs the command with a script, in the folder of the project. */
export async function replay(script: string, args: readonly string[]) {
  const file = join(folder, "finding.sh");
  writeFileSync(file, script);
  const output = { stdout: "", stderr: "" };
  const io = {
    stdout: { write: (text: string) => (output.stdout += text) },
    stderr: { write: (text: string) => (output.stderr += text) },
    env: {},
  };
  const before = process.cwd();
  process.chdir(folder);
  const code = await main(["--replay", file, ...args], io).finally(() => process.chdir(before));
  return { code, ...output };
}

export async function answersTo(script: string, way: Way, faults: Faults): Promise<string> {
  const { stdout, ...ended } = await way.withTarget(faults, (where) => replay(script, where));
  expect(ended).toEqual({ code: 0, stderr: "" });
  return stdout;
}

export function findingOf(fault: TrackerFault, { results }: Report): Failed {
  return results.find(({ subject }) => subject.id === findings[fault][0])!.verdict as Failed;
}

/** A finding, what its script prints because of the fault, and what it prints without. */
export type ScriptRow = readonly [way: keyof typeof ways, fault: TrackerFault, wrong: RegExp, right: RegExp];

/** The script shows the fault on another server that has it, and nothing on one without. */
export async function expectShown([name, fault, wrong, right]: ScriptRow): Promise<void> {
  const way: Way = ways[name];
  const { script = "" } = findingOf(fault, await way.test([fault], [findings[fault][0]]));
  expect(script).not.toContain("trk_");
  const [broken, healthy] = [await answersTo(script, way, [fault]), await answersTo(script, way, [])];
  expect(broken).not.toContain("trk_");
  expect(broken).toMatch(wrong);
  expect(healthy).not.toMatch(wrong);
  expect(healthy).toMatch(right);
}
