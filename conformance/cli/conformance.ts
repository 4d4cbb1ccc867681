/** The conformance command: from options to the exit code. */
import { join } from "node:path";
import type { CaseFile } from "../cases/format.ts";
import { casesOfSpec, generatedCases } from "../cases/load.ts";
import { writeReports } from "../report/files.ts";
import { styleFor, terminalReport } from "../report/terminal.ts";
import { exitCode } from "../results/report.ts";
import type { Plan } from "../run/plan.ts";
import type { Target } from "../target/target.ts";
import type { Io } from "./io.ts";
import type { Options } from "./options.ts";
import { planReport, planSummary } from "./plan.ts";
import { progressOn } from "./progress.ts";
import { targetFor, withLogin } from "./target.ts";
import { planned, sharedTokens, testTarget } from "./test-target.ts";

const defaultFolder = "conformance-report";

/**
 * Runs the command.
 * @returns the exit code
 */
export async function conformance(options: Options, io: Io): Promise<number> {
  const cases = options.spec === undefined ? generatedCases() : await casesOfSpec(options.spec);
  const named = targetFor(options);
  const signsIn = options.login && !options.plan;
  const target = signsIn ? await withLogin(named, cases, options.clientId, io) : named;
  const plan = planned(options, cases, target);
  io.stderr.write(`${planSummary(plan, cases, sharedTokens(target, cases))}\n`);
  if (options.plan) {
    io.stdout.write(`${planReport(plan)}\n`);
    return 0;
  }
  const interrupt = interruption(io);
  try {
    return await tested(options, cases, target, plan, io, interrupt.signal);
  } finally {
    interrupt.stop();
  }
}

/**
 * Tests the target and reports.
 * @returns the exit code
 */
async function tested(
  options: Options,
  cases: CaseFile,
  target: Target,
  plan: Plan,
  io: Io,
  signal: AbortSignal,
): Promise<number> {
  const progress = progressOn(io.stderr, plan.cases.length + plan.standby.length + plan.omitted.length);
  const running = testTarget(options, cases, target, plan, { signal, onResult: progress.update });
  const report = await running.finally(progress.end);
  const folder = options.report ?? defaultFolder;
  writeReports(report, folder, options.spec ?? "spec");
  const style = styleFor(io.stdout.isTTY === true && !io.env.NO_COLOR);
  io.stdout.write(`${terminalReport(report, style, io.stdout.columns)}\n`);
  io.stderr.write(`${join(folder, "report.html")} has the whole report.\n`);
  return exitCode(report);
}

/** Signals that end a process: Ctrl-C, CI, a closed terminal. */
const endings = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** The first signal stops the run, which still reports and cleans up. The second one ends the process at once. */
function interruption({ stderr }: Io): { readonly signal: AbortSignal; stop(): void } {
  const controller = new AbortController();
  const onSignal = () => {
    if (controller.signal.aborted) process.exit(130);
    stderr.write("\nStopping. Press Ctrl-C again to end at once.\n");
    controller.abort();
  };
  for (const ending of endings) process.on(ending, onSignal);
  return {
    signal: controller.signal,
    stop() {
      for (const ending of endings) process.off(ending, onSignal);
    },
  };
}
