/**
 * A limit that the form service lowers fails no scenario: its scenarios name limits, not numbers. Fewer illustrations are left
 * out: they make a lesson cheaper, and the scenario about the end of credits buys lessons until these are used up.
 */
import { execFile } from "node:child_process";
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { toolwright } from "./support/cli/cli.ts";
import { copiedRepository, edit, service } from "./support/copied-repository.ts";
import { repository } from "./support/temporary-project.ts";

const folder = copiedRepository();
const run = promisify(execFile);

test("a right server with lower limits meets every scenario", { timeout: 600_000 }, async () => {
  cpSync(join(repository, "conformance/targets"), join(folder, "conformance/targets"), { recursive: true });
  edit(
    folder,
    service,
    "max: 5000\n    applies_to: [service_export_responses]",
    "max: 30\n    applies_to: [service_export_responses]",
  );
  edit(
    folder,
    service,
    "max: 5\n    applies_to: [service_find_form_by_name]",
    "max: 3\n    applies_to: [service_find_form_by_name]",
  );
  edit(folder, service, "seconds: 1800\n", "seconds: 900\n");
  const { code, stderr } = await toolwright(folder, ["generate"]);
  expect(code, stderr).toBe(0);
  const program = join(repository, "conformance/bin/toolwright-conformance.js");
  const report = join(folder, "report");
  const args = [
    program,
    "--target",
    "conformance/targets/local.yaml",
    "--only",
    "scenarios",
    "--report",
    report,
  ];
  await run(process.execPath, args, { cwd: folder }).catch(() => undefined);
  const { results } = JSON.parse(readFileSync(join(report, "report.json"), "utf8")) as {
    results: readonly { readonly id: string; readonly status: string }[];
  };
  expect(results.length).toBeGreaterThan(100);
  expect(results.filter(({ status }) => status === "failed")).toEqual([]);
});
