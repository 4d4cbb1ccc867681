/** The script of a finding shows it again: on another server with the same fault, and not on one without. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import type { Failed } from "../results/verdict.ts";
import type { TrackerFault } from "./support/tracker-server/faults.ts";
import { findings } from "./support/tracker-server/findings.ts";
import { testTracker } from "./support/tracker-server/runs.ts";
import { serveTracker } from "./support/tracker-server/toolwright-server.ts";

const run = promisify(execFile);
const tokens = { TOKEN: "trk_a1", TOKEN_2: "trk_b1" };

/** What the script prints: its answers. */
async function answersTo(script: string, faults: readonly TrackerFault[]): Promise<string> {
  const served = await serveTracker(faults);
  const folder = mkdtempSync(join(tmpdir(), "script-"));
  try {
    writeFileSync(join(folder, "finding.sh"), script);
    const env = { PATH: process.env.PATH, TMPDIR: folder, URL: served.url, ...tokens };
    const { stdout, stderr } = await run("sh", ["finding.sh"], { env, cwd: folder });
    expect(stderr).toBe("");
    return stdout;
  } finally {
    await served.close();
    rmSync(folder, { recursive: true });
  }
}

/** The fault, what the script prints because of it, and what it prints without. */
test.each<[TrackerFault, RegExp, RegExp]>([
  ["states-are-ignored", /"state":"in_progress"\}\}\}/, /"code":"wrong_state"/],
  ["move-is-open-to-everybody", /"state":"closed"\}\}\}/, /"code":"not_found"/],
  ["delete-takes-the-next-one", /"code":"not_found"/, /"deleted":true/],
  ["total-is-wrong", /"issues":\[\],"total":1/, /"issues":\[\],"total":0/],
])("%s", async (fault, wrong, right) => {
  const served = await serveTracker([fault]);
  const [id] = findings[fault];
  const report = await testTracker(served, { selection: { cases: [id] } }).finally(served.close);
  const { script = "" } = report.results.find(({ subject }) => subject.id === id)!.verdict as Failed;
  const [broken, healthy] = [await answersTo(script, [fault]), await answersTo(script, [])];
  expect(broken).toMatch(wrong);
  expect(healthy).not.toMatch(wrong);
  expect(healthy).toMatch(right);
});
