/** Runs the suite from a program, with the options of its command line. */
import { readCaseFile } from "../cases/load.ts";
import { parseOptions } from "../cli/options.ts";
import { targetFor } from "../cli/target.ts";
import { planRun, testTarget } from "../cli/test-target.ts";
import type { Report } from "../results/report.ts";
import type { Result } from "../results/verdict.ts";
import { runSuite } from "../run/suite.ts";

/** Follows a run. */
export interface RunObserver {
  /** Aborts the run: cases that have not run are not verified, and the report is still returned. */
  readonly signal?: AbortSignal;
  /** Called with each result, in the order in which the cases end. */
  onResult?(result: Result): void;
}

/**
 * Runs the cases of a case file against a server, and returns the report as data.
 *
 * @param cases the URL of the generated `cases.json`
 * @param options options of the command line (`npx toolwright conformance --help`), such as `["--url", "http://127.0.0.1:3000/mcp"]`;
 *   without a server among them, `conformance/targets/local.yaml` in the current folder names it
 * @throws UsageError if there is no server, it cannot be tested at all, or the options are wrong
 *
 * @example
 * ```ts
 * import { testServer } from "@toolwright/conformance";
 *
 * const cases = new URL("../generated/cases.json", import.meta.url);
 * const { results } = await testServer(cases, ["--url", "http://127.0.0.1:3000/mcp", "--only", "input"]);
 * for (const { subject, verdict } of results) console.log(subject.id, verdict.status);
 * ```
 */
export async function testServer(
  cases: URL,
  options: readonly string[] = [],
  observer: RunObserver = {},
): Promise<Report> {
  const parsed = parseOptions(options);
  const file = readCaseFile(cases);
  const target = targetFor(parsed);
  const plan = planRun(parsed, file, target);
  const watched = {
    signal: observer.signal ?? new AbortController().signal,
    onResult: (result: Result) => observer.onResult?.(result),
  };
  return await testTarget({ options: parsed, cases: file, target, plan, watched }, runSuite);
}
