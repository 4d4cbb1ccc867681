/** Replaces the ids in valid example arguments by ids that exist on the target. */
import { randomBytes } from "node:crypto";
import { canonical } from "@toolwright/runtime/json";
import type { Bindings } from "../../calls/bindings.ts";
import type { LiveValues } from "../../calls/live-values.ts";
import type { NamedEntities, NamedEntity } from "../../calls/named-entity.ts";
import type { Behaviour } from "../../cases/behaviour.ts";
import { applyEdits, type Edit, type Json, valueAt } from "../../cases/edits.ts";
import { valuesAt, withValuesAt } from "../../cases/places.ts";
import type { Schemas } from "../../judge/schemas.ts";
import { collectParents, listAncestors, sortParentsFirst } from "../rules/address.ts";
import { listIdArguments } from "../rules/rule-calls.ts";
import type { Shapes } from "../rules/workflow-calls.ts";
import type { EntityInstance } from "./entity-instance.ts";
import { similarText, splitPrefix } from "./similar-text.ts";

export interface FillOptions {
  /** The account for which other entities are created. */
  readonly account?: string | undefined;
  /** Entity -> the instance that all arguments for this entity name. */
  readonly instances?: NamedEntities;
  /** The entity that a kept argument names. */
  readonly about?: NamedEntity & { readonly entity?: string };
  /** Pointers of arguments that stay as they are. */
  readonly keep?: readonly string[];
  /** Arguments for the parent of another named entity name another one: a thing moves to another parent. */
  readonly apart?: boolean | undefined;
  /** Entity -> the step of a workflow with whose arguments other entities are created. */
  readonly shapes?: Shapes | undefined;
  /** Entities whose ids stay as they are, because an instance of them is being created. */
  readonly within?: readonly string[];
  /** An instance whose state stays as it is, also while others are created in it. */
  readonly leave?: EntityInstance | undefined;
}

/** Valid arguments, and the entities that they name. */
export interface Filled {
  readonly input: Json;
  readonly named: NamedEntities;
}

/** An id of the example -> the instance in its place. */
type MadeFor = Map<string, NamedEntity>;

/** Creates an entity that arguments name; `undefined` if no tool makes one. */
type MakeParent = (
  entity: string,
  options: Required<Pick<FillOptions, "instances" | "within">> &
    Pick<FillOptions, "account" | "leave" | "shapes">,
) => Promise<NamedEntity | undefined>;

/** The objects that a filler uses. */
export interface FillerOptions {
  readonly rules: Behaviour;
  readonly bindings: Bindings;
  readonly schemas: Schemas;
  readonly live: LiveValues;
  readonly make: MakeParent;
}

/**
 * Decides live values, replaces ids of entities by ids of created instances and an idempotency key by a new key, and applies the bindings of the target
 * file. Required arguments that name an entity and its parents get the ids of one address.
 */
export class Filler {
  readonly #rules: Behaviour;
  readonly #bindings: Bindings;
  readonly #schemas: Schemas;
  readonly #live: LiveValues;
  readonly #make: MakeParent;

  constructor({ rules, bindings, schemas, live, make }: FillerOptions) {
    this.#live = live;
    this.#rules = rules;
    this.#bindings = bindings;
    this.#schemas = schemas;
    this.#make = make;
  }

