/** Runs the workflows of scenarios, each once, and keeps the outcome of every step. */
import { setTimeout as delay } from "node:timers/promises";
import { withReachedCap } from "../../calls/cap-reached.ts";
import type { Behaviour } from "../../cases/behaviour.ts";
import { applyEdits, type Json, type JsonObject } from "../../cases/edits.ts";
import { evaluate, type Scope } from "../../cases/expressions.ts";
import type { ScenarioCase, StepRule, WorkflowRule } from "../../cases/workflows.ts";
import { PreconditionError, requireDeclared } from "../../results/precondition-error.ts";
import { tokenKey } from "../../target/minted.ts";
import type { HookName } from "../../target/target.ts";
import type { OwnToken } from "../../target/tokens.ts";
import { addressAt, readText } from "../calls/addresses.ts";
import { callAtOnce, findSingleSuccess, type SingleSuccess } from "../calls/at-once.ts";
import { type Called, readStructured, showAnswer } from "../calls/called.ts";
import type { Engine } from "../engine.ts";
import { whileInstancesLast } from "../once-per-run.ts";
import { letClockGoOnAfter, movesUntil, readMove, requireStop, stopsClock } from "./clock-steps.ts";
import { isMet, listExpressions } from "./criteria.ts";
import { makeOwnValues, type OwnValues } from "./own-values.ts";
import { makePayload } from "./payload.ts";
import { findChange, readBefore } from "./readings.ts";

/** The outcome of a step. */
export interface StepRun {
  /** Absent if the step runs a hook. */
  readonly called?: Called;
  /** The values that its conditions can refer to. */
  readonly scope: Scope;
  /** The actual outcome, if it differs from the spec; then the following steps do not run. */
  readonly unexpected?: string;
  /** A change of what the step has to leave as it was. */
  readonly changed?: string;
}

/** The most repetitions of a call whose criteria come to hold. */
const mostRepeats = 60;

/** The failure in a spec that stands for a token that has ended. */
const unauthorized = "unauthorized";

type WorkflowRun = ReadonlyMap<string, Promise<StepRun>>;

const runs = whileInstancesLast<WorkflowRun>();
/** First calls of workflows, with the inputs that they refer to -> the first workflow that begins so. */
const beginnings = whileInstancesLast<WorkflowRun>();

/** Lists a step and the steps before it. */
export function listStepsUpTo({ workflows }: Behaviour, each: ScenarioCase): readonly StepRule[] {
  const steps = workflows[each.workflow]?.steps ?? [];
  return steps.slice(0, steps.findIndex(({ id }) => id === each.step) + 1);
}

/**
 * Returns the outcome of a step. The first case of a workflow starts it. If only some steps of a workflow are planned, another
 * workflow that begins with the same calls decides them. Throws a PreconditionError if the step could not be reached.
 */
export function runStep(engine: Engine, each: ScenarioCase): Promise<StepRun> {
  const rule = requireDeclared(engine.rules.workflows[each.workflow]);
  const steps = listStepsUpTo(engine.rules, each);
  const calls = steps.map(({ at, description, criteria, ...call }) => call);
  const refersTo = steps.some(({ expressions, criteria }) => expressions[0] ?? criteria[0]) && rule.inputs;
  const run = () => runWorkflow(engine, each.workflow);
  const first = beginnings(engine, JSON.stringify([calls, refersTo]), run);
  const planned = engine.planned.filter((one) => "workflow" in one && one.workflow === each.workflow);
  return (planned.length < rule.steps.length ? first : run()).get(each.step)!;
}

function runWorkflow(engine: Engine, workflow: string): WorkflowRun {
  return runs(engine, workflow, () => start(engine, requireDeclared(engine.rules.workflows[workflow])));
}

/** Waits for the end of a workflow that a case has started, since its remaining steps would see the data of another run. */
export async function waitForWorkflowEnd(engine: Engine, workflow: string): Promise<void> {
  await Promise.allSettled(runWorkflow(engine, workflow).values());
}

/** A step of a workflow whose previous steps have been performed. */
export interface PreparedStep {
  readonly payload: JsonObject;
  /** Returns the arguments of its call, with the values of this moment and a new idempotency key. */
  readonly readInput: () => Promise<Json>;
  /** Performs the step. */
  readonly perform: () => Promise<StepRun>;
}

/**
 * Performs the steps of a workflow before this one again. Returns its payload and functions that perform it. Throws like `runStep`.
 * @param knownResults step -> the result that it would have. With them, neither these steps are performed nor those that the spec
 * refuses, and a step without outputs may be refused: the thing may be verified already
 */
