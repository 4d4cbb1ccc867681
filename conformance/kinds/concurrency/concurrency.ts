/** Judges the cases of kind concurrency: a call that expects another revision than the present one changes nothing. */
import { isDeepStrictEqual } from "node:util";
import { callAtOnce, isToRetry } from "../../behaviour/calls/at-once.ts";
import { type Called, isRefusedWith, showAnswer } from "../../behaviour/calls/called.ts";
import type { Engine } from "../../behaviour/engine.ts";
import { similarText } from "../../behaviour/instances/similar-text.ts";
import { describeChange } from "../../behaviour/observe/observation.ts";
import { whileInstancesLast } from "../../behaviour/once-per-run.ts";
import { exampleArguments } from "../../calls/arguments.ts";
import type { Arguments } from "../../cases/case.ts";
import { applyEdits, type Json } from "../../cases/edits.ts";
import type { ConcurrencyCase, RevisionRule } from "../../cases/rules/repetition.ts";
import { ifPossible, PreconditionError, requireDeclared } from "../../results/precondition-error.ts";
import { held, unverified, type Verdict } from "../../results/verdict.ts";
import type { KindOfBehaviour } from "../kind-of-behaviour.ts";
import { makeEntity, type Revised } from "./revised-entity.ts";

/** How often two calls are sent at once: a server that checks too late does not lose every race. */
const rounds = 4;

export const concurrency: KindOfBehaviour<ConcurrencyCase> = {
  needsSuccess: true,
  // Cases without two calls at once share entities.
  cost: ({ check }) => ({ moves: 4, stays: 4, stale: 8, unknown: 3, "at-once": 20 })[check],
  briefCost: ({ check }) => ({ moves: 2, stays: 2, stale: 2, unknown: 2, "at-once": 6 })[check],
  async verdict(each, engine) {
    if (each.check === "at-once") return atOnceVerdict(each, engine);
    const kept = keptEntities(engine, each.tool, () => []);
    const used = kept.pop();
    const again = used && (await ifPossible(judge(each, used)));
    // Changes by earlier calls may be why this one is refused: only a new entity proves a finding.
    const isDecided = used !== undefined && again?.status === "held";
    const entity = isDecided ? used : await makeEntity(each, engine);
    const verdict = isDecided ? again : await judge(each, entity);
    if (verdict.status === "held") kept.push(entity);
    return verdict;
  },
};

/** Tool -> entities that its earlier cases no longer need. */
const keptEntities = whileInstancesLast<Revised[]>();

function judge(each: ConcurrencyCase, entity: Revised): Promise<Verdict> {
  switch (each.check) {
    case "stale":
      return staleVerdict(each, entity);
    case "unknown":
      return unknownVerdict(each, entity);
    default:
      return presentVerdict(each, entity);
  }
}

/** Whether a refusal has the code for another revision. A refusal without a code may mean it. */
function isConflict(called: Called, { refused }: RevisionRule): boolean {
  return isRefusedWith(refused, called);
}

/** Checks that a call with the present revision passes, and that it moves the revision, or leaves it as it is. */
async function presentVerdict(each: ConcurrencyCase, entity: Revised): Promise<Verdict> {
  const { engine, rule } = entity;
  const { verdicts, observer } = engine;
  const input = await entity.prepare(each);
  const before = entity.lastLook() ?? (await entity.observe());
  const revision = await entity.readRevision();
  const called = await entity.call(input, revision);
  if (called.outcome.is !== "success") {
    if (rule.refused !== undefined && isConflict(called, rule) && (await isStill(entity, revision)))
      return verdicts.failed("a call with the present revision passes", called);
    throw verdicts.setupFailed(called);
  }
  const path = `${rule.shownBy.path} of ${rule.shownBy.tool}`;
  const later = await readLater(entity, revision);
  const isMoved = !isDeepStrictEqual(later, revision);
  if (each.check === "stays") {
    const moved = `it is ${JSON.stringify(later)} after ${JSON.stringify(revision)}`;
    return isMoved ? verdicts.failed(`a call leaves ${path} as it is`, called, moved) : held;
  }
  if (isMoved) return held;
  const [change] = await observer.findChanges(entity.observe, before, await entity.observe());
  if (change !== undefined)
    return verdicts.failed(
      `a change moves ${path}`,
      called,
      `it stayed the same, and ${describeChange(change)}`,
    );
  const why = `the call moved no ${path}, and changed nothing that other tools show`;
  return unverified("unobserved", why, called.exchange);
}