  async fill(tool: string, input: Json, options: FillOptions = {}): Promise<Filled> {
    const keep = options.keep ?? [];
    const bound = await this.#bind(tool, await this.#live.into(tool, input, keep), keep);
    const filled = await this.#withMadeIds(tool, bound, options);
    return { ...filled, input: this.#withNewKey(tool, filled.input, options) };
  }

  #withNewKey(tool: string, filled: Json, { keep = [] }: FillOptions): Json {
    const key = this.#rules.idempotency[tool]?.key;
    // A key that is the id of an entity needs no replacement: the new entity has a new id.
    const isId = listIdArguments(this.#rules, tool).some(({ path }) => path === key);
    if (key === undefined || keep.includes(key) || isId) return filled;
    const fits = (value: string) => this.#schemas.fits(tool, applyEdits(filled, [{ set: key, to: value }]));
    return withValuesAt(filled, key, (old) => newKeyFor(old, fits));
  }

  /** Replaces the ids, those of parents first. */
  async #withMadeIds(tool: string, input: Json, options: FillOptions): Promise<Filled> {
    const places = listIdArguments(this.#rules, tool);
    const entities = sortParentsFirst(this.#rules, [...new Set(places.map(({ entity }) => entity))]);
    let filled: Filled = { input, named: {} };
    for (const entity of entities) {
      const made: MadeFor = new Map();
      for (const { path } of places.filter((place) => place.entity === entity))
        filled = await this.#withMadeIdsAt(tool, filled, { entity, path, made }, options);
    }
    return filled;
  }

  /** Replaces the ids of one place. Where the example has different ids, such as the two accounts of a transfer, so does the call. */
  async #withMadeIdsAt(
    tool: string,
    { input, named }: Filled,
    { entity, path, made }: { readonly entity: string; readonly path: string; readonly made: MadeFor },
    options: FillOptions,
  ): Promise<Filled> {
    const { keep = [], instances = {} } = options;
    const pointers = valuesAt(input, path)
      .map(({ pointer }) => pointer)
      .filter((pointer) => !keep.includes(pointer));
    if (pointers.length === 0) return { input, named };
    const isOptional = this.#schemas.fits(tool, withoutAll(input, pointers));
    const parent = isOptional ? undefined : this.#findParent(tool, entity, options);
    const isOther = options.apart === true && parent !== undefined;
    const edits: Edit[] = [];
    for (const pointer of pointers) {
      const id = canonical(valueAt(input, pointer) ?? null);
      const wanted = made.size === 0 && !isOther ? (parent ?? instances[entity]) : undefined;
      const [sibling] = made.values();
      // Two shifts that are swapped are of one team.
      const beside = { ...sibling?.parents, ...named };
      const one = made.get(id) ?? wanted ?? (await this.#makeOther(tool, entity, beside, options));
      if (one === undefined) return { input, named };
      made.set(id, one);
      edits.push({ set: pointer, to: one.id });
    }
    const [first] = made.values();
    return {
      input: applyEdits(input, edits),
      named: isOptional || entity in named ? named : { ...named, [entity]: first! },
    };
  }

  /**
   * Finds the parent of a named entity. Required arguments form one address: `project` and `issue` name the project of the issue. An
   * optional argument may move an entity to another parent, so it gets another instance.
   */
  #findParent(tool: string, entity: string, { about, instances = {} }: FillOptions): NamedEntity | undefined {
    const taken = new Set(listIdArguments(this.#rules, tool).map((place) => place.entity));
    const children = Object.entries(instances).filter(([name]) => taken.has(name));
    return [about, ...children.map(([, child]) => child)]
      .map((child) => child?.parents?.[entity])
      .find((parent) => parent !== undefined);
  }

  /**
   * Creates an entity within the entities that are named already, by their account, or within the parents of these: a server may
   * require that the agent of a ticket is in the team of the ticket.
   */
  async #makeOther(
    tool: string,
    entity: string,
    named: NamedEntities,
    { account, instances = {}, about, within = [], apart, shapes, leave }: FillOptions,
  ): Promise<NamedEntity | undefined> {
    if (within.includes(entity)) return undefined;
    const known = {
      ...about?.parents,
      ...collectParents(entity, { ...named, ...instances }),
      ...(about?.entity && { [about.entity]: about }),
      ...instances,
    };
    const ancestors = listAncestors(this.#rules, entity);
    const taken = apart ? listIdArguments(this.#rules, tool).map((place) => place.entity) : [];
    const own = Object.entries(known).filter(([name]) => ancestors.has(name) && !taken.includes(name));
    const { [entity]: there } = known;
    if (there !== undefined && !apart && this.#isFull(entity, new Set(own.map(([name]) => name))))
      return there;
    const owner = own.map(([, each]) => each).find((each) => "account" in each);
    return this.#make(entity, {
      account: owner === undefined ? account : owner.account,
      instances: Object.fromEntries(own),
      within,
      leave,
      shapes,
    });
  }

  /** Whether another one within the same entities would be one too many: a pay group has one pay run of a month. */
  #isFull(entity: string, within: ReadonlySet<string>): boolean {
    const { madeBy } = this.#rules.entities[entity] ?? {};
    if (madeBy === undefined) return false;
    const ids = listIdArguments(this.#rules, madeBy.tool);
    const live = this.#live.listIn(madeBy.tool, madeBy.input);
    const isSame = (argument: string) => {
      const id = ids.find(({ path }) => path === argument);
      return id === undefined ? live.every(({ path }) => path !== argument) : within.has(id.entity);
    };
    return Object.values(this.#rules.limits).some(
      (limit) =>
        limit.kind === "places" &&
        limit.entity === entity &&
        limit.max === 1 &&
        limit.sum === undefined &&
        limit.within.every(isSame),
    );
  }

  /** Applies the bindings of the target file, except to ids and keys. */
  async #bind(tool: string, input: Json, keep: readonly string[]): Promise<Json> {
    const ids = listIdArguments(this.#rules, tool).flatMap(({ path }) => valuesAt(input, path));
    const key = this.#rules.idempotency[tool]?.key ?? "";
    const untouched = [...ids.map(({ pointer }) => pointer), ...keep, key];
    const places = this.#bindings.listTargetPlaces(input).filter((pointer) => !untouched.includes(pointer));
    return places.length === 0 ? input : this.#bindings.listShared().into(tool, input, places);
  }
}

/** Leaves out all of these parts: of a list that needs one id, each may be left out alone, but not all. */
export function withoutAll(input: Json, pointers: readonly string[]): Json {
  return applyEdits(
    input,
    pointers.toReversed().map((remove) => ({ remove })),
  );
}

/** Two keys that vary in fewer characters are soon the same: `order-0001` has only 10,000 of its form. */
const enoughCharacters = 8;

/** Returns a valid key that no call has used, in the form of the old one if that has enough others. */
export function newKeyFor(old: Json, fits: (key: string) => boolean): Json {
  const similar = typeof old === "string" ? [similarText(old), similarText(old)] : [];
  const isVaried = typeof old === "string" && splitPrefix(old)[1].length >= enoughCharacters;
  const candidates = isVaried ? [...similar, ...freshKeys()] : [...freshKeys(), ...similar];
  return candidates.find((candidate) => candidate !== old && fits(candidate)) ?? old;
}

/** Creates keys of common forms. */
function freshKeys(): string[] {
  return [
    crypto.randomUUID(),
    `conformance-${randomBytes(8).toString("hex")}`,
    randomBytes(16).toString("hex"),
    randomBytes(4).toString("hex"),
  ];
}