export async function prepareStep(
  engine: Engine,
  workflow: WorkflowRule,
  last: StepRule,
  knownResults?: ReadonlyMap<string, JsonObject>,
): Promise<PreparedStep> {
  const actor = new Actor(engine, workflow, makeOwnValues(engine, true));
  let scope = await makeFirstScope(engine, workflow);
  for (const step of workflow.steps.slice(0, workflow.steps.indexOf(last))) {
    const result = knownResults?.get(step.id);
    if (knownResults !== undefined && step.failure !== undefined) continue;
    const knownRun: StepRun | undefined = result && {
      scope: { ...scope, result: { structuredContent: result } },
    };
    const run = knownRun ?? (await actor.perform(step, scope));
    if (knownResults !== undefined && isRefused(run) && Object.keys(step.outputs).length === 0) continue;
    scope = makeNextScope(step, run);
  }
  return {
    payload: makePayload(last, scope),
    readInput: () => actor.readInput(last, scope),
    perform: () => actor.perform(last, scope),
  };
}

/** Starts a workflow. Each step begins when the previous one is done. */
function start(engine: Engine, workflow: WorkflowRule): WorkflowRun {
  const actor = new Actor(engine, workflow, makeOwnValues(engine, false));
  const run = new Map<string, Promise<StepRun>>();
  let before = makeFirstScope(engine, workflow);
  for (const step of workflow.steps) {
    const performed = before.then((scope) => actor.perform(step, scope));
    const done = letClockGoOnAfter(performed, step, workflow, engine.hooks);
    // The case of this step may not be selected; then its failure shows in a later step.
    done.catch(() => undefined);
    run.set(step.id, done);
    before = done.then(
      (done) => makeNextScope(step, done),
      (error) => {
        if (!(error instanceof PreconditionError) || error instanceof EarlierStepFailed) throw error;
        throw new EarlierStepFailed(
          error.why,
          `the step ${step.id} before it: ${error.message}`,
          error.exchange,
        );
      },
    );
    before.catch(() => undefined);
  }
  return run;
}

async function makeFirstScope({ context }: Engine, { inputs }: WorkflowRule): Promise<Scope> {
  return { inputs: (await context.bindings.listShared().into("", inputs)) as JsonObject, outputs: {} };
}

/** The scope of the step after this one. */
function makeNextScope({ id, outputs }: StepRule, { scope, unexpected, called }: StepRun): Scope {
  if (called?.usedUp !== undefined) {
    const why = `the step ${id} before it was refused: nothing is left of ${called.usedUp}`;
    throw new EarlierStepFailed("used-up", why, called.exchange);
  }
  if (unexpected !== undefined)
    throw new EarlierStepFailed("setup", `the step ${id} before it did not go as the spec says`);
  const values = Object.entries(outputs).map(([name, expression]) => [name, evaluate(expression, scope)]);
  return { inputs: scope.inputs, outputs: { ...scope.outputs, [id]: Object.fromEntries(values) } };
}

/** A step cannot run because of an earlier one, which the message names. */
class EarlierStepFailed extends PreconditionError {}

/** Performs the steps of one run of a workflow. */
class Actor {
  readonly #engine: Engine;
  /** Holders whose tokens are ended in the workflow. They get reserved tokens. */
  readonly #endedHolders: ReadonlySet<string>;
  readonly #ownTokens = new Map<string, Promise<OwnToken>>();
  readonly #own: OwnValues;

  constructor(engine: Engine, { steps }: WorkflowRule, own: OwnValues) {
    this.#engine = engine;
    this.#own = own;
    this.#endedHolders = new Set(steps.filter(endsToken).map(holderKey));
  }

  async readInput(step: StepRule, scope: Scope): Promise<Json> {
    return this.#own.withKey(step, await this.#readPayload(step, scope));
  }

  async #readPayload(step: StepRule, scope: Scope): Promise<JsonObject> {
    const { live = [], tool = "" } = step;
    const payload = (await this.#engine.live.put(live, tool, makePayload(step, scope))) as JsonObject;
    return this.#own.withWords(step, payload);
  }

