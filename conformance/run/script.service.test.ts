/** The script of a finding shows it again: on another server with the same fault, and not on one without. */
import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { writeReports } from "../report/files.ts";
import { terminalReport } from "../report/terminal.ts";
import { styleFor } from "../report/terminal-style.ts";
import { findings } from "../test/support/tracker-server/findings.ts";
import { testTracker } from "../test/support/tracker-server/runs.ts";
import {
  answersTo,
  behind,
  expectShown,
  findingOf,
  folder,
  overHttp,
  removeFolder,
  replay,
  type ScriptRow,
  ways,
} from "../test/support/tracker-server/scripts.ts";
import { serveTracker } from "../test/support/tracker-server/toolwright-server.ts";
import { trackerSpec } from "../test/support/tracker-server/tracker.ts";

const run = promisify(execFile);

afterAll(removeFolder);

/** `script.proof.ts` tries others. */
const rows: readonly ScriptRow[] = [
  ["http", "states-are-ignored", /"state":"in_progress"\}\}\}/, /"code":"wrong_state"/],
  ["sessions", "states-are-ignored", /"state":"in_progress"\}\}\}/, /"code":"wrong_state"/],
];

test.each(rows)("%s: %s", async (...row) => {
  await expectShown(row);
});

test("the script of a finding starts the suite with itself", async () => {
  const fault = "states-are-ignored";
  const { script = "" } = findingOf(fault, await ways.http.test([fault], [findings[fault][0]]));
  const file = join(folder, "own.sh");
  writeFileSync(file, script);
  const answers = await ways.http.withTarget([fault], async (where) => {
    const { stdout } = await run("sh", [file, "--spec", trackerSpec, ...where]);
    return stdout;
  });
  expect(answers).toMatch(/"state":"in_progress"\}\}\}/);
});

test.each([
  ["with --read-only", "[]", ["--read-only"], /--plan and --read-only cannot be used with it/],
  ["a line that is no JSON", "[{", [], /The script stopped: .*JSON/],
  [
    "a hook that the target does not have",
    '[{"hook":"issue","input":{}}]',
    [],
    /The script stopped: .*no hook issue/,
  ],
  ["a file without calls", "# Notes\n", [], /has no calls/],
])("a script stops with the reason: %s", async (_, script, options, problem) => {
  const { code, stderr } = await ways.http.withTarget([], (where) => replay(script, [...where, ...options]));
  expect(code).toBe(2);
  expect(stderr).toMatch(problem);
});

test("the texts of a target cannot control the terminal", async () => {
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

test("values of concurrent calls are taken over when all calls have answered", async () => {
  const fault = "quota-never-ends";
  const { script = "" } = findingOf(fault, await ways.http.test([fault], [findings[fault][0]]));
  const answers = await answersTo(script, ways.http, [fault]);
  expect(answers.match(/"summary":/g)?.length).toBeGreaterThan(20);
  expect(answers).not.toContain("invalid_input");
});

test("a finding without a script has the reason", async () => {
  const fault = "usage-does-not-add-up";
  const report = await ways.http.test([fault], [findings[fault][0], "*/tracker_get_usage/**"]);
  const { script, withoutScript } = findingOf(fault, report);
  expect(script).toBeUndefined();
  expect(withoutScript).toBe("a case of another kind made the call that shows it");
  expect(terminalReport(report, styleFor(false))).toContain(`  script   none: ${withoutScript}\n`);
});

test("a run removes the scripts of earlier runs, and no other files", async () => {
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
