/** Judges the key `changes` of a transition that the server makes by itself: another entity changes in these places, and in no others. */
import { isDeepStrictEqual } from "node:util";
import { canonical } from "@toolwright/runtime/json";
import { withArticle } from "@toolwright/runtime/problems";
import type { Called } from "../../behaviour/calls/called.ts";
import { requireClock } from "../../behaviour/clock.ts";
import type { Engine } from "../../behaviour/engine.ts";
import { type EntityInstance, isInstance } from "../../behaviour/instances/entity-instance.ts";
import type { MakeOptions } from "../../behaviour/instances/options.ts";
import { isDeclaredChange, isWithin } from "../../behaviour/observe/declared-changes.ts";
import {
  describeNewValue,
  describeWrongValue,
  findWrongValue,
  listNewValues,
  type NewValue,
} from "../../behaviour/observe/new-values.ts";
import {
  type Change,
  compareObservations,
  describeChange,
  findSnapshot,
  type Observation,
  showPlace,
} from "../../behaviour/observe/observation.ts";
import { listAncestors, readNamedEntities } from "../../behaviour/rules/address.ts";
import type { Behaviour, ServerTransitionRule } from "../../cases/behaviour.ts";
import type { StateCase } from "../../cases/behaviour-cases.ts";
import type { ChangeRule } from "../../cases/change-rules.ts";
import { type Json, steps } from "../../cases/edits.ts";
import { valuesAt } from "../../cases/places.ts";
import { ifPossible, PreconditionError } from "../../results/precondition-error.ts";
import { held, type Verdict } from "../../results/verdict.ts";

export type ServerChangesCase = Extract<StateCase, { readonly check: "changes" }>;

/** The most looks at places that should have changed: lists may be updated later. */
const mostLooks = 4;

/** The trials that have to fail: another client may change the same thing at the same moment. */
const trials = 2;

/** A mistake that a trial found in the other entity. */
interface Problem {
  readonly expected: string;
  readonly got: string;
  readonly called: Called;
}

/** Another entity that the instance shows, before the transition. */
interface Other {
  readonly instance: EntityInstance;
  /** The rules of the transition that name it. */
  readonly rules: readonly ChangeRule[];
  /** The values that they give to places. */
  readonly values: readonly NewValue[];
  readonly before: Observation;
}

/** The looks just before the transition. */
interface Before {
  readonly others: readonly Other[];
  /** An instance of the same entity with which the transition has nothing to do; absent if the run cannot make one. */
  readonly bystander?: Pick<Other, "instance" | "before">;
}

/** Has the server make the transition of a new instance between two looks at what it shows. */
export async function serverChangesVerdict(each: ServerChangesCase, engine: Engine): Promise<Verdict> {
  const transition = engine.rules.states[each.machine]!.serverTransitions[each.transition]!;
  requireClock(transition.after ?? 0, engine.hooks);
  let problem: Problem | undefined;
  for (let trial = 1; trial <= trials; trial++) {
    problem = await new Trial(each, transition, engine).findProblem();
    if (problem === undefined) return held;
  }
  return engine.verdicts.failed(problem!.expected, problem!.called, problem!.got);
}

class Trial {
  readonly #each: ServerChangesCase;
  readonly #transition: ServerTransitionRule;
  readonly #engine: Engine;

  constructor(each: ServerChangesCase, transition: ServerTransitionRule, engine: Engine) {
    this.#each = each;
    this.#transition = transition;
    this.#engine = engine;
  }

  async findProblem(): Promise<Problem | undefined> {
    try {
      return await this.#try();
    } catch (error) {
      if (!(error instanceof PreconditionError) || error.why !== "unobserved") throw error;
      const options = await this.#nameOther();
      if (options === undefined) throw error;
      return this.#try(options);
    }
  }

