/** Runs the suite against a target, from the first request to the finished report. */
import { setTimeout as delay } from "node:timers/promises";
import { bindingsOf } from "../calls/bindings.ts";
import { type CallerOptions, createCaller } from "../calls/caller.ts";
import { cleanerFor } from "../calls/cleanup.ts";
import type { Context } from "../calls/context.ts";
import { preparationsOf } from "../calls/preparations.ts";
import type { CaseFile } from "../cases/format.ts";
import { failUndecided } from "../judge/decided.ts";
import { defaultRefusalCode } from "../judge/outcome.ts";
import { schemasOf } from "../judge/schemas.ts";
import { createWatch } from "../judge/watch.ts";
import { type Accepted, applyAccepted } from "../results/accepted.ts";
import { coverageOf, type Report } from "../results/report.ts";
import { type Result, unverified } from "../results/verdict.ts";
import { hasHook, hookRunner } from "../target/hooks.ts";
import type { Target } from "../target/target.ts";
import { createTokenPool } from "../target/tokens.ts";
import { suiteCommand } from "../usage/invocation.ts";
import { UsageError } from "../usage/usage-error.ts";
import { connect } from "../wire/client.ts";
import { evidenceOf } from "../wire/curl.ts";
import { trackSessions } from "../wire/sessions.ts";
import type { Transport } from "../wire/transport.ts";
import { type Plan, tokenDemand } from "./plan.ts";
import { run } from "./run.ts";
import { subjectOf } from "./runnable.ts";

/** The options of one run. */
export interface SuiteOptions {
  readonly cases: CaseFile;
  readonly target: Target;
  readonly plan: Plan;
  readonly transport: Transport;
  /** Environment variables for the target's hooks. */
  readonly environment: Readonly<Record<string, string>>;
  readonly seed: number;
  readonly unverified: readonly Accepted[];
  readonly expectedFailures: readonly Accepted[];
  /** Whether every case runs. Then entries that accept nothing are stale. */
  readonly whole: boolean;
  /** Aborted when the user interrupts the run; the report is still made. */
  readonly signal: AbortSignal;
  onResult(result: Result): void;
}

const cleanupMs = 60_000;
const defaultParallel = 4;

const omissions = {
  "left-out": "more requests than the limit allows",
  "read-only": "the tool may change data",
} as const;

/** Tests a target. Rejects with a UsageError if the target cannot be reached at all. */
export async function runSuite(options: SuiteOptions): Promise<Report> {
  const { cases, target, plan, seed, signal } = options;
  const startedAt = performance.now();
  const results: Result[] = [];
  const decided = failUndecided(target.decided);
  const onResult = (undecided: Result) => {
    const result = decided(undecided);
    results.push(result);
    options.onResult(result);
  };
  const { context, ready, clean, sent } = await openTarget(options);
  for (const { case: each, cause } of plan.omitted) {
    onResult({ subject: subjectOf(each), verdict: unverified(cause, omissions[cause]) });
  }
  await run({
    context,
    ready,
    cases: plan.cases,
    seed,
    parallel: target.parallel ?? defaultParallel,
    signal,
    onResult,
  });
  const notes = await clean();
  const lists = { unverified: options.unverified, failures: options.expectedFailures };
  const judgement = applyAccepted(inOrder(results, cases), lists, options.whole);
  return {
    target: target.name ?? options.transport.to,
    server: cases.server,
    ...judgement,
    // The entries may belong to cases that the interrupted run did not reach.
    ...(signal.aborted && { stale: [] }),
    ...(options.whole && { coverage: coverageOf(cases, judgement.results) }),
    seed,
    requests: sent(),
    seconds: (performance.now() - startedAt) / 1000,
    notes: [...(signal.aborted ? ["Interrupted: cases that had not run are not verified."] : []), ...notes],
  };
}

