/** Creates entities for cases, replaces the ids in arguments by theirs, and ends them. */
import { isDeepStrictEqual } from "node:util";
import { withArticle } from "@toolwright/runtime/problems";
import { Bindings } from "../../calls/bindings.ts";
import type { Caller } from "../../calls/caller.ts";
import type { LiveValues } from "../../calls/live-values.ts";
import type { NamedEntities, NamedEntity } from "../../calls/named-entity.ts";
import type { Behaviour } from "../../cases/behaviour.ts";
import type { CallRule } from "../../cases/call-rules.ts";
import { applyEdits, type Json, type JsonObject, valueAt } from "../../cases/edits.ts";
import { valuesAt } from "../../cases/places.ts";
import type { StepRule } from "../../cases/workflows.ts";
import type { Schemas } from "../../judge/schemas.ts";
import { requireDeclared } from "../../results/precondition-error.ts";
import { type Called, readStructured } from "../calls/called.ts";
import type { Calls } from "../calls/calls.ts";
import { verdicts } from "../calls/verdicts.ts";
import { collectParents, findWhole, listAncestors, sortParentsFirst, withAddress } from "../rules/address.ts";
import { isIntervalTaken, isPlaceFull, mostIntervals } from "../rules/rule-calls.ts";
import { type EntityInstance, isInstance } from "./entity-instance.ts";
import { type Filled, Filler } from "./fill.ts";
import { KnownInstances } from "./known-instances.ts";
import { nextExample } from "./later-interval.ts";
import { requireMadeId } from "./made-id.ts";
import type { InstancesOptions, MakeAllOptions, MakeOptions, PreparedOptions } from "./options.ts";
import type { ShownIds } from "./shown-ids.ts";
import { specValues } from "./spec-values.ts";
import { outsideOfTrials } from "./trial-instances.ts";

/**
 * The instances of a run. Arguments name instances, and creating an instance needs arguments: so the bindings and the filler of a
 * run belong to its instances.
 */
export class Instances {
  /** Values that replace those of examples. */
  readonly bindings: Bindings;
  readonly #rules: Behaviour;
  readonly #calls: Calls;
  readonly #schemas: Schemas;
  readonly #shownIds: ShownIds;
  readonly #filler: Filler;
  readonly #prepare: InstancesOptions["prepare"];
  readonly #apart: InstancesOptions["apart"];
  readonly #findShapes: InstancesOptions["shapes"]["find"];
  readonly #examplesOf: InstancesOptions["examplesOf"];
  readonly #live: LiveValues;
  readonly #caller: Caller;
  /** The instances that the run has made. */
  readonly known: KnownInstances;
  /** A whole -> the number of its parts that cases have used. */
  readonly #takenParts = new WeakMap<EntityInstance, number>();

