/** Opens a target in three steps: connects, records every call, and creates the engine that judges cases. */

import { AnswerWatch } from "../answers/answer-watch.ts";
import type { AnswerCollection } from "../answers/answers.ts";
import type { Comparison } from "../answers/comparison.ts";
import { createEngine, type Engine } from "../behaviour/engine.ts";
import { readBehaviour } from "../behaviour/rules/rules.ts";
import { performStepsAbout } from "../behaviour/workflows/steps-about.ts";
import { Caller } from "../calls/caller.ts";
import type { Context } from "../calls/context.ts";
import { Notes } from "../calls/notes.ts";
import { TargetUnreachable } from "../calls/reachability.ts";
import { Spending } from "../calls/spending.ts";
import { TimeBudget } from "../calls/time-budget.ts";
import { findOrigin } from "../calls/transcript.ts";
import { defaultRefusalCode } from "../judge/outcome.ts";
import { isBehaviour } from "../kinds/behaviour.ts";
import type { Drawn } from "../results/report.ts";
import type { Failed, Subject, Verdict } from "../results/verdict.ts";
import { suiteCommand } from "../usage/invocation.ts";
import { UsageError } from "../usage/usage-error.ts";
import { makeEvidence } from "../wire/curl.ts";
import { ShownQuotas } from "./allowance.ts";
import { announceRates } from "./announced.ts";
import { type Connection, type ConnectionOptions, connectTo, refuseWithoutToken } from "./connection.ts";
import { untilAborted } from "./cut-short.ts";
import { Leftovers } from "./leftovers.ts";
import { countTokenDemand, type Plan } from "./plan.ts";
import { findObjection, type PreflightTarget } from "./preflight.ts";
import { Recorder } from "./recorder.ts";
import { makeScriptWriter, type WriteScript } from "./script.ts";

export interface TargetOptions extends ConnectionOptions {
  readonly plan: Plan;
  /** The command that started the suite, without the options that select cases; for findings. */
  readonly command?: string;
  /** Takes the answers of the run. */
  readonly collection?: AnswerCollection | undefined;
  /** Compares the answers of the run with those of earlier runs. */
  readonly comparison?: Comparison | undefined;
}

/**
 * Opens a target. An interrupted run does not wait for an answer: nothing was created yet.
 *
 * @throws UsageError if the target cannot be tested at all, or the run is interrupted
 */
export async function openTarget(options: TargetOptions): Promise<OpenTarget> {
  const { signal } = options;
  return await untilAborted(() => open(options), signal).catch((error: unknown) => {
    throw signal.aborted ? new UsageError("Interrupted before the first case.") : error;
  });
}

async function open(options: TargetOptions): Promise<OpenTarget> {
  const { cases, target, plan } = options;
  const connection = await connectTo(options);
  const { client, tokens, transport, redact } = connection;
  const shared = {
    client,
    tokens,
    cases,
    exclude: plan.exclude,
    refusalCode: target.refusalCode ?? defaultRefusalCode,
    ownCodes: { invalidInput: target.invalidInput, insufficientScope: target.insufficientScope },
    errorsRefuse: target.refusalCode === undefined && target.coded !== true,
  };
  const leftovers = new Leftovers(target, transport, shared);
  const taker = options.comparison ?? options.collection;
  const answers = taker && new AnswerWatch(cases, taker);
  const recorder = new Recorder({ cases, target, connection, leftovers, answers });
  const spending = new Spending(readBehaviour(cases), plan.spend, (tool, input) =>
    recorder.schemas.fits(tool, input),
  );
  const shownQuotas = new ShownQuotas();
  const { maxRequests, maxSeconds } = plan;
  const time = maxSeconds === undefined ? undefined : new TimeBudget(maxSeconds, maxRequests);
  const caller = new Caller({
    ...shared,
    spending,
    budget: {
      requestsAfter: (sent) => time?.requestsAfter(sent) ?? maxRequests,
      reserved: () => leftovers.pendingRequests() + connection.tokenUses() + shownQuotas.pendingRequests(),
    },
    signal: options.signal,
    onCall: (call) => recorder.record(call),
  });
  const { to, kind } = transport;
  await requireUsable({ to: redact(to), kind, path: cases.endpoint.path, redact }, caller);
  void tokens.prepare(countTokenDemand(plan, cases));
  return new OpenTarget({ options, connection, leftovers, recorder, spending, shownQuotas, caller, answers });
}

/** The results of the previous steps. */
interface Opened {
  readonly options: TargetOptions;
  readonly connection: Connection;
  readonly leftovers: Leftovers;
  readonly recorder: Recorder;
  readonly spending: Spending;
  readonly shownQuotas: ShownQuotas;
  readonly caller: Caller;
  readonly answers: AnswerWatch | undefined;
}