interface OpenTarget {
  readonly context: Context;
  /** Resolves when the target is set up for calls. */
  readonly ready: Promise<unknown>;
  /** Deletes what the run created, and ends its sessions. */
  clean(): Promise<string[]>;
  /** The number of requests, including those that clean up and end sessions. */
  sent(): number;
}

/** Connects to the target, and creates what judging cases needs. */
async function openTarget(options: SuiteOptions): Promise<OpenTarget> {
  const { cases, target, plan, environment, signal } = options;
  const transport = trackSessions(options.transport);
  const runHook = hookRunner(target, { ...environment, TARGET_URL: transport.to });
  const tokens = createTokenPool({
    target,
    cases,
    runHook,
    now: Date.now,
    sleep: (ms, until) => delay(ms, undefined, { signal: until }),
  });
  const first = await tokens.lease({ scopes: cases.scopes }, signal);
  if ("missing" in first) throw new UsageError(`The target has no token to start with: ${first.missing}.`);
  const legacy = cases.server.protocolVersions.filter((known) => known < "2026");
  const version = legacy.sort().at(-1) ?? "2025-11-25";
  const client = await connect(transport, version, first.authorization);
  const { answer } = client.initialization;
  if (answer.kind === "broken" && answer.broken.unreachable) {
    throw new UsageError(`${transport.to} cannot be reached: ${answer.broken.problem}.`);
  }
  void tokens.prepare(tokenDemand(plan, cases));
  const ready = hasHook(target, "setup") ? runHook("setup", {}) : Promise.resolve();
  // Awaited where it is needed; without this a failure before that would end the process.
  ready.catch(() => undefined);

  const redact = (text: string) =>
    [...tokens.secrets].reduce((rest, secret) => rest.replaceAll(secret, "$TOKEN"), text);
  const evidence: Context["evidence"] = (exchange, id) =>
    evidenceOf(transport, exchange, { replayCommand: `${suiteCommand} --case '${id}'`, redact });
  const schemas = schemasOf(cases);
  const watch = createWatch({
    cases,
    schemas,
    secrets: tokens.secrets,
    hasCodes: target.coded === true,
    evidence: (exchange) => evidence(exchange, "*"),
  });
  const cleaner = cleanerFor(target);
  let endedSessions = 0;
  const calls: Omit<CallerOptions, "budget" | "signal" | "onCall"> = {
    client,
    tokens,
    cases,
    refusalCode: target.refusalCode ?? defaultRefusalCode,
  };
  const reserved = () => cleaner.pendingRequests() + transport.openSessions();
  const budget = { requests: plan.maxRequests, reserved };
  const onCall: CallerOptions["onCall"] = (tool, { exchange, outcome }) => {
    watch.observe(tool, exchange, outcome);
    cleaner.record(tool, outcome);
  };
  const caller = createCaller({ ...calls, budget, signal, onCall });
  return {
    context: {
      cases,
      caller: caller,
      bindings: bindingsOf(target, caller),
      prepareFor: preparationsOf(target, caller),
      schemas,
      watch,
      to: transport.to,
      evidence,
    },
    ready,
    sent: () => caller.sent() + cleaner.pendingRequests() + endedSessions,
    async clean() {
      const cleanup: CallerOptions = {
        ...calls,
        budget: { requests: Number.POSITIVE_INFINITY, reserved: () => 0 },
        signal: AbortSignal.timeout(cleanupMs),
        onCall: () => undefined,
      };
      const notes = await cleaner.clean(createCaller(cleanup));
      endedSessions = transport.openSessions();
      await transport.endSessions();
      return notes;
    },
  };
}

/** In the order of the case file. */
function inOrder(results: readonly Result[], { cases }: CaseFile): Result[] {
  const position = new Map(cases.map(({ id }, index) => [id, index]));
  const of = ({ subject }: Result) => position.get(subject.id) ?? -1;
  return results.toSorted((a, b) => of(a) - of(b));
}
