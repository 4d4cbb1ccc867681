/** The conformance command: from options to the exit code. */
import { join } from "node:path";
import { casesOfSpec, generatedCases } from "../cases/load.ts";
import { readEarlierRun } from "../report/earlier-run.ts";
import { writeReports } from "../report/files.ts";
import { terminalReport } from "../report/terminal.ts";
import { styleFor } from "../report/terminal-style.ts";
import { computeExitCode } from "../results/report.ts";
import { compareSince, computeExitCodeSince } from "../results/since.ts";
import { replay } from "../run/replay.ts";
import { runSuite, type SuiteOptions } from "../run/suite.ts";
import { readText } from "../target/target-file.ts";
import { openAnswers } from "./answers.ts";
import type { Io } from "./io.ts";
import type { Options } from "./options.ts";
import { planReport, planSummary } from "./plan.ts";
import { makeProgress } from "./progress.ts";
import { targetFor, withLogin } from "./target.ts";
import { planRun, sharedWindows, testTarget } from "./test-target.ts";

/**
 * Runs the command.
 * @returns the exit code
 */
export async function conformance(options: Options, io: Io): Promise<number> {
  const cases = options.spec === undefined ? generatedCases(options.server) : await casesOfSpec(options.spec);
  // Read it before the run writes its own report, which may be the same file.
  const earlier =
    options.since === undefined
      ? undefined
      : readEarlierRun(readText(options.since, "report"), options.since);
  const answers = openAnswers(options, io);
  const named = targetFor(options);
  const signsIn = options.login && !options.plan;
  const target = signsIn ? await withLogin(named, cases, options.clientId, io) : named;
  const plan = planRun(options, cases, target);
  if (options.replay === undefined)
    io.stderr.write(`${planSummary(plan, cases, sharedWindows(target, cases))}\n`);
  if (options.plan) {
    io.stdout.write(`${planReport(plan)}\n`);
    return 0;
  }
  const interruption = watchSignals(io);
  try {
    const progress = makeProgress(io.stderr, plan.cases.length + plan.standby.length + plan.omitted.length);
    const watched = { ...interruption, onResult: progress.update, say: progress.say };
    // In another order, other cases would get the last requests and draws of a limited run.
    const seed = earlier?.seed;
    const onTarget = <Result>(run: (suite: SuiteOptions) => Promise<Result>) =>
      testTarget({ options, seed, cases, target, plan, answers, watched }, run).finally(progress.end);
    if (options.replay !== undefined) {
      const script = readText(options.replay, "script");
      await onTarget((suite) => replay(script, suite, (text) => io.stdout.write(`${text}\n`)));
      return 0;
    }
    const run = await onTarget(runSuite);
    answers.end(run);
    const since = earlier && compareSince(run.results, earlier);
    const report = since ? { ...run, since } : run;
    const folder = options.report ?? "conformance-report";
    writeReports(report, folder, options.spec ?? "spec");
    const style = styleFor(io.stdout.isTTY === true && !io.env.NO_COLOR);
    io.stdout.write(`${terminalReport(report, style, io.stdout.columns)}\n`);
    io.stderr.write(`${join(folder, "report.html")} has the whole report.\n`);
    return since ? computeExitCodeSince(report, since) : computeExitCode(report);
  } finally {
    interruption.stop();
  }
}

/** Signals that end a process: from Ctrl-C, CI, or a closed terminal. */
const endings = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** The time in which signals count as one: npm passes Ctrl-C on to a process that also gets it from the terminal. */
const repetitionMs = 1_000;

/** Watches signals. The run always writes a report: the first signal ends the run, a later one also its cleanup. */
function watchSignals({ stderr }: Io) {
  const [ended, hurried] = [new AbortController(), new AbortController()];
  let since = Number.POSITIVE_INFINITY;
  const onSignal = () => {
    if (performance.now() - since > repetitionMs) hurried.abort();
    if (ended.signal.aborted) return;
    since = performance.now();
    stderr.write("\nStopping. Press Ctrl-C again to report at once, without cleaning up.\n");
    ended.abort();
  };
  for (const ending of endings) process.on(ending, onSignal);
  const stop = () => endings.forEach((ending) => void process.off(ending, onSignal));
  return { signal: ended.signal, hurry: hurried.signal, stop };
}
