/** The script of a finding shows it again: on another server with the same fault, and not on one without. */
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { main } from "../cli/main.ts";
import { writeReports } from "../report/files.ts";
import { styleFor, terminalReport } from "../report/terminal.ts";
import type { Report } from "../results/report.ts";
import type { Failed } from "../results/verdict.ts";
import { sessionKeeper } from "./support/checks/sessions.ts";
import { type Fault, proxy } from "./support/proxy.ts";
import type { TrackerFault } from "./support/tracker-server/faults.ts";
import { findings } from "./support/tracker-server/findings.ts";
import { stdioCommand, testOverStdio, testTracker, trackerHooks } from "./support/tracker-server/runs.ts";
import { serveTracker } from "./support/tracker-server/toolwright-server.ts";
import { trackerSpec, trackerTokens } from "./support/tracker-server/tracker.ts";

const run = promisify(execFile);
type Faults = readonly TrackerFault[];

/** A tracker behind a proxy. */
const behind = (fault: () => Fault) => async (faults: Faults) => {
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
interface Way {
  test(faults: Faults, cases: readonly string[]): Promise<Report>;
  withTarget<Result>(faults: Faults, work: (where: readonly string[]) => Promise<Result>): Promise<Result>;
}

const overHttp = (serve: (faults: Faults) => Promise<{ url: string; close(): Promise<unknown> }>): Way => ({
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

const ways = {
  http: overHttp(serveTracker),
  sessions: overHttp(behind(sessionKeeper)),
  pauses: overHttp(behind(busy)),
  stdio: {
    test: (faults, cases) => testOverStdio(faults, { cases }),
    withTarget: (faults, work) => work(["--command", stdioCommand(faults).join(" ")]),
  } satisfies Way,
};

const folder = mkdtempSync(join(tmpdir(), "script-"));

afterAll(() => rmSync(folder, { recursive: true }));

/** What the command does with a script. */
async function replay(script: string, args: readonly string[]) {
  const file = join(folder, "finding.sh");
  writeFileSync(file, script);
  const output = { stdout: "", stderr: "" };
  const io = {
    stdout: { write: (text: string) => (output.stdout += text) },
    stderr: { write: (text: string) => (output.stderr += text) },
    env: {},
  };
  return { code: await main(["--replay", file, "--spec", trackerSpec, ...args], io), ...output };
}

async function answersTo(script: string, way: Way, faults: Faults): Promise<string> {
  const { stdout, ...ended } = await way.withTarget(faults, (where) => replay(script, where));
  expect(ended).toEqual({ code: 0, stderr: "" });
  return stdout;
}

function findingOf(fault: TrackerFault, { results }: Report): Failed {
  return results.find(({ subject }) => subject.id === findings[fault][0])!.verdict as Failed;
}

/** How the tracker is reached, the fault, what the script prints because of it, and what it prints without. */
test.each<[keyof typeof ways, TrackerFault, RegExp, RegExp]>([
  ["http", "states-are-ignored", /"state":"in_progress"\}\}\}/, /"code":"wrong_state"/],
  ["http", "move-is-open-to-everybody", /"state":"closed"\}\}\}/, /"code":"not_found"/],
  ["http", "delete-takes-the-next-one", /"code":"not_found".*"code":"not_found"/s, /"code":"not_found"/],
  ["http", "total-is-wrong", /"issues":\[\],"total":1/, /"issues":\[\],"total":0/],
  ["sessions", "states-are-ignored", /"state":"in_progress"\}\}\}/, /"code":"wrong_state"/],
  ["sessions", "move-is-open-to-everybody", /"state":"closed"\}\}\}/, /"code":"not_found"/],
  ["pauses", "move-is-open-to-everybody", /"state":"closed"\}\}\}/, /"code":"not_found"/],
  ["stdio", "states-are-ignored", /"state":"in_progress"\}\}\}/, /"code":"wrong_state"/],
  ["stdio", "comment-key-is-ignored", /"number":2/, /"number":1/],
  ["http", "export-never-ends", /"titles":/, /"code":"export_gone"/],
  ["http", "summary-draws-twice", /"used":2/, /"used":1/],
  ["http", "revoked-tokens-are-accepted", /hook revoke.*"used":0/s, /hook revoke.*is not valid/s],
])("%s: %s", async (name, fault, wrong, right) => {
  const way: Way = ways[name];
  const { script = "" } = findingOf(fault, await way.test([fault], [findings[fault][0]]));
  expect(script).not.toContain("trk_");
  const [broken, healthy] = [await answersTo(script, way, [fault]), await answersTo(script, way, [])];
  expect(broken).not.toContain("trk_");
  expect(broken).toMatch(wrong);
  expect(healthy).not.toMatch(wrong);
  expect(healthy).toMatch(right);
});

test("the script of a finding starts the suite with itself", async () => {
  const fault = "states-are-ignored";
  const { script = "" } = findingOf(fault, await ways.stdio.test([fault], [findings[fault][0]]));
  const file = join(folder, "own.sh");
  writeFileSync(file, script);
  const answers = await ways.stdio.withTarget([fault], async (where) => {
    const { stdout } = await run("sh", [file, "--spec", trackerSpec, ...where]);
    return stdout;
  });
  expect(answers).toMatch(/"state":"in_progress"\}\}\}/);
});

test.each([
  ["with --read-only", "[]", ["--read-only"], /it goes with neither --plan nor --read-only/],
  ["a line that is no JSON", "[{", [], /The script stopped: .*JSON/],
  [
    "a hook that the target does not have",
    '[{"hook":"issue","input":{}}]',
    [],
    /The script stopped: .*no hook issue/,
  ],
  ["a file without calls", "# Notes\n", [], /has no calls/],
])("a script stops, and says why: %s", async (_, script, options, problem) => {
  const { code, stderr } = await ways.http.withTarget([], (where) => replay(script, [...where, ...options]));
  expect(code).toBe(2);
  expect(stderr).toMatch(problem);
});

test("what a target says does not steer the terminal", async () => {
  const steering = behind(() => async ({ message }, forward) => {
    const { body, ...reply } = await forward();
    return {
      ...reply,
      body: message.method === "tools/call" ? body.replace('"issues"', '"is\u009b31msues"') : body,
    };
  });
  const script = '# own \u001b[31m note\n[{"tool":"tracker_list_issues","input":{}}]\n';
  const answers = await answersTo(script, overHttp(steering), []);
  expect(answers).toContain('{"is\ufffd31msues":');
  expect(answers).toContain("# own \ufffd[31m note");
});

test("what calls at once have made is taken over when all of them have answered", async () => {
  const fault = "quota-never-ends";
  const { script = "" } = findingOf(fault, await ways.http.test([fault], [findings[fault][0]]));
  const answers = await answersTo(script, ways.http, [fault]);
  expect(answers.match(/"summary":/g)?.length).toBeGreaterThan(20);
  expect(answers).not.toContain("invalid_input");
});

test("a finding without a script says why", async () => {
  const fault = "usage-does-not-add-up";
  const report = await ways.http.test([fault], [findings[fault][0], "*/tracker_get_usage/**"]);
  const { script, withoutScript } = findingOf(fault, report);
  expect(script).toBeUndefined();
  expect(withoutScript).toBe("the call that shows it is of another kind of case");
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