/** Reads the revision; again later if it is still the same, since a server may go on working after its answer. */
async function readLater(entity: Revised, before: Json): Promise<Json> {
  const revision = await entity.readRevision();
  if (!isDeepStrictEqual(revision, before)) return revision;
  await entity.engine.observer.waitForClockTick();
  return entity.readRevision();
}

async function isStill(entity: Revised, revision: Json): Promise<boolean> {
  return isDeepStrictEqual(await entity.readRevision(), revision);
}

/** Moves the revision by another call, and checks that a call with the revision before is refused. */
async function staleVerdict(each: ConcurrencyCase, entity: Revised): Promise<Verdict> {
  const { refused = "a refusal" } = entity.rule;
  const expected = `${refused}, since the revision has moved`;
  const earlier = entity.engine.isBrief ? entity.earlierRevision() : undefined;
  if (earlier !== undefined) return refusedVerdict(each, entity, { revision: earlier, expected });
  for (const other of [...each.others, each]) {
    const moving = await entity.prepare(other);
    const revision = await entity.readRevision();
    const moved = await entity.call(moving, revision);
    if (moved.outcome.is !== "success") continue;
    if (isDeepStrictEqual(await readLater(entity, revision), revision)) continue;
    return refusedVerdict(each, entity, { revision, expected });
  }
  throw new PreconditionError("setup", `no call of ${each.tool} moved the revision`);
}

/** Checks that a call with a revision that the entity has not had is refused. */
async function unknownVerdict(each: ConcurrencyCase, entity: Revised): Promise<Verdict> {
  const present = await entity.readRevision();
  const { schemas, cases } = entity.engine.context;
  const example = exampleArguments(cases, each);
  const revision = listUnknown(present).find((to) =>
    schemas.fits(each.tool, applyEdits(example, [{ set: entity.rule.argument, to }])),
  );
  const known = requireDeclared(revision, `the schema of ${each.tool} allows no unknown revision`);
  const expected = "a refusal, since the entity has not had this revision";
  return refusedVerdict(each, entity, { revision: known, expected, withAnyCode: true });
}

function listUnknown(present: Json): Json[] {
  if (typeof present === "number") return [present + 1_000, present + 1];
  return typeof present === "string" ? [similarText(present)].filter((text) => text !== present) : [];
}

interface WrongRevision {
  readonly revision: Json;
  readonly expected: string;
  readonly withAnyCode?: true;
}

/** Makes the call with a wrong revision. If another code refuses it, the same call with the present revision shows whether it is the revision. */
async function refusedVerdict(
  each: ConcurrencyCase,
  entity: Revised,
  { revision, expected, withAnyCode }: WrongRevision,
): Promise<Verdict> {
  const { engine, rule } = entity;
  const { verdicts, observer } = engine;
  const input = await entity.prepare(each);
  const before = entity.lastLook() ?? (await entity.observe());
  const called = await entity.call(input, revision);
  if (called.outcome.is !== "success" && called.outcome.is !== "refusal")
    return verdicts.failed(expected, called);
  const [change] = await observer.findChanges(entity.observe, before, await entity.observe());
  if (called.outcome.is === "success" && change === undefined)
    return unverified(
      "unobserved",
      `${each.tool} took the revision, and changed nothing that other tools show`,
    );
  if (change !== undefined) {
    const answer =
      called.outcome.is === "success"
        ? undefined
        : `${showAnswer(called)}, but then ${describeChange(change)}`;
    return verdicts.failed(expected, called, answer);
  }
  if (rule.refused !== undefined && isConflict(called, rule)) return held;
  const control = await entity.call(input, await entity.readRevision());
  if (control.outcome.is !== "success") throw verdicts.setupFailed(control);
  return withAnyCode || isConflict(called, rule) ? held : verdicts.failed(expected, called);
}

