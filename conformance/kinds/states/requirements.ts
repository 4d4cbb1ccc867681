/** Judges the key `requires`: a call is accepted if an entity shows what the tool requires, and refused if it does not. */
import { isDeepStrictEqual } from "node:util";
import { withArticle } from "@toolwright/runtime/problems";
import type { Called } from "../../behaviour/calls/called.ts";
import type { Engine } from "../../behaviour/engine.ts";
import type { EntityInstance } from "../../behaviour/instances/entity-instance.ts";
import { describeChange, type Observation } from "../../behaviour/observe/observation.ts";
import { listAncestors, sortParentsFirst } from "../../behaviour/rules/address.ts";
import { listIdArguments, listMadeEntities } from "../../behaviour/rules/rule-calls.ts";
import { baseArguments } from "../../calls/arguments.ts";
import type { NamedEntities } from "../../calls/named-entity.ts";
import type { RequirementRule } from "../../cases/behaviour.ts";
import type { StateCase } from "../../cases/behaviour-cases.ts";
import { applyEdits, type Json, valueAt } from "../../cases/edits.ts";
import { valuesAt } from "../../cases/places.ts";
import { ifPossible, PreconditionError, requireDeclared } from "../../results/precondition-error.ts";
import { held, type Verdict } from "../../results/verdict.ts";
import { describeAnswer } from "../../wire/answer.ts";

type RequiredCase = Extract<StateCase, { readonly check: "required" }>;

/** A call, and the entity of which it requires something. */
export interface RequiredTrial {
  readonly rule: RequirementRule;
  readonly instance: EntityInstance;
  readonly called: Called;
  /** Observes the entity; `before` was observed before the call. */
  observe(): Promise<Observation>;
  readonly before: Observation;
}

/** A case about a requirement of a tool, and the arguments of its call. */
interface RequirementCase {
  readonly tool: string;
  readonly rule: number;
  readonly base: string;
}

export async function requiredVerdict(each: RequiredCase, engine: Engine): Promise<Verdict> {
  const rule = requireDeclared(engine.rules.requires[each.tool]?.[each.rule]);
  const instance = await makeSubject(each, rule, engine);
  try {
    return judgeRequired(await callRequiring(each, instance, engine), engine);
  } catch (error) {
    if (!(error instanceof PreconditionError)) throw error;
    const filled = await makeWithParts(each, rule, engine);
    if (filled === undefined) throw error;
    return judgeRequired(await callRequiring(each, filled.instance, engine, filled.parts), engine);
  }
}

/**
 * Makes the entity with those in it that the call names, and brings it to the state then: nothing comes into a timesheet that is
 * submitted. `undefined` if the call names none.
 */
async function makeWithParts(
  { tool, base, machine, state }: RequiredCase,
  { entity }: RequirementRule,
  { rules, instances, states, context }: Engine,
): Promise<{ readonly instance: EntityInstance; readonly parts: NamedEntities } | undefined> {
  const named = listMadeEntities(tool, baseArguments(context.cases, base), rules);
  const within = named.filter((each) => listAncestors(rules, each).has(entity));
  if (within.length === 0 || rules.states[machine]?.entity !== entity) return undefined;
  const instance = await instances.make(entity);
  const parts: Record<string, EntityInstance> = {};
  for (const part of sortParentsFirst(rules, within))
    parts[part] = await instances.make(part, { instances: { ...parts, [entity]: instance } });
  await states.bring(instance, machine, state);
  return { instance, parts };
}

/** Calls the tool with an entity as it is, and with others that meet what is required. @param parts those that are in it */
export async function callRequiring(
  each: RequirementCase,
  instance: EntityInstance,
  engine: Engine,
  parts: NamedEntities = {},
): Promise<RequiredTrial> {
  const { rules, observer, calls, context } = engine;
  const rule = requireDeclared(rules.requires[each.tool]?.[each.rule]);
  const { entity, id } = rule;
  const example = baseArguments(context.cases, each.base);
  const isOneOfTwo = listIdArguments(rules, each.tool).some(
    (place) => place.entity === entity && place.path !== id && valuesAt(example, place.path).length > 0,
  );
  // Nothing has to be in it where the call moves something there: a file comes into another folder.
  const isTarget = context.schemas.fits(each.tool, applyEdits(example, [{ remove: id }]));
  // The case is about one of two shifts that are swapped.
  const about = isOneOfTwo ? instance : { id: instance.id };
  const filled = await engine.instances.fill(
    each.tool,
    applyEdits(example, [{ set: id, to: instance.id }]),
    isOneOfTwo || isTarget
      ? { about, keep: [id], leave: instance }
      : { instances: { ...parts, [entity]: instance }, leave: instance },
  );
  const input = applyEdits(filled, [{ set: id, to: instance.id }]);
  // The thing that comes there may need a state of its own: a file comes back from the bin.
  if (isTarget && !isOneOfTwo) await engine.states.bringToState(each.tool, input);
  await bringToTransition(each.tool, rule, instance, engine);
  const observe = () => observer.observe(instance);
  const before = await observe();
  const called = await calls.call({ tool: each.tool, input });
  return { rule, instance, called, observe, before };
}