  constructor(options: InstancesOptions) {
    const { rules, target, caller, calls, schemas, live, shownIds, notes, prepare, apart, shapes } = options;
    this.#rules = rules;
    this.known = new KnownInstances(rules);
    this.#examplesOf = options.examplesOf;
    this.#prepare = prepare;
    this.#apart = apart;
    this.#findShapes = shapes.find;
    this.#live = live;
    this.#caller = caller;
    this.#calls = calls;
    this.#schemas = schemas;
    this.#shownIds = shownIds;
    const make = (entity: string, making: MakeOptions) => this.make(entity, making);
    const spec = specValues({
      rules,
      schemas,
      live,
      notes,
      make: (entity, making) => outsideOfTrials(() => make(entity, making)),
      isApart: apart.isKnown,
      shapesOf: shapes.known,
    });
    this.bindings = new Bindings({ target, caller, spec, notes });
    this.#filler = new Filler({
      rules,
      schemas,
      live,
      bindings: this.bindings,
      make: async (entity, options) => rules.entities[entity]?.madeBy && make(entity, options),
    });
  }

  /** Creates an entity. Throws a PreconditionError if that fails. */
  async make(
    entity: string,
    { account, input: requested = {}, instances, within = [], leave, shapes: known }: MakeOptions = {},
  ): Promise<EntityInstance> {
    const input = { ...(await this.#readShape(known?.get(entity))).input, ...requested };
    const whole = findWhole(this.#rules, entity);
    if (whole !== undefined)
      return this.#makePart(entity, whole, { account, input, instances, within, leave });
    const { madeBy } = this.#rules.entities[entity] ?? {};
    const maker = requireDeclared(madeBy, `the spec names no tool that makes ${withArticle(entity)}`);
    const merged = { ...maker.input, ...input };
    const isWhole = !this.#schemas.fits(maker.tool, merged) && this.#schemas.fits(maker.tool, input);
    const example = isWhole ? input : merged;
    // Parents have the shape that the call wants, too: a room with one seat for a session that is soon full.
    const shapes = new Map([...((await this.#findShapes(maker.tool)) ?? []), ...(known ?? [])]);
    const call = async (from: Json = example) => {
      const isClockMoved = this.#live.watchClock();
      const { input: sent, named } = await this.#filler.fill(maker.tool, from, {
        account,
        within: [...within, entity],
        apart: await this.#apart.find(maker.tool),
        shapes,
        leave,
        ...(instances && { instances }),
      });
      await this.#prepare(maker.tool, sent, { account, leave });
      const called = await this.#calls.call({ tool: maker.tool, input: sent }, { account });
      return { sent, named, called, isOutdated: called.outcome.is === "refusal" && isClockMoved() };
    };
    // Intervals of other cases may be where that of the example is.
    const options = { rules: this.#rules, live: this.#live, schemas: this.#schemas };
    let made = await call();
    for (let calls = 1; calls < mostIntervals && isIntervalTaken(made.called, this.#rules); calls += 1)
      made = await call(nextExample({ tool: maker.tool, example, input, sent: made.sent }, options));
    // Another case has moved the clock since its times were decided.
    if (made.isOutdated) made = await call();
    // A place is full that another example does not name: there is a pay run of this month.
    const others = Object.keys(input).length === 0 ? this.#listOtherPlaces(made.called, example) : [];
    for (const other of others) if (made.called.outcome.is !== "success") made = await call(other);
    const { sent, named, called } = made;
    if (called.outcome.is !== "success") throw verdicts.setupFailed(called);
    const result = readStructured(called);
    return this.#describe(entity, {
      id: requireMadeId(maker, result),
      account,
      input: sent as JsonObject,
      result,
      parents: collectParents(entity, named),
    });
  }

  /** Lists other examples of a call that was refused since its place is full. */
  #listOtherPlaces(called: Called, example: Json): readonly Json[] {
    if (!isPlaceFull(called, this.#rules)) return [];
    return this.#examplesOf(called.tool).filter((each) => !isDeepStrictEqual(each, example));
  }

  /** Returns a part of a whole that is there, or of a new one: the parts of one whole in turn. */
  async #makePart(entity: string, whole: string, options: MakeOptions): Promise<EntityInstance> {
    const { account, input, instances, within = [], leave } = options;
    const named = instances?.[whole];
    const made =
      named !== undefined && isInstance(named)
        ? named
        : await this.make(whole, {
            account,
            within: [...within, entity],
            leave,
            ...(input && { input }),
            ...(instances && { instances }),
          });
    const maker = requireDeclared(this.#rules.entities[entity]?.madeBy);
    const ids = valuesAt(made.result, maker.path).map(({ value }) => value);
    const taken = this.#takenParts.get(made) ?? 0;
    this.#takenParts.set(made, taken + 1);
    const id = ids[taken % ids.length] ?? requireMadeId(maker, made.result);
    const parents = { ...made.parents, [whole]: made };
    return this.#describe(entity, {
      id,
      account: made.account,
      input: made.input,
      result: made.result,
      parents,
    });
  }

  #describe(entity: string, facts: Omit<EntityInstance, "entity" | "states">): EntityInstance {
    const machines = Object.entries(this.#rules.states).filter(([, machine]) => machine.entity === entity);
    const states = new Map(machines.map(([name, { initial }]) => [name, initial]));
    const instance = { entity, ...facts, states };
    this.known.record(instance);
    return instance;
  }

  /**
   * Creates one instance of each entity, children within their parents, siblings within one parent. Keeps the order of the entities.
   * An entity that needs a parent made in another way, such as a full event, is made in one of its own.
   */
  async makeAll(
    entities: readonly string[],
    { account, shapes, tool, inputs = {} }: MakeAllOptions = {},
  ): Promise<EntityInstance[]> {
    const found = shapes ?? (tool === undefined ? undefined : await this.#findShapes(tool));
    const instances: Record<string, EntityInstance> = {};
    for (const entity of sortParentsFirst(this.#rules, entities)) {
      const needed = await this.#findShapes(this.#rules.entities[entity]?.madeBy?.tool ?? "");
      const ancestors = listAncestors(this.#rules, entity);
      // One that is no ancestor brings its own parents along: the seat beside a place on the waiting list has another room.
      const isKept = (parent: string) =>
        needed === undefined || found?.has(parent) || (ancestors.has(parent) && !needed.has(parent));
      const parents = Object.entries(collectParents(entity, instances));
      instances[entity] = await this.make(entity, {
        account,
        shapes: found,
        ...(inputs[entity] && { input: inputs[entity] }),
        instances: Object.fromEntries(parents.filter(([parent]) => isKept(parent))),
      });
    }
    return entities.map((entity) => instances[entity]!);
  }

  /** Reads the arguments that a step of a workflow makes an entity with, without the ids of what earlier steps made. */
  async #readShape(shape: StepRule | undefined): Promise<Pick<MakeOptions, "input">> {
    if (shape === undefined) return {};
    const { live = [], tool = "", payload, expressions } = shape;
    const remove = expressions.filter(({ path }) => valueAt(payload, path) !== undefined);
    const values = applyEdits(
      await this.#live.put(live, tool, payload),
      remove.map(({ path }) => ({ remove: path })),
    );
    return { input: values as JsonObject };
  }

  /** Calls the tool that ends an instance. Throws a PreconditionError if the spec declares none. */
  async end(instance: EntityInstance): Promise<Called> {
    const { endedBy } = this.#rules.entities[instance.entity]!;
    const rule = requireDeclared(endedBy, `the spec names no tool that ends ${withArticle(instance.entity)}`);
    return this.callAbout(instance, rule);
  }

  /** Calls the tool of a rule with the id of an instance. */
  async callAbout(
    instance: NamedEntity,
    rule: CallRule & { readonly id?: string },
    { unprepared, tried }: Pick<PreparedOptions, "unprepared" | "tried"> = {},
  ): Promise<Called> {
    const { tool } = rule;
    const about = this.known.withParents(tool, rule.id, instance);
    const input = await this.fill(tool, withAddress(this.#rules, rule, about), {
      account: instance.account,
      keep: rule.id === undefined ? [] : [rule.id],
      about,
      unprepared,
      tried,
    });
    return this.#calls.call({ tool, input }, { account: instance.account });
  }

  /** Returns the arguments with ids of existing instances, which are prepared for the call, and a new idempotency key. */
  async fill(tool: string, input: Json, options: PreparedOptions = {}): Promise<Json> {
    const { account, leave, tried, unprepared, keep = [], about } = options;
    const apart = options.apart ?? (!unprepared && (await this.#apart.find(tool)));
    const shapes = unprepared ? undefined : await this.#findShapes(tool);
    const filled = await this.#filler.fill(tool, input, { ...options, apart, shapes });
    const strange = keep.filter((pointer) => valueAt(filled.input, pointer) !== about?.id);
    if (unprepared) return filled.input;
    const writes = this.#caller.writes();
    await this.#prepare(tool, filled.input, { account, leave, tried, strange });
    const isMoved =
      options.isChanged || this.#caller.writes() !== writes || this.#isOutOfInitialState(filled.named);
    return isMoved ? this.#withPresentRevision(tool, filled, options) : filled.input;
  }

  /** Whether a tool that names an entity and its parent accepts it only with another parent, such as a transfer. */
  findApart(tool: string): Promise<boolean> {
    return this.#apart.find(tool);
  }

  #isOutOfInitialState(named: NamedEntities): boolean {
    return Object.values(named)
      .filter(isInstance)
      .some(({ states }) => [...states].some(([name, state]) => this.#rules.states[name]!.initial !== state));
  }

  /** Replaces the revision of the example: calls before this one may have moved it. */
  async #withPresentRevision(
    tool: string,
    { input, named }: Filled,
    { account, keep = [] }: PreparedOptions,
  ): Promise<Json> {
    const rule = this.#rules.revisions[tool];
    if (rule === undefined || keep.includes(rule.argument)) return input;
    const { entity, argument, shownBy } = rule;
    const shower = this.#rules.entities[entity]?.observedBy.find((each) => each.tool === shownBy.tool);
    const instance = named[entity];
    if (valueAt(input, argument) === undefined || instance === undefined || shower?.id === undefined)
      return input;
    const shown = await this.callAbout({ ...instance, account }, shower, { unprepared: true });
    const revision =
      shown.outcome.is === "success" ? valueAt(readStructured(shown), shownBy.path) : undefined;
    return revision === undefined ? input : applyEdits(input, [{ set: argument, to: revision }]);
  }

  /**
   * Returns an unknown id for an argument of a tool, in the form of the id in the arguments or of `like`. Throws a PreconditionError
   * if the schema allows only ids that results have shown.
   */
  unknownId(tool: string, argument: string, input: Json, like = valueAt(input, argument)): Json {
    const id = requireDeclared(like, `the arguments of ${tool} have no id at ${argument}`);
    const fits = (to: Json) => this.#schemas.fits(tool, applyEdits(input, [{ set: argument, to }]));
    const unknown = this.#shownIds.findUnknown(id, fits);
    return requireDeclared(unknown, `the schema of ${tool} allows no unknown id`);
  }
}
