/** The cases of a project as tests of its own test runner; the generated `conformance.test.ts` declares them. */
import { readCaseFile } from "../cases/load.ts";
import { parseOptions } from "../cli/options.ts";
import { targetFor } from "../cli/target.ts";
import { planRun, testTarget } from "../cli/test-target.ts";
import { describeEntryProblem, type ReportedResult } from "../results/accepted.ts";
import { classifyResult, type Report, repeatCommand } from "../results/report.ts";
import { causes } from "../results/verdict.ts";
import { runSuite } from "../run/suite.ts";

/** The cases of a project, for a test runner to declare. */
export interface ConformanceTests {
  /** The cases by tool; cases without a tool come first, as `server`. */
  readonly groups: readonly { readonly name: string; readonly ids: readonly string[] }[];
  /** The timeout of a test: each test waits for the whole run. */
  readonly timeoutMs: number;
  /**
   * Resolves if the case holds, or is an accepted result.
   * @param skip receives the reason why a case does not apply, or is only advice. It must throw, like `skip` of vitest.
   * @throws an Error with the expected and the actual answer, or with the reason why the case could not be verified
   */
  check(id: string, skip: (why: string) => void): Promise<void>;
  /** Rejects if an accepted result is not needed any more. @throws an Error that names accepted entries which do not describe the run */
  checkAccepted(): Promise<void>;
}

/** Environment variable -> the command line option that it replaces. Both use the variable `TOKEN`. */
const variables = {
  CONFORMANCE_TARGET: "--target",
  CONFORMANCE_URL: "--url",
  CONFORMANCE_COMMAND: "--command",
} as const;

/**
 * Creates tests of the cases in a case file, against the target that the environment names, by default
 * `conformance/targets/local.yaml` in the current folder. The run begins with the first check.
 * @throws UsageError if there is no target
 */
export function conformanceTests(cases: URL): ConformanceTests {
  const commandLine = Object.entries(variables).flatMap(([name, option]) => {
    const value = process.env[name];
    return value === undefined || value === "" ? [] : [option, value];
  });
  const options = parseOptions(commandLine);
  const file = readCaseFile(cases);
  const target = targetFor(options);
  const plan = planRun(options, file, target);
  const all = [...plan.cases, ...plan.standby, ...plan.omitted.map((each) => each.case)];
  let report: Promise<Report> | undefined;
  const run = (): Promise<Report> => {
    const watched = { signal: new AbortController().signal, onResult: () => undefined };
    report ??= testTarget({ options, cases: file, target, plan, watched }, runSuite);
    return report;
  };
  return {
    groups: [...Map.groupBy(all, ({ tool }) => tool ?? "server")]
      .map(([name, group]) => ({ name, ids: group.map(({ id }) => id) }))
      .sort((a, b) => Number(b.name === "server") - Number(a.name === "server")),
    timeoutMs: 3_600_000,
    async check(id, skip) {
      const result = (await run()).results.find(({ subject }) => subject.id === id);
      if (!result) throw new Error("The run ended without a result of this case.");
      judge(result, await run(), skip);
    },
    async checkAccepted() {
      const { wrongEntries } = await run();
      if (wrongEntries.length === 0) return;
      const entries = wrongEntries.map(
        (entry) => `${entry.case}: ${describeEntryProblem(entry)} (${entry.reason})`,
      );
      throw new Error(`Accepted entries do not describe this run:\n${entries.join("\n")}`);
    },
  };
}

function judge(result: ReportedResult, report: Report, skip: (why: string) => void): void {
  const { subject, verdict } = result;
  if (classifyResult(result) === "accepted") return;
  if (verdict.status === "inapplicable") skip(verdict.why);
  if (verdict.status === "unverified")
    throw new Error(`Not verified: ${verdict.why}. ${causes[verdict.cause]}`);
  if (verdict.status !== "failed") return;
  const lines = [
    subject.must,
    `expected ${verdict.expected}`,
    `got      ${verdict.got}`,
    `from     ${subject.at}`,
    ...(verdict.evidence ? [verdict.evidence.curl] : []),
    repeatCommand(report, result),
  ];
  if (classifyResult(result) === "advice") skip(`Advice: ${lines.join("\n")}`);
  else throw new Error(lines.join("\n"));
}