/** Sends two calls at once with the present revision of an entity, and checks that one passes. */
async function atOnceVerdict(each: ConcurrencyCase, engine: Engine): Promise<Verdict> {
  if (engine.isBrief) return atOnceBriefly(each, engine);
  const both = [each, (await findVariant(each, engine)) ?? each];
  for (let round = 1; round <= rounds; round += 1) {
    const verdict = await race(both, await makeEntity(each, engine));
    if (verdict !== held) return verdict;
  }
  return held;
}

/**
 * Sends two equal calls at once, and then two with another value. The entity may be one of earlier cases, but only a new one proves a
 * finding: the calls may change nothing of one that has the values already.
 */
async function atOnceBriefly(each: ConcurrencyCase, engine: Engine): Promise<Verdict> {
  const kept = keptEntities(engine, each.tool, () => []);
  let entity = kept.pop();
  for (const call of [each, ...(each.variant === undefined ? [] : [each.variant])]) {
    if (entity !== undefined && (await ifPossible(passesOnce(call, entity)))) continue;
    entity = await makeEntity(each, engine);
    const verdict = await race([call, call], entity);
    if (verdict !== held) return verdict;
  }
  if (entity !== undefined) kept.push(entity);
  return held;
}

/** Whether one of two equal calls at once passes, and the other is refused because of the revision. */
async function passesOnce(call: Arguments, entity: Revised): Promise<boolean> {
  const calls = await sendAtOnce([call, call], entity);
  const refused = calls.filter(({ outcome }) => outcome.is !== "success");
  return refused.length === 1 && isConflict(refused[0]!, entity.rule);
}

/** Sends two calls at once with the present revision, and judges them. */
async function race(both: readonly Arguments[], entity: Revised): Promise<Verdict> {
  return (await raceProblem(await sendAtOnce(both, entity), both, entity)) ?? held;
}

async function sendAtOnce(both: readonly Arguments[], entity: Revised): Promise<readonly Called[]> {
  const inputs: Json[] = [];
  for (const call of both) inputs.push(await entity.prepare(call));
  const revision = await entity.readRevision();
  return callAtOnce(entity.engine, both.length, () => entity.call(inputs.shift()!, revision));
}

/** Returns the call with another value, if the server takes that value: a refusal of its own would hide the one of the revision. */
async function findVariant(each: ConcurrencyCase, engine: Engine): Promise<Arguments | undefined> {
  if (each.variant === undefined) return undefined;
  const entity = await makeEntity(each, engine);
  const called = await entity.call(await entity.prepare(each.variant), await entity.readRevision());
  return called.outcome.is === "success" ? each.variant : undefined;
}

/** Finds the problem with two calls that were made at once. Both may pass if one of them alone changes nothing. */
async function raceProblem(
  calls: readonly Called[],
  both: readonly Arguments[],
  { engine, rule }: Revised,
): Promise<Verdict | undefined> {
  const { verdicts } = engine;
  const passed = calls.filter(({ outcome }) => outcome.is === "success");
  if (passed.length === 0) throw verdicts.setupFailed(calls[0]!);
  if (passed.length > 1) {
    for (const call of both) {
      const entity = await makeEntity({ tool: passed[0]!.tool, ...call }, engine);
      const input = await entity.prepare(call);
      const revision = await entity.readRevision();
      const alone = await entity.call(input, revision);
      if (alone.outcome.is !== "success") throw verdicts.setupFailed(alone);
      if (isDeepStrictEqual(await readLater(entity, revision), revision))
        return unverified("unobserved", "one of the calls alone does not move the revision", alone.exchange);
    }
    return verdicts.failed(
      "one of two calls that expect the same revision passes",
      passed[1]!,
      "both passed",
    );
  }
  const wrong = calls.find(
    (called) => called !== passed[0] && !isConflict(called, rule) && !isToRetry(called, engine),
  );
  return wrong && verdicts.failed(rule.refused ?? "a refusal of the call that lost", wrong);
}
