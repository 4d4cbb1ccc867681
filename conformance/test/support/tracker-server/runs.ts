/** Runs the suite against a served tracker, with hooks for tokens and the clock. */
import { join } from "node:path";
import type { Report } from "../../../results/report.ts";
import type { Target } from "../../../target/target.ts";
import { stdioTransport } from "../../../wire/stdio.ts";
import { type TestOptions, testServer } from "../test-server.ts";
import type { TrackerFault } from "./faults.ts";
import type { ServedTracker } from "./toolwright-server.ts";
import { trackerCases, trackerTokens } from "./tracker.ts";

const folder = import.meta.dirname;
const bindings = {
  export_id: { tool: "tracker_export_issues", input: {}, output: "/export_id" },
  with: { value: "friend", account: "friend" },
};

export function trackerHooks(url: string): NonNullable<Target["hooks"]> {
  const hook = new URL("/control", url).href;
  return { mint: hook, revoke: hook, expire: hook, clock: hook, respond: hook };
}

export function testTracker({ url }: Pick<ServedTracker, "url">, testing: TestOptions = {}): Promise<Report> {
  return testServer(url, {
    cases: trackerCases,
    timeoutMs: 20_000,
    ...testing,
    target: { name: "tracker", tokens: trackerTokens, bindings, hooks: trackerHooks(url), ...testing.target },
  });
}

/** The program and the arguments of a tracker over stdio. */
export function stdioCommand(faults: readonly TrackerFault[]): [string, ...string[]] {
  return [process.execPath, "--conditions=toolwright-source", join(folder, "stdio-program.ts"), ...faults];
}

/** Tests a tracker with these faults over stdio; it runs in a process of its own. */
export function testOverStdio(
  faults: readonly TrackerFault[],
  selection: NonNullable<TestOptions["selection"]>,
): Promise<Report> {
  const command = stdioCommand(faults);
  const [program, ...args] = command;
  const transport = stdioTransport({
    program,
    args,
    folder,
    limits: { timeoutMs: 20_000, maxBytes: 1_000_000 },
  });
  const target = { name: "tracker", tokens: [], bindings, command };
  return testServer("", { cases: trackerCases, target, selection, transport, timeoutMs: 20_000 });
}

/** Lists the cases that did not hold, with their verdicts. Files of a tracker are plain text, whose form cannot be wrong. */
export function openIn({ results }: Report): string[] {
  return results
    .filter(({ verdict }) => verdict.status !== "held")
    .filter(({ subject, verdict }) => verdict.status !== "inapplicable" || !subject.id.endsWith("/media"))
    .map(({ subject, verdict }) => `${subject.id} ${JSON.stringify(verdict)}`);
}
