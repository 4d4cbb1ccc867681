/** Has tools answer about new entities: a reading tool shows one, and a writing tool makes, copies or changes one. */

import { baseArguments } from "../../calls/arguments.ts";
import { type Json, valueAt } from "../../cases/edits.ts";
import { PreconditionError } from "../../results/precondition-error.ts";
import { type Called, readStructured } from "../calls/called.ts";
import type { Engine } from "../engine.ts";
import type { EntityInstance } from "../instances/entity-instance.ts";
import { makeNamedInstance } from "../instances/named-instance.ts";
import { listMadeEntities } from "../rules/rule-calls.ts";
import { findMachine, makeInState } from "./in-state.ts";
import { keepSpare, takeInstanceInState } from "./spare-instances.ts";

/** A tool, and the entity that its results are about. */
export interface SubjectRule {
  readonly tool: string;
  readonly entity?: string;
  /** The place in the result of the id of the entity that the call makes; absent if the call takes the entity, or shows it. */
  readonly idAt?: string;
  readonly bases: readonly string[];
}

/** A successful call about new entities. */
export interface Subject {
  readonly called: Called;
  /** The result, or the list item of the entity. */
  readonly value: Json;
  /** The entity that the result is about; undefined if the spec names none. */
  readonly instance: EntityInstance | undefined;
  /** The entities that the run made before the call, by their kind. */
  readonly named: Readonly<Record<string, EntityInstance>>;
}

/** Makes an entity in a state, and has a reading tool show it. Throws a PreconditionError if the tool does not show it. */
export async function showSubject(
  { tool, entity, bases }: SubjectRule,
  state: string | undefined,
  engine: Engine,
): Promise<Subject> {
  const { rules, instances, calls, context } = engine;
  const instance = entity === undefined ? undefined : await takeInState(entity, state, engine);
  const named = instance && entity ? { [entity]: instance } : {};
  const observers = rules.entities[entity ?? ""]?.observedBy ?? [];
  if (instance && observers.some((observer) => observer.tool === tool)) {
    const [shown] = await engine.observer.observe(instance, { only: tool });
    if (shown?.value !== undefined) return { called: shown.called, value: shown.value, instance, named };
    throw new PreconditionError("unobserved", `${tool} does not show a new ${entity}`);
  }
  const example = baseArguments(context.cases, bases[0] ?? tool);
  const input = await instances.fill(tool, example, { instances: named, leave: instance });
  const called = await calls.requireSuccess({ tool, input });
  return { called, value: readStructured(called), instance, named };
}

/** Makes an entity in a state. If requests are limited, it may be one that other cases no longer need: reading it leaves it as it is. */
async function takeInState(
  entity: string,
  state: string | undefined,
  engine: Engine,
): Promise<EntityInstance> {
  const [machine] = findMachine(entity, engine.rules) ?? [];
  if (!engine.isBrief || machine === undefined || state === undefined)
    return makeInState(entity, state, engine);
  const spare = await takeInstanceInState(engine, machine, state);
  keepSpare(engine, spare);
  return spare.instance;
}

/** Calls a writing tool with new entities. The first base that the tool accepts counts. */
export async function callAboutNew(rule: SubjectRule, engine: Engine): Promise<Subject> {
  const { tool, entity, idAt, bases } = rule;
  let last: Called | undefined;
  for (const base of bases) {
    const { input, named } = await prepareAboutNew(tool, base, engine);
    const called = await engine.calls.call({ tool, input });
    last = called;
    if (called.outcome.is !== "success") continue;
    const value = readStructured(called);
    const id = idAt === undefined ? undefined : valueAt(value, idAt);
    const isMade = entity !== undefined && id !== undefined && id !== null;
    const instance = isMade ? makeNamedInstance({ entity, id }, called, named) : named[entity ?? ""];
    return { called, value, instance, named };
  }
  if (last === undefined)
    throw new PreconditionError("undeclared", `there are no valid arguments of ${tool}`);
  throw engine.verdicts.setupFailed(last);
}

/** Makes the entities that a base names, in a state in which the tool accepts them. */
export async function prepareAboutNew(
  tool: string,
  base: string,
  { rules, instances, states, context }: Engine,
): Promise<{ readonly input: Json; readonly named: Subject["named"] }> {
  const example = baseArguments(context.cases, base);
  const kinds = listMadeEntities(tool, example, rules);
  const named = Object.fromEntries(
    (await instances.makeAll(kinds, { tool })).map((one) => [one.entity, one]),
  );
  const input = await instances.fill(tool, example, { instances: named });
  await states.bringToState(tool, input);
  return { input, named };
}
