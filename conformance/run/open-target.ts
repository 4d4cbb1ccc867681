/** Connects to a target, and creates what judging cases needs. */
import { setTimeout as delay } from "node:timers/promises";
import { makeCalls } from "../behaviour/calls.ts";
import { createEngine, type Engine, readBehaviour } from "../behaviour/engine.ts";
import { ShownIds } from "../behaviour/shown-ids.ts";
import { listSpecValues } from "../behaviour/spec-values.ts";
import { watchResults } from "../behaviour/watched-results.ts";
import { Bindings } from "../calls/bindings.ts";
import { Caller, type CompletedCall } from "../calls/caller.ts";
import type { Context } from "../calls/context.ts";
import { Notes } from "../calls/notes.ts";
import { makePreparations } from "../calls/preparations.ts";
import { TargetUnreachable } from "../calls/reachability.ts";
import { Spending } from "../calls/spending.ts";
import { Timings } from "../calls/timings.ts";
import { originOf, Transcript } from "../calls/transcript.ts";
import type { CaseFile } from "../cases/format.ts";
import { defaultRefusalCode } from "../judge/outcome.ts";
import { Schemas } from "../judge/schemas.ts";
import { Watch } from "../judge/watch.ts";
import { isBehaviour } from "../kinds/behaviour.ts";
import { PreconditionError } from "../results/precondition-error.ts";
import { redactText } from "../results/redact.ts";
import type { Verdict } from "../results/verdict.ts";
import { hasHook, hookRunner } from "../target/hooks.ts";
import type { Target } from "../target/target.ts";
import { TokenPool } from "../target/tokens.ts";
import { suiteCommand } from "../usage/invocation.ts";
import { UsageError } from "../usage/usage-error.ts";
import { describeAnswer } from "../wire/answer.ts";
import { connect } from "../wire/client.ts";
import { makeEvidence } from "../wire/curl.ts";
import { SessionTransport } from "../wire/sessions.ts";
import type { Transport } from "../wire/transport.ts";
import { allowTenths } from "./allowance.ts";
import { type Leftovers, makeLeftovers } from "./leftovers.ts";
import { type Plan, tokenDemand } from "./plan.ts";
import { objectionTo, type PreflightTarget } from "./preflight.ts";
import { scriptWriter } from "./script.ts";

export interface TargetOptions {
  readonly cases: CaseFile;
  readonly target: Target;
  readonly plan: Plan;
  readonly transport: Transport;
  /** How the user started the suite, without what selects cases; for findings. */
  readonly command?: string;
  /** Environment variables for the target's hooks. */
  readonly environment: Readonly<Record<string, string>>;
  /** Aborted when the user interrupts the run; the report is still made. */
  readonly signal: AbortSignal;
  /** Tells the user a sentence before the run uses anything up. */
  readonly say?: (sentence: string) => void;
}

export type OpenTarget = Awaited<ReturnType<typeof openTarget>>;

/** @throws UsageError if the target cannot be tested at all */
export async function openTarget(options: TargetOptions) {
  const { cases, target, plan, signal } = options;
  const transport = new SessionTransport(options.transport);
  const { tokens, client, runHook, tokenUses, redact } = await connected(options, transport);
  const schemas = new Schemas(cases);
  const coded = target.coded === true;
  const watch = new Watch({
    cases,
    schemas,
    secrets: tokens.secrets,
    hasCodes: coded,
    isLocal: transport.kind === "stdio",
  });
  const notes = new Notes(redact);
  const calls = { client, tokens, cases, refusalCode: target.refusalCode ?? defaultRefusalCode };
  const leftovers = makeLeftovers(target, transport, calls);
  const spending = new Spending(readBehaviour(cases), plan.spend);
  const transcript = new Transcript(cases, cases.cases.filter(isBehaviour));
  const { watched, shownIds, onCall, ...recorded } = makeRecorder(cases, watch, leftovers, transcript);
  const caller = new Caller({
    ...calls,
    spending,
    budget: { requests: plan.maxRequests, reserved: () => leftovers.pendingRequests() + tokenUses() },
    signal,
    onCall,
  });
  await refuseUnusable({ to: transport.to, kind: transport.kind, path: cases.endpoint.path, redact }, caller);
  void tokens.prepare(tokenDemand(plan, cases));
  const specValues = listSpecValues(cases, schemas, () => engine, notes);
  const context: Context = {
    cases,
    caller,
    bindings: new Bindings({ target, caller, spec: specValues, notes }),
    prepareFor: makePreparations(target, caller, notes),
    schemas,
    watch,
    coded,
    to: transport.to,
    bringToState: (...call) => engine.bringToState(...call),
  };
  const planned = plan.cases.filter(isBehaviour).filter(plan.isSendable);
  const uses = { planned, watched, shownIds, runHook: transcript.recorded(runHook) };
  const engine: Engine = createEngine({ context, ...uses, hasHook: (name) => hasHook(target, name) });
  const ready = setUp();
  // Awaited where it is needed; without this a failure before that would end the process.
  ready.catch(() => undefined);
  return {
    context,
    engine,
    /** Resolves when the target is set up for calls. */
    ready,
    ...recorded,
    spending,
    /** What went wrong beside the cases, as sentences. */
    told: notes.sentences,
    redact,
    withEvidence: (verdict: Verdict) => withEvidence(verdict, transport, redact),
    scriptOf: scriptWriter(transcript, options.command ?? suiteCommand, cases.scopes),
    /** The number of requests, including those that clean up and end sessions. */
    sent: () => caller.sent() + tokenUses() + leftovers.sent(),
    /** Deletes what the run created, and ends its sessions. */
    clean: () => leftovers.clean(context),
  };

  async function setUp(): Promise<void> {
    if (hasHook(target, "setup")) await runHook("setup", {});
    if (plan.writes) await leftovers.listExisting(makeCalls(context));
    if (plan.writes && plan.spend === "a tenth") await allowTenths(spending, engine, options.say);
  }
}

