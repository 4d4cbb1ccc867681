import { setTimeout as delay } from "node:timers/promises";
import type { CaseFile } from "toolwright/runtime";
import { bindingsOf } from "../calls/bindings.ts";
import { type CallerOptions, caller } from "../calls/caller.ts";
import { cleanerFor } from "../calls/cleanup.ts";
import type { Context } from "../calls/context.ts";
import { preparationsOf } from "../calls/preparations.ts";
import { decidedBy } from "../judge/decided.ts";
import { ownRefusalCode } from "../judge/outcome.ts";
import { schemasOf } from "../judge/schemas.ts";
import { watchOf } from "../judge/watch.ts";
import { type Accepted, judge } from "../results/accepted.ts";
import { coverageOf, type Report } from "../results/report.ts";
import { type Result, unverified } from "../results/verdict.ts";
import { has, hooksOf } from "../target/hooks.ts";
import type { Target } from "../target/target.ts";
import { tokensOf } from "../target/tokens.ts";
import { invoked } from "../usage/invocation.ts";
import { UsageError } from "../usage/usage-error.ts";
import { connect } from "../wire/client.ts";
import { evidenceOf } from "../wire/curl.ts";
import { keepingSessions } from "../wire/sessions.ts";
import type { Transport } from "../wire/transport.ts";
import { type Plan, tokensWanted } from "./plan.ts";
import { run } from "./run.ts";
import { subjectOf } from "./runnable.ts";

/** One run of the suite. */
export interface SuiteOptions {
  readonly cases: CaseFile;
  readonly target: Target;
  readonly plan: Plan;
  readonly transport: Transport;
  /** For the target's hooks. */
  readonly environment: Readonly<Record<string, string>>;
  readonly seed: number;
  readonly unverified: readonly Accepted[];
  readonly expectedFailures: readonly Accepted[];
  /** Whether every case takes part: entries that accept nothing are stale then. */
  readonly whole: boolean;
  /** Aborted by the person who waits: the report is still made. */
  readonly signal: AbortSignal;
  onResult(result: Result): void;
}

const cleanupMs = 60_000;
const defaultParallel = 4;

const omissions = {
  "left-out": "more requests than one token may make",
  "read-only": "the tool may change things",
} as const;

/** Tests a target. Rejects with a UsageError if it cannot be spoken with at all. */
export async function runSuite(options: SuiteOptions): Promise<Report> {
  const { cases, target, plan, seed, signal } = options;
  const startedAt = performance.now();
  const results: Result[] = [];
  const decided = decidedBy(target.decided);
  const onResult = (undecided: Result) => {
    const result = decided(undecided);
    results.push(result);
    options.onResult(result);
  };
  const { context, ready, clean, sent } = await assemble(options);
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
  const judgement = judge(inOrder(results, cases), lists, options.whole);
  return {
    target: target.name ?? options.transport.to,
    server: cases.server,
    ...judgement,
    // What a run that was interrupted has not come to may still need its entry.
    ...(signal.aborted && { stale: [] }),
    ...(options.whole && { coverage: coverageOf(cases, judgement.results) }),
    seed,
    requests: sent(),
    seconds: (performance.now() - startedAt) / 1000,
    notes: [...(signal.aborted ? ["Interrupted: what had not run yet is not verified."] : []), ...notes],
  };
}

interface Assembled {
  readonly context: Context;
  /** Resolves when the target is set up for calls. */
  readonly ready: Promise<unknown>;
  /** Puts away what was made, and ends what was opened. */
  clean(): Promise<string[]>;
  /** Requests, those that put things away and end sessions included. */
  sent(): number;
}

/** Opens the target and puts together what deciding cases needs. */
async function assemble(options: SuiteOptions): Promise<Assembled> {
  const { cases, target, plan, environment, signal } = options;
  const transport = keepingSessions(options.transport);
  const ask = hooksOf(target, { ...environment, TARGET_URL: transport.to });
  const tokens = tokensOf({
    target,
    cases,
    ask,
    now: Date.now,
    sleep: (ms, until) => delay(ms, undefined, { signal: until }),
  });
  const first = await tokens.lease({ scopes: cases.scopes }, signal);
  if ("missing" in first) throw new UsageError(`The target has no token to begin with: ${first.missing}.`);
  const legacy = cases.server.protocolVersions.filter((known) => known < "2026");
  const version = legacy.sort().at(-1) ?? "2025-11-25";
  const client = await connect(transport, version, first.authorization);
  const { answer } = client.opening;
  if (answer.kind === "broken" && answer.broken.nobody) {
    throw new UsageError(`${transport.to} cannot be spoken with: ${answer.broken.problem}.`);
  }
  void tokens.prepare(tokensWanted(plan, cases));
  const ready = has(target, "setup") ? ask("setup", {}) : Promise.resolve();
  // It is waited for where it is needed; until then its failure is nobody's.
  ready.catch(() => undefined);

  const clean = (text: string) =>
    [...tokens.secrets].reduce((rest, secret) => rest.replaceAll(secret, "$TOKEN"), text);
  const evidence: Context["evidence"] = (exchange, id) =>
    evidenceOf(transport, exchange, { replay: `${invoked} --case '${id}'`, clean });
  const schemas = schemasOf(cases);
  const watch = watchOf({
    cases,
    schemas,
    secrets: tokens.secrets,
    hasCodes: target.coded === true,
    evidence: (exchange) => evidence(exchange, "*"),
  });
  const cleaner = cleanerFor(target);
  let ended = 0;
  const calls: Omit<CallerOptions, "budget" | "signal" | "onCall"> = {
    client,
    tokens,
    cases,
    refusalCode: target.refusalCode ?? ownRefusalCode,
  };
  const owed = () => cleaner.owed() + transport.openSessions();
  const budget = { requests: plan.maxRequests, owed };
  const onCall: CallerOptions["onCall"] = (tool, { exchange, outcome }) => {
    watch.observe(tool, exchange, outcome);
    cleaner.note(tool, outcome);
  };
  const toTarget = caller({ ...calls, budget, signal, onCall });
  return {
    context: {
      cases,
      caller: toTarget,
      bindings: bindingsOf(target, toTarget),
      prepareFor: preparationsOf(target, toTarget),
      schemas,
      watch,
      to: transport.to,
      evidence,
    },
    ready,
    sent: () => toTarget.sent() + cleaner.owed() + ended,
    async clean() {
      const cleanup: CallerOptions = {
        ...calls,
        budget: { requests: Number.POSITIVE_INFINITY, owed: () => 0 },
        signal: AbortSignal.timeout(cleanupMs),
        onCall: () => undefined,
      };
      const notes = await cleaner.clean(caller(cleanup));
      ended = transport.openSessions();
      await transport.endSessions();
      return notes;
    },
  };
}

/** In the order of the case file, however they came in. */
function inOrder(results: readonly Result[], { cases }: CaseFile): Result[] {
  const position = new Map(cases.map(({ id }, index) => [id, index]));
  const of = ({ subject }: Result) => position.get(subject.id) ?? -1;
  return results.toSorted((a, b) => of(a) - of(b));
}