/** A target against which cases can run. */
export class OpenTarget {
  readonly context: Context;
  readonly engine: Engine;
  /** Records the facts of every call. */
  readonly recorder: Recorder;
  /** Resolves when the target is prepared for calls. */
  readonly ready: Promise<void>;
  /** Problems outside of cases, for the report. */
  readonly notes: Notes;
  readonly #opened: Opened;
  /** Quota -> by how much its use rose, as the target shows it. */
  #shownUse: ReadonlyMap<string, number> = new Map();
  readonly #writeScript: WriteScript;

  constructor(opened: Opened) {
    const { options, connection, recorder, caller, answers } = opened;
    const { cases, target, plan } = options;
    const { schemas, watch, watched, shownIds, transcript } = recorder;
    this.#opened = opened;
    this.recorder = recorder;
    this.notes = new Notes(connection.redact);
    const planned = plan.cases.filter(isBehaviour).filter(plan.isSendable);
    this.engine = createEngine({
      cases,
      target,
      to: connection.transport.to,
      caller,
      schemas,
      watch,
      watched,
      shownIds,
      notes: this.notes,
      created: opened.leftovers.created,
      runHook: transcript.recordHooks(answers?.recordHooks(connection.runHook) ?? connection.runHook),
      answers,
      planned,
      selected: [...planned, ...plan.standby.filter(isBehaviour).filter(plan.isSendable)],
      isBrief: plan.standby.length > 0,
      performSteps: performStepsAbout,
    });
    this.context = this.engine.context;
    this.#writeScript = makeScriptWriter(transcript, options.command ?? suiteCommand, cases.scopes);
    this.ready = this.#setUp();
    // It is awaited later. Without this line, an earlier failure would end the process.
    this.ready.catch(() => undefined);
  }

  /** Replaces tokens in a text. */
  redact(text: string): string {
    return this.#opened.connection.redact(text);
  }

  /** Returns the verdict with the evidence of its call, as the report shows it. */
  withEvidence(verdict: Verdict): Verdict {
    if (!("exchange" in verdict)) return verdict;
    const { exchange, ...rest } = verdict;
    const { transport, redact } = this.#opened.connection;
    const { curl, answer } = makeEvidence(transport, exchange, redact);
    return { ...rest, evidence: { curl, answer, shownBy: findOrigin(exchange) } };
  }

  /** Returns the script that reproduces a finding, or the reason why there is none. */
  writeScript(subject: Subject, finding: Failed): Pick<Failed, "script" | "withoutScript"> {
    return this.#writeScript(subject, finding);
  }

  /** The number of requests, including those that clean up and end sessions. */
  countSent(): number {
    const { caller, connection, leftovers } = this.#opened;
    return caller.countSent() + connection.tokenUses() + leftovers.countSent();
  }

  /** Deletes what the run created, and ends its sessions. Returns notes for the report. */
  async clean(): Promise<string[]> {
    const { options, shownQuotas, leftovers, caller } = this.#opened;
    // Read the quotas before the cleanup, which is not counted. Without an answer they are not compared.
    const read = untilAborted(() => shownQuotas.readUse(this.engine), options.signal);
    this.#shownUse = await read.catch(() => new Map());
    return leftovers.clean(caller, options.say);
  }

  /** Lists what the run used up and made, beside what it announced. Complete after the cleanup. */
  listDrawn(): Drawn[] {
    const { options, spending, leftovers, caller } = this.#opened;
    const rates = announceRates(options.plan, options.cases).map(({ name, most }): Drawn => {
      return { quota: name, kind: "rate", drawn: caller.usedUpRates.read(name), most };
    });
    const drawn = spending.listDrawn().map((each): Drawn => {
      const shown = spending.isOfRun(each.quota) ? this.#shownUse.get(each.quota) : undefined;
      return { ...each, ...(shown !== undefined && { shown }) };
    });
    return [...drawn, ...leftovers.listMade(), ...rates];
  }

  async #setUp(): Promise<void> {
    const { options, connection, leftovers, spending, shownQuotas } = this.#opened;
    const { plan, say } = options;
    // Do not record it: every script of a finding also begins with the setup.
    if (this.engine.hooks.has("setup")) await connection.runHook("setup", {});
    if (plan.writes) await leftovers.listExisting(this.engine.calls);
    if (plan.writes && plan.spend === "a tenth") await shownQuotas.allowTenths(spending, this.engine, say);
  }
}

async function requireUsable(target: PreflightTarget, caller: Caller): Promise<void> {
  const objection = await findObjection(target, caller).catch((error: unknown) => {
    if (!(error instanceof TargetUnreachable)) return refuseWithoutToken(error);
    return `${target.to} stopped answering: ${error.message}. See its log, then run again.`;
  });
  if (objection !== undefined) throw new UsageError(objection);
}
