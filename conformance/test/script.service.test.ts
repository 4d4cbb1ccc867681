/** The script of a finding shows it again: on another server with the same fault, and not on one without. */
import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { writeReports } from "../report/files.ts";
import { styleFor, terminalReport } from "../report/terminal.ts";
import type { Report } from "../results/report.ts";
import type { Failed } from "../results/verdict.ts";
import { sessionKeeper } from "./support/checks/sessions.ts";
import { type Fault, proxy } from "./support/proxy.ts";
import type { TrackerFault } from "./support/tracker-server/faults.ts";
import { findings } from "./support/tracker-server/findings.ts";
import { testOverStdio, testTracker } from "./support/tracker-server/runs.ts";
import { serveTracker } from "./support/tracker-server/toolwright-server.ts";

const run = promisify(execFile);
type Faults = readonly TrackerFault[];

/** A tracker behind a proxy. */
const behind = (fault: () => Fault) => async (faults: Faults) => {
  const served = await serveTracker(faults);
  const { url, close } = await proxy(served.url, fault());
  return { url, close: () => Promise.all([close(), served.close()]) };
};

const tokens = { TOKEN: "trk_a1", TOKEN_2: "trk_b1" };
const ways = { http: serveTracker, sessions: behind(sessionKeeper) };

/** What the script prints: its answers. */
async function answersTo(script: string, url: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "script-"));
  try {
    writeFileSync(join(folder, "finding.sh"), script);
    const env = { PATH: process.env.PATH, TMPDIR: folder, URL: url, ...tokens };
    const { stdout, stderr } = await run("sh", ["finding.sh"], { env, cwd: folder });
    expect(stderr).toBe("");
    return stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function findingOf(fault: TrackerFault, { results }: Report): Failed {
  return results.find(({ subject }) => subject.id === findings[fault][0])!.verdict as Failed;
}

/** How the tracker is reached, the fault, what the script prints because of it, and what it prints without. */
test.each<[keyof typeof ways, TrackerFault, RegExp, RegExp]>([
  ["http", "states-are-ignored", /"state":"in_progress"\}\}\}/, /"code":"wrong_state"/],
  ["http", "move-is-open-to-everybody", /"state":"closed"\}\}\}/, /"code":"not_found"/],
  ["http", "delete-takes-the-next-one", /"code":"not_found"/, /"deleted":true/],
  ["http", "total-is-wrong", /"issues":\[\],"total":1/, /"issues":\[\],"total":0/],
  ["sessions", "states-are-ignored", /"state":"in_progress"\}\}\}/, /"code":"wrong_state"/],
  ["sessions", "move-is-open-to-everybody", /"state":"closed"\}\}\}/, /"code":"not_found"/],
])("%s: %s", async (way, fault, wrong, right) => {
  const withFaults = async <Result>(faults: Faults, work: (served: { url: string }) => Promise<Result>) => {
    const served = await ways[way](faults);
    return work(served).finally(served.close);
  };
  const selection = { cases: [findings[fault][0]] };
  const report = await withFaults([fault], (served) => testTracker(served, { selection }));
  const { script = "" } = findingOf(fault, report);
  const answers = (faults: Faults) => withFaults(faults, ({ url }) => answersTo(script, url));
  const [broken, healthy] = [await answers([fault]), await answers([])];
  expect(broken).toMatch(wrong);
  expect(healthy).not.toMatch(wrong);
  expect(healthy).toMatch(right);
});

test("what calls at once have made is taken over when all of them have answered", async () => {
  const fault = "quota-never-ends";
  const served = await serveTracker([fault]);
  try {
    const report = await testTracker(served, { selection: { cases: [findings[fault][0]] } });
    const answers = await answersTo(findingOf(fault, report).script ?? "", served.url);
    expect(answers.match(/"summary":/g)?.length).toBeGreaterThan(20);
    expect(answers).not.toContain("invalid_input");
  } finally {
    await served.close();
  }
});

test("a finding without a script says why", async () => {
  const report = await testOverStdio(["total-is-wrong"], { cases: [findings["total-is-wrong"][0]] });
  const { script, withoutScript } = findingOf("total-is-wrong", report);
  expect(script).toBeUndefined();
  expect(withoutScript).toBe("the target is a process of the run");
  expect(terminalReport(report, styleFor(false))).toContain(`  script   none: ${withoutScript}\n`);
});

test("a run leaves its own scripts only, and files of others", async () => {
  const served = await serveTracker(["total-is-wrong"]);
  const selection = { cases: [findings["total-is-wrong"][0]] };
  const report = await testTracker(served, { selection }).finally(served.close);
  const folder = mkdtempSync(join(tmpdir(), "report-"));
  const scripts = join(folder, "scripts");
  try {
    writeReports(report, folder, folder);
    const [own = ""] = readdirSync(scripts);
    writeFileSync(join(scripts, "earlier.sh"), readFileSync(join(scripts, own)));
    writeFileSync(join(scripts, "mine.sh"), "echo mine");
    writeReports(report, folder, folder);
    expect(readdirSync(scripts).sort()).toEqual(["mine.sh", own].sort());
    writeReports({ ...report, results: [] }, folder, folder);
    expect(readdirSync(scripts)).toEqual(["mine.sh"]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