/** Brings the entity to a state in which the tool makes its transition, where something else than the state is required: a job has begun. */
async function bringToTransition(
  tool: string,
  { entity, place }: RequirementRule,
  instance: EntityInstance,
  { rules, states }: Engine,
): Promise<void> {
  for (const [name, machine] of Object.entries(rules.states)) {
    const from = Object.values(machine.transitions).flatMap((each) =>
      each.by.tool === tool ? each.from : [],
    );
    const [first] = from;
    if (machine.entity !== entity || machine.field.path === place || first === undefined) continue;
    const read = await ifPossible(states.readState(instance, name));
    if (read !== undefined && !from.some((state) => state === read.state))
      await ifPossible(states.bring(instance, name, first));
  }
}

/** Judges the call by what the entity showed before it. Throws a PreconditionError if nothing shows it. */
export async function judgeRequired(trial: RequiredTrial, engine: Engine): Promise<Verdict> {
  const { rule, before } = trial;
  const shown = readShown(before, rule);
  if (shown === undefined)
    throw new PreconditionError("unobserved", `no tool shows ${rule.place} of the ${rule.entity}`);
  return isMet(rule, shown) ? judgeMet(trial, shown, engine) : judgeUnmet(trial, shown, engine);
}

/** Makes the entity: in the state of the case, or with an entity in it that is in this state. */
async function makeSubject(
  { machine, state }: RequiredCase,
  { entity }: RequirementRule,
  { rules, instances, states }: Engine,
): Promise<EntityInstance> {
  if (rules.states[machine]?.entity === entity) return states.makeIn(machine, state);
  const instance = await instances.make(entity);
  await states.makeIn(machine, state, { instances: { [entity]: instance } });
  return instance;
}

/** Whether a refusal has the code of a requirement that the entity does not meet: another call has to come first. */
export async function isRequirementUnmet(
  { tool, outcome }: Called,
  instance: EntityInstance,
  { rules, observer }: Engine,
): Promise<boolean> {
  if (outcome.is !== "refusal") return false;
  const requirements = (rules.requires[tool] ?? []).filter(
    ({ entity, refused }) =>
      entity === instance.entity && (outcome.code === undefined || refused === outcome.code),
  );
  if (requirements.length === 0) return false;
  const observation = await observer.observe(instance);
  return requirements.some((rule) => {
    const shown = readShown(observation, rule);
    return shown !== undefined && !isMet(rule, shown);
  });
}

export function isMet({ is }: RequirementRule, shown: Json): boolean {
  return is.some((value) => isDeepStrictEqual(value, shown));
}

/** Reads the value that the first tool shows at the required place. */
export function readShown(observation: Observation, { place }: RequirementRule): Json | undefined {
  return observation
    .flatMap(({ value }) => (value === undefined ? [] : [valueAt(value, place)]))
    .find((value) => value !== undefined);
}

function judgeMet({ rule, called }: RequiredTrial, shown: Json, { verdicts }: Engine): Verdict {
  const { outcome, tool } = called;
  if (outcome.is === "success") return held;
  // Other rules may refuse the call.
  if (outcome.is !== "refusal" || outcome.code !== rule.refused) throw verdicts.setupFailed(called);
  const expected = `${tool} does not refuse ${withArticle(rule.entity)} with ${rule.refused} whose ${rule.place} is ${JSON.stringify(shown)}`;
  return verdicts.failed(expected, called);
}

async function judgeUnmet(trial: RequiredTrial, shown: Json, engine: Engine): Promise<Verdict> {
  const { rule, called, observe, before } = trial;
  const { verdicts, observer, rules, context } = engine;
  const { tool, outcome, exchange } = called;
  const why = `the ${rule.place} of the ${rule.entity} is ${JSON.stringify(shown)}`;
  const expected = `${tool} is refused with ${rule.refused}, since ${why}`;
  if (outcome.is !== "refusal")
    return verdicts.failed(expected, called, `${tool} gave ${describeAnswer(exchange.answer)}`);
  const { code } = outcome;
  const isOfRequirement = rules.requires[tool]!.some(({ refused }) => refused === code);
  if (code !== undefined && !isOfRequirement) {
    // Another rule that the tool declares may come first.
    if (code === "not_implemented" || context.cases.tools[tool]?.failures.includes(code))
      throw verdicts.setupFailed(called);
    return verdicts.failed(expected, called);
  }
  const [change] = await observer.findChanges(observe, before, await observe());
  if (change === undefined) return held;
  return verdicts.failed(
    `${tool} is refused, since ${why}, and changes nothing`,
    called,
    `${tool} refused the call, but then ${describeChange(change)}`,
  );
}