  /** Finds an argument that the example leaves out and that names the other entity: an order may be made with a promo code. */
  async #nameOther(): Promise<MakeOptions | undefined> {
    const { machine, entity } = this.#each;
    const { rules, instances } = this.#engine;
    const maker = rules.entities[rules.states[machine]!.entity ?? ""]?.madeBy;
    const named = rules.entities[entity]!.arguments.find(
      ({ tool, path }) => tool === maker?.tool && valuesAt(maker.input, path).length === 0,
    );
    const [name, ...below] = steps(named?.path ?? "");
    if (name === undefined || below.length > 0) return undefined;
    const made = await ifPossible(instances.make(entity));
    return made && { input: { [name]: made.id }, instances: { [entity]: made } };
  }

  async #try(options?: MakeOptions): Promise<Problem | undefined> {
    const { machine, state, transition } = this.#each;
    const { states } = this.#engine;
    // It is made first, so that it has the age of the other one.
    const bystander = await this.#makeBystander();
    const instance = await states.makeIn(machine, state, options);
    let before: Before = { others: [] };
    const look = async () => {
      before = await this.#lookBefore(instance, bystander);
    };
    const during = await states.lead(instance, machine, transition, this.#transition.to, look);
    for (const other of before.others) {
      const problem =
        (await this.#findUnchanged(other)) ?? (await this.#findOtherChange(other, before, during));
      if (problem !== undefined) return problem;
    }
    return undefined;
  }

  async #lookBefore(instance: EntityInstance, bystander: EntityInstance | undefined): Promise<Before> {
    const { machine, state } = this.#each;
    const { states, observer } = this.#engine;
    const reading = await states.readState(instance, machine);
    if (reading.state !== state)
      throw new PreconditionError("slow", `it was ${String(reading.state)} before the others were looked at`);
    const shown = this.#listOthers(instance, reading.shown ?? null);
    const others: Other[] = [];
    for (const other of shown) others.push({ ...other, before: await observer.observe(other.instance) });
    if (bystander === undefined) return { others };
    return { others, bystander: { instance: bystander, before: await observer.observe(bystander) } };
  }

  /** Lists the entities whose ids the instance shows with its state. */
  #listOthers(instance: EntityInstance, result: Json): Omit<Other, "before">[] {
    const { entity } = this.#each;
    const rules = (this.#transition.changes ?? []).filter((rule) => rule.entity === entity);
    const named = rules.flatMap((rule) =>
      valuesAt(result, rule.id).map(({ value }) => ({ rule, id: value })),
    );
    const isOther = (id: Json) =>
      id !== null && !(instance.entity === entity && isDeepStrictEqual(id, instance.id));
    const byId = Map.groupBy(
      named.filter(({ id }) => isOther(id)),
      ({ id }) => canonical(id),
    );
    if (byId.size === 0)
      throw new PreconditionError(
        "unobserved",
        `the ${instance.entity} shows no ${entity} at ${rules.map(({ id }) => id).join(" or ")}`,
      );
    return [...byId.values()].map((found) => {
      const { id } = found[0]!;
      const named = found.map(({ rule }) => rule);
      const values = listNewValues([...new Set(named)], { result }, id);
      return { instance: this.#otherOf(instance, id), rules: named, values };
    });
  }

  /** The other entity as the run has made it, or else by its id and by what the run knows of where it is. */
  #otherOf(instance: EntityInstance, id: Json): EntityInstance {
    const { entity } = this.#each;
    const made = instance.parents[entity];
    const isMade = made !== undefined && isDeepStrictEqual(made.id, id);
    if (isMade && isInstance(made)) return made;
    const above = listAncestors(this.#engine.rules, entity);
    const known = Object.entries(instance.parents).filter(([name]) => above.has(name));
    const parents = (isMade ? made.parents : undefined) ?? Object.fromEntries(known);
    return { ...instance, entity, id, parents, input: {}, result: {}, states: new Map() };
  }

  /** Makes an instance that time changes as it changes the other one; `undefined` if the transition is made in a call. */
  async #makeBystander(): Promise<EntityInstance | undefined> {
    const { entity } = this.#each;
    const { instances, rules } = this.#engine;
    const isByTime = this.#transition.during === undefined;
    return isByTime && rules.entities[entity]?.madeBy ? ifPossible(instances.make(entity)) : undefined;
  }

  /** Finds a place that does not have its new value, also some looks later. */
  async #findUnchanged(other: Other): Promise<Problem | undefined> {
    const { observer } = this.#engine;
    let problem: Problem | undefined;
    for (let looks = 1; looks <= mostLooks; looks++) {
      if (looks > 1) await observer.waitForClockTick();
      problem = this.#judgePlaces(other, await observer.observe(other.instance));
      if (problem === undefined) return undefined;
    }
    return problem;
  }

  #judgePlaces({ rules, values, before }: Other, after: Observation): Problem | undefined {
    const { transition, entity } = this.#each;
    for (const place of rules.flatMap(({ places }) => places)) {
      const problem = this.#findAsBefore(place, values, before, after);
      if (problem !== undefined) return problem;
    }
    const wrong = findWrongValue(values, before, after);
    if (wrong === undefined) return undefined;
    const expected = describeNewValue(transition, entity, wrong);
    return { expected, got: describeWrongValue(wrong), called: wrong.shown.called };
  }

  /** Finds a place that no tool shows, or that has no new value and is as before. */
  #findAsBefore(
    place: string,
    values: readonly NewValue[],
    before: Observation,
    after: Observation,
  ): Problem | undefined {
    const { transition, entity } = this.#each;
    const looks = after.map((now) => ({
      now,
      values: valuesOf(now.value, place),
      earlier: valuesOf(findSnapshot(now, before)?.value, place),
    }));
    const showing = looks.filter(({ values, earlier }) => values.length > 0 || earlier.length > 0);
    const [first] = showing;
    if (first === undefined)
      throw new PreconditionError("unobserved", `no tool shows ${place} of the ${entity}`);
    const isGiven = values.some((value) => value.place === place);
    if (isGiven || showing.some(({ values, earlier }) => !isDeepStrictEqual(values, earlier)))
      return undefined;
    const got = `${first.now.tool} shows ${JSON.stringify(first.values)} there as before`;
    return { expected: `${transition} changes ${place} of the ${entity}`, got, called: first.now.called };
  }

  /** Finds a change of a place that no rule names. */
  async #findOtherChange(
    { instance, before, rules: own }: Other,
    { bystander }: Before,
    during: Called | undefined,
  ): Promise<Problem | undefined> {
    const { observer, rules } = this.#engine;
    const isByTime = during === undefined;
    // Without a bystander, nothing says what time alone changes.
    if (isByTime ? bystander === undefined : names(rules, during, instance)) return undefined;
    const observe = () => observer.observe(instance);
    const changes = await observer.findChanges(observe, before, await observe());
    const byItself = new Set(bystander && (await this.#listChanges(bystander)).map(showPlace));
    const places = listPlacesOfServer(instance.entity, rules);
    const wrong = changes.find(
      (change) =>
        !isWithin(change.at, places) &&
        !byItself.has(showPlace(change)) &&
        (isByTime || !isDeclaredChange(rules, during, change)),
    );
    if (wrong === undefined) return undefined;
    const named = own.flatMap((rule) => rule.places).join(", ");
    const { transition, entity } = this.#each;
    const expected = `of ${withArticle(entity)}, ${transition} changes ${named}, and all else stays as it was`;
    return { expected, got: describeChange(wrong), called: during ?? wrong.called };
  }

  async #listChanges({ instance, before }: Pick<Other, "instance" | "before">): Promise<Change[]> {
    return compareObservations(before, await this.#engine.observer.observe(instance));
  }
}

function valuesOf(shown: Json | undefined, place: string): Json[] {
  return shown === undefined ? [] : valuesAt(shown, place).map(({ value }) => value);
}

/** Whether the arguments of a call name an instance: then it may change any part of it. */
function names(rules: Behaviour, { tool, input }: Called, { entity, id }: EntityInstance): boolean {
  return isDeepStrictEqual(readNamedEntities(rules, tool, input)[entity]?.id, id);
}

/** Lists the places of an entity that the server may change by itself: its states, and what transitions of others change. */
function listPlacesOfServer(entity: string, { states }: Behaviour): string[] {
  return Object.values(states).flatMap((machine) => {
    const transitions = Object.values(machine.serverTransitions);
    const changed = transitions
      .flatMap(({ changes = [] }) => changes)
      .filter((rule) => rule.entity === entity)
      .flatMap(({ places }) => places);
    const isOwn = machine.entity === entity && transitions.length > 0;
    const own = isOwn ? [machine.field.path, ...transitions.flatMap(({ sets = [] }) => sets)] : [];
    return [...changed, ...own];
  });
}