  async perform(step: StepRule, scope: Scope): Promise<StepRun> {
    const payload = await this.#readPayload(step, scope);
    if (step.hook !== undefined) {
      const input = await this.#hookInput(step, payload);
      const printed = await this.#engine.hooks.run(step.hook as HookName, input);
      if (stopsClock(step)) await requireStop(this.#engine.hooks);
      return { scope: { ...scope, result: { structuredContent: printed } } };
    }
    const readings = await readBefore(this.#engine, step, scope);
    const done = await this.#callAndFinish(step, scope, payload);
    if (done.unexpected !== undefined) return done;
    const changed = await findChange(this.#engine, readings);
    if (changed !== undefined) return { ...done, changed };
    return step.within === undefined ? done : this.#repeatUntilMet(step, scope, payload, done);
  }

  /** Repeats a reading call until its criteria hold. Only waiting counts, so a slow machine takes nothing from the time. */
  async #repeatUntilMet(step: StepRule, scope: Scope, payload: JsonObject, first: StepRun): Promise<StepRun> {
    const { within = 0, criteria } = step;
    const pause = Math.min(within, Math.max(1, within / mostRepeats));
    let run = first;
    for (let waited = 0; waited < within; waited += pause) {
      if (run.unexpected !== undefined || criteria.every((criterion) => isMet(criterion, run.scope)))
        return run;
      await delay(pause * 1_000);
      run = await this.#callAndFinish(step, scope, payload);
    }
    return run;
  }

  async #callAndFinish(step: StepRule, scope: Scope, payload: JsonObject): Promise<StepRun> {
    const { hooks } = this.#engine;
    const before = comparesTimes(step) ? await hooks.readTime() : undefined;
    const { called, problem: unexpected } = await this.#call(step, payload);
    const times = before === undefined ? {} : { before, now: await hooks.readTime({ isAfter: true }) };
    const { outcome } = called;
    const files = unexpected === undefined ? await readFiles(step, called, this.#engine) : {};
    const result = "result" in outcome ? { result: { ...outcome.result, ...files } as Json } : {};
    return {
      called,
      scope: { ...scope, request: called.input, ...times, ...result },
      ...(unexpected !== undefined && { unexpected }),
    };
  }

  async #call(step: StepRule, payload: JsonObject): Promise<SingleSuccess> {
    const token = this.#endedHolders.has(holderKey(step)) ? await this.#ownToken(step) : undefined;
    const by = { account: step.account, scopes: step.scopes, token };
    const call = { tool: step.tool!, input: this.#own.withKey(step, payload) };
    const send = () => withReachedCap(this.#engine.calls.call(call, by), step.failure ?? "");
    if (step.atOnce === undefined) return readOutcome(step, await send());
    return findSingleSuccess(await callAtOnce(this.#engine, step.atOnce, send), step.failure, this.#engine);
  }

  async #hookInput(step: StepRule, payload: JsonObject): Promise<JsonObject> {
    if (movesUntil(step)) return readMove(payload, this.#engine.hooks);
    if (!endsToken(step)) return step.account === undefined ? payload : { ...payload, account: step.account };
    const { minted } = await this.#ownToken(step);
    if (minted === undefined)
      throw new PreconditionError("no-hook", `only a token from the hook mint can be ended`);
    return { token: minted as unknown as Json };
  }

  #ownToken(step: StepRule): Promise<OwnToken> {
    const key = holderKey(step);
    const token =
      this.#ownTokens.get(key) ??
      this.#engine.accounts.reserve({ account: step.account, scopes: step.scopes });
    this.#ownTokens.set(key, token);
    return token;
  }
}

/** Reads the addresses that a step refers to, and puts their texts at their places. */
async function readFiles({ criteria, outputs }: StepRule, called: Called, engine: Engine): Promise<object> {
  const named = [...criteria.flatMap(listExpressions), ...Object.values(outputs)];
  const places = named.flatMap((each) => ("member" in each && each.member === "file" ? each.pointer : []));
  if (places.length === 0) return {};
  let file: Json = readStructured(called);
  for (const set of new Set(places))
    file = applyEdits(file, [{ set, to: await readText(addressAt(set, called, engine)) }]);
  return { file };
}

/** Whether the criteria or outputs of a step refer to the time of the target. */
function comparesTimes({ criteria, outputs }: StepRule): boolean {
  const named = [...criteria.flatMap(listExpressions), ...Object.values(outputs)];
  return named.some(({ from }) => from === "now");
}

function endsToken(step: StepRule): boolean {
  return (step.hook === "revoke" || step.hook === "expire") && !endsAccess(step);
}

/** Whether a hook step revokes the access of an account to an entity, which is then in the payload. */
export function endsAccess({ hook, payload }: StepRule): boolean {
  return hook === "revoke" && payload.entity !== undefined;
}

function holderKey({ account, scopes }: StepRule): string {
  return scopes === undefined ? `all ${account ?? ""}` : tokenKey(scopes, account);
}

function isRefused({ called }: StepRun): boolean {
  return called?.outcome.is === "refusal";
}

function readOutcome({ failure }: StepRule, called: Called): SingleSuccess {
  const { outcome } = called;
  const refusal = failure === unauthorized ? unauthorized : "refusal";
  const isOther = outcome.is === "refusal" && outcome.code !== undefined && outcome.code !== failure;
  const isExpected = outcome.is === (failure === undefined ? "success" : refusal) && !isOther;
  return isExpected ? { called } : { called, problem: showAnswer(called) };
}