/** The verdict with the evidence of its call, as the report shows it. */
function withEvidence(verdict: Verdict, transport: Transport, redact: (text: string) => string): Verdict {
  if (!("exchange" in verdict)) return verdict;
  const { exchange, ...rest } = verdict;
  return { ...rest, evidence: { ...makeEvidence(transport, exchange, redact), shownBy: originOf(exchange) } };
}

/** What the run learns from every call, whatever its case is. */
function makeRecorder(cases: CaseFile, watch: Watch, leftovers: Leftovers, transcript: Transcript) {
  const watched = watchResults(readBehaviour(cases));
  const shownIds = new ShownIds(readBehaviour(cases));
  const timings = new Timings();
  /** Tools that answered `not_implemented`. */
  const unimplemented = new Set<string>();
  const onCall = (call: CompletedCall) => {
    const { tool, exchange, outcome, ms } = call;
    transcript.record(call);
    watch.observe(tool, exchange, outcome);
    watched.observe(call);
    shownIds.record(call);
    leftovers.record(call);
    timings.record(tool, ms);
    if (outcome.is === "refusal" && outcome.code === "not_implemented") unimplemented.add(tool);
  };
  return { watched, shownIds, timings, unimplemented, onCall };
}

async function connected({ cases, target, environment, signal }: TargetOptions, transport: Transport) {
  const runHook = hookRunner(target, { ...environment, TARGET_URL: transport.to });
  let uses = 0;
  const tokens: TokenPool = new TokenPool({
    target,
    cases,
    runHook,
    now: Date.now,
    sleep: (ms, until) => delay(ms, undefined, { signal: until }),
    async use(authorization) {
      uses++;
      const { answer } = await client.request("tools/list", {}, authorization);
      return answer.kind === "result" ? undefined : describeAnswer(answer, redact);
    },
  });
  /** Replaces tokens in a text. */
  const redact = (text: string) => redactText(text, tokens.secrets);
  const first = await tokens.lease({ scopes: cases.scopes }, signal).catch(refuseWithoutToken);
  const legacy = cases.server.protocolVersions.filter((known) => known < "2026");
  const client = await connect(transport, legacy.sort().at(-1) ?? "2025-11-25", first);
  /** The number of requests with tokens that were about to end. */
  const tokenUses = () => uses;
  return { tokens, client, runHook, tokenUses, redact };
}

function refuseWithoutToken(error: unknown): never {
  if (!(error instanceof PreconditionError)) throw error;
  throw new UsageError(`The target has no token to start with: ${error.message}.`);
}

async function refuseUnusable(target: PreflightTarget, caller: Caller): Promise<void> {
  const objection = await objectionTo(target, caller).catch((error: unknown) => {
    if (!(error instanceof TargetUnreachable)) return refuseWithoutToken(error);
    return `${target.to} stopped answering: ${error.message}. See its log, then run again.`;
  });
  if (objection !== undefined) throw new UsageError(objection);
}
