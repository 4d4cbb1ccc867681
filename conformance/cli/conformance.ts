/** The conformance command: from options to the exit code. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Case, CaseFile } from "../cases/format.ts";
import { casesOfSpec, generatedCases } from "../cases/load.ts";
import { checkCases } from "../checks/check-case.ts";
import { checks } from "../checks/index.ts";
import { writeReports } from "../report/files.ts";
import { styleFor, terminalReport } from "../report/terminal.ts";
import type { Accepted } from "../results/accepted.ts";
import { exitCodeOf, type Report } from "../results/report.ts";
import { type Plan, planFor } from "../run/plan.ts";
import { runSuite } from "../run/suite.ts";
import { hasHook } from "../target/hooks.ts";
import { resolveProgram } from "../target/program.ts";
import { canSend } from "../target/sendable.ts";
import { startServer } from "../target/started.ts";
import type { Target } from "../target/target.ts";
import { UsageError } from "../usage/usage-error.ts";
import { httpTransport } from "../wire/http.ts";
import { stdioTransport } from "../wire/stdio.ts";
import type { Transport } from "../wire/transport.ts";
import { acceptedIn, checkedEntry } from "./lists.ts";
import type { Options } from "./options.ts";
import { planReport, planSummary } from "./plan.ts";
import { progressOn } from "./progress.ts";
import { targetFor, withStarted } from "./target.ts";

const answerBytes = 16 * 1024 * 1024;
const withOneToken = 600;
const defaultFolder = "conformance-report";

/**
 * Runs the command.
 * @returns the exit code
 */
export async function conformance(options: Options): Promise<number> {
  const cases = options.spec === undefined ? generatedCases() : await casesOfSpec(options.spec);
  const target = targetFor(options);
  const plan = planned(options, cases, target);
  process.stderr.write(`${planSummary(plan, cases, sharedTokens(target, cases))}\n`);
  if (options.plan) {
    process.stdout.write(`${planReport(plan)}\n`);
    return 0;
  }
  const interrupt = interruption();
  try {
    return await tested(options, cases, target, plan, interrupt.signal);
  } finally {
    interrupt.stop();
  }
}

/**
 * Tests the target; starts its server first if the target file says so.
 * @returns the exit code
 */
async function tested(
  options: Options,
  cases: CaseFile,
  target: Target,
  plan: Plan,
  signal: AbortSignal,
): Promise<number> {
  const started = target.start && (await startServer(target.start, target.folder, signal));
  try {
    const running = started ? withStarted(target, started) : target;
    const report = await test(options, cases, running, plan, started?.environment ?? {}, signal);
    const folder = options.report ?? defaultFolder;
    writeReports(report, folder, options.spec ?? "spec");
    process.stdout.write(
      `${terminalReport(report, styleFor(process.stdout.isTTY && !process.env.NO_COLOR))}\n`,
    );
    process.stderr.write(`${join(folder, "report.html")} has the whole report.\n`);
    return exitCodeOf(report);
  } finally {
    await started?.stop();
  }
}

function planned(options: Options, cases: CaseFile, target: Target): Plan {
  const single = sharedTokens(target, cases) === 1 && !target.start;
  const over = target.command === undefined ? "http" : "stdio";
  const plan = planFor(cases, [...checkCases(checks, cases, over), ...casesOver(over, cases)], {
    selection: { kinds: options.only, tools: options.tool, cases: options.case },
    readOnly: options.readOnly,
    maxRequests: options.maxRequests ?? (single ? withOneToken : Number.POSITIVE_INFINITY),
    isSendable: (each) => !("with" in each) || canSend(target, cases, each.with),
  });
  if (plan.cases.length + plan.omitted.length > 0) return plan;
  throw new UsageError("No case is selected. --plan lists them.");
}

/** Over stdio there are no tokens: the user who starts the server may call every tool. */
function casesOver(over: "http" | "stdio", { cases, auth }: CaseFile): readonly Case[] {
  return over === "http" || auth.scheme === "none"
    ? cases
    : cases.filter(({ kind }) => kind !== "authorization");
}

/** How many tokens with every scope share the requests. */
function sharedTokens(target: Target, { auth }: CaseFile): number {
  if (auth.scheme === "none" || hasHook(target, "mint")) return Number.POSITIVE_INFINITY;
  return (target.tokens ?? []).filter(
    ({ is, scopes }) => is === undefined && (scopes === undefined || scopes === "all"),
  ).length;
}

async function test(
  options: Options,
  cases: CaseFile,
  target: Target,
  plan: Plan,
  environment: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Report> {
  const transport = transportTo(target, options);
  const progress = progressOn(process.stderr, plan.cases.length + plan.omitted.length);
  try {
    return await runSuite({
      cases,
      target,
      plan,
      transport,
      environment,
      seed: options.seed,
      unverified: [...listed(target.unverified), ...acceptedIn(options.allowUnverified)],
      expectedFailures: [...listed(target.expectedFailures), ...acceptedIn(options.expectedFailures)],
      whole: options.only.length + options.tool.length + options.case.length === 0,
      signal,
      onResult: progress.update,
    });
  } finally {
    progress.end();
    transport.close();
  }
}

function listed(entries: readonly Accepted[] = []): Accepted[] {
  return entries.map((entry, index) => checkedEntry(entry, `The target, entry ${index + 1}`));
}

function transportTo({ url, command, folder, parallel = 4 }: Target, { timeoutMs, ca }: Options): Transport {
  const limits = { timeoutMs, maxBytes: answerBytes };
  if (command !== undefined) {
    const [program, ...args] = command;
    return stdioTransport({ program: resolveProgram(program!), args, folder, limits });
  }
  if (url === undefined) throw new UsageError("The target is missing: give --url, --command or --target.");
  return httpTransport({
    url: new URL(url),
    limits,
    parallel,
    ...(ca !== undefined && { ca: certificatesIn(ca) }),
  });
}

function certificatesIn(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    throw new UsageError(`There is no file ${file}.`);
  }
}

/** Signals that end a process: Ctrl-C, CI, a closed terminal. */
const endings = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** The first signal stops the run, which still reports and cleans up. The second one ends the process at once. */
function interruption(): { readonly signal: AbortSignal; stop(): void } {
  const controller = new AbortController();
  const onSignal = () => {
    if (controller.signal.aborted) process.exit(130);
    process.stderr.write("\nStopping. Press Ctrl-C again to end at once.\n");
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
