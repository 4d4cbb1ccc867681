/** The cases of a project as tests of its own test runner; the generated `conformance.test.ts` declares them. */
import { readCaseFile } from "../cases/load.ts";
import { parseOptions } from "../cli/options.ts";
import { targetFor } from "../cli/target.ts";
import { planned, testTarget } from "../cli/test-target.ts";
import type { ReportedResult } from "../results/accepted.ts";
import { countedAs, type Report } from "../results/report.ts";
import { causes } from "../results/verdict.ts";

export interface ConformanceTests {
  /** The cases by tool; those of no tool come first, as `server`. */
  readonly groups: readonly { readonly name: string; readonly ids: readonly string[] }[];
  /** How long a test may take: each waits for the whole run. */
  readonly timeoutMs: number;
  /**
   * Resolves if the case holds, or is an accepted result.
   * @param skip receives the reason why a case could be neither proven nor refuted. It throws, as the one of vitest does.
   * @throws an Error that says what was expected and what came
   */
  check(id: string, skip: (why: string) => void): Promise<void>;
  /** @throws an Error that names accepted results which are no longer needed */
  checkAccepted(): Promise<void>;
}

/** Environment variable -> the option of the command line that it stands for. `TOKEN` is a variable of both. */
const variables = {
  CONFORMANCE_TARGET: "--target",
  CONFORMANCE_URL: "--url",
  CONFORMANCE_COMMAND: "--command",
} as const;

/**
 * The cases of a case file against the target that the environment names, by default that of
 * `conformance/targets/local.yaml` in the current folder. The run begins with the first check.
 * @throws UsageError if nothing says where the target is
 */
export function conformanceTests(cases: URL): ConformanceTests {
  const given = Object.entries(variables).flatMap(([name, option]) => {
    const value = process.env[name];
    return value === undefined || value === "" ? [] : [option, value];
  });
  const options = parseOptions(given);
  const file = readCaseFile(cases);
  const target = targetFor(options);
  const plan = planned(options, file, target);
  const all = [...plan.cases, ...plan.omitted.map((omitted) => omitted.case)];
  let report: Promise<Report> | undefined;
  const run = (): Promise<Report> => {
    const watched = { signal: new AbortController().signal, onResult: () => undefined };
    report ??= testTarget(options, file, target, plan, watched);
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
      judge(result, skip);
    },
    async checkAccepted() {
      const { stale } = await run();
      if (stale.length === 0) return;
      const entries = stale.map((entry) => `${entry.case}: ${entry.reason}`);
      throw new Error(`Accepted, but no longer needed. Take these entries out:\n${entries.join("\n")}`);
    },
  };
}

function judge(result: ReportedResult, skip: (why: string) => void): void {
  const { subject, verdict } = result;
  if (countedAs(result) === "accepted") return;
  if (verdict.status === "inapplicable") skip(verdict.why);
  if (verdict.status === "unverified") skip(`Not verified: ${verdict.why}. ${causes[verdict.cause]}`);
  if (verdict.status !== "failed") return;
  const lines = [
    subject.must,
    `expected ${verdict.expected}`,
    `got      ${verdict.got}`,
    `from     ${subject.at}`,
    ...(verdict.evidence ? [verdict.evidence.curl] : []),
  ];
  if (countedAs(result) === "advice") skip(`Advice: ${lines.join("\n")}`);
  else throw new Error(lines.join("\n"));
}
