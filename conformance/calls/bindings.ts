/** Bindings: values that exist on the target and replace the example values of the spec. */
import { randomBytes } from "node:crypto";
import { applyEdits, type Edit, type Json, valueAt } from "../cases/edits.ts";
import { findNamedAccount } from "../target/sendable.ts";
import type { Binding, Target } from "../target/target.ts";
import { describeAnswer } from "../wire/answer.ts";
import type { Caller } from "./caller.ts";
import type { LiveValues } from "./live-values.ts";
import type { NamedEntities, NamedEntity } from "./named-entity.ts";
import type { Notes } from "./notes.ts";

/** A set of values, in which an argument has the same value in every call. */
export interface BoundValues {
  /** Replaces arguments by these values. `only`: the pointers of the arguments to replace. */
  into(tool: string, input: Json, only?: readonly string[]): Promise<Json>;
}

/** The values that the spec defines: entities, and new idempotency keys. */
export interface SpecValues {
  /** Lists the arguments that name an entity which a tool makes. */
  entitiesIn(tool: string, input: Json): readonly NamingArgument[];
  /**
   * Creates an instance, within the same parents as its siblings; `undefined` if that fails. @param tool the tool whose calls alone
   * name it
   */
  make(entity: string, siblings: NamedEntities, tool?: string): Promise<NamedEntity | undefined>;
  /** The values of the spec that are decided when a call is made. */
  readonly live: LiveValues;
  /** Returns the place of the idempotency key in the arguments and a new key. */
  newKeyIn(tool: string, input: Json): { readonly pointer: string; readonly value: Json } | undefined;
}

/** An argument that takes the id of an entity. */
export interface NamingArgument {
  readonly pointer: string;
  readonly entity: string;
  /** Which of the different ids that the arguments have for this entity, from 0. */
  readonly number: number;
  /** The child of this entity that another argument names. */
  readonly parentOf: string | undefined;
  /** Whether the tool needs an instance of its own, since it is made in another way. */
  readonly isOwn: boolean;
}

/** The binding of one argument. Arguments with the same source have the same value. */
interface Rule {
  readonly pointer: string;
  readonly source: Binding | string;
  /** Whether calls share the value. Otherwise each call gets another one. */
  readonly isShared: boolean;
  /** The entity that the value is. */
  readonly entity?: string;
  value(siblings: NamedEntities): Promise<Value>;
  /** Reads the argument from the value, if that is an entity. */
  readonly read?: (entity: NamedEntity) => Json | undefined;
}

type Value = Json | NamedEntity | undefined;

export interface BindingsOptions {
  readonly target: Target;
  readonly caller: Caller;
  readonly spec: SpecValues;
  /** Receives a note for each value that cannot be resolved. */
  readonly notes: Notes;
}

/**
 * The bindings of a run. The target file has precedence over the spec. If a value cannot be resolved, the run notes that and sends
 * the value of the example.
 */
export class Bindings {
  readonly #options: BindingsOptions;
  #shared: BoundValues;

  constructor(options: BindingsOptions) {
    this.#options = options;
    this.#shared = this.fresh();
  }

  /** Returns the values that calls share. */
  listShared(): BoundValues {
    return this.#shared;
  }

  /** Creates new values that no other call uses. */
  fresh(): BoundValues {
    return new Binder((tool, input) => this.#rulesFor(tool, input));
  }

  /** Replaces the shared values for later calls, since the old ones are used up. */
  renew(): void {
    this.#shared = this.fresh();
  }

  /** Lists pointers to the arguments that a binding would replace. */
  listBoundPlaces(tool: string, input: Json): readonly string[] {
    return this.#rulesFor(tool, input).map(({ pointer }) => pointer);
  }

  /** Lists pointers to the arguments that name an entity which a tool makes. */
  listEntityPlaces(tool: string, input: Json): readonly string[] {
    return this.#options.spec.entitiesIn(tool, input).map(({ pointer }) => pointer);
  }

  /** Lists pointers to the arguments that a binding of the target file would replace. */
  listTargetPlaces(input: Json): readonly string[] {
    return this.#rulesOfTarget(input).map(({ pointer }) => pointer);
  }

  /** Returns the account that the value of an argument names, as the target file says. */
  findAccount(argument: string): string | undefined {
    return findNamedAccount(this.#options.target, argument);
  }

  /** Whether edits replace a bound value. */
  overridesBound(tool: string, input: Json, edits: readonly Edit[]): boolean {
    return edits.some((edit) => "set" in edit && this.listBoundPlaces(tool, input).includes(edit.set));
  }

  /** Returns the arguments with a new idempotency key, if the edits have set the key. */
  withNewKey(tool: string, input: Json, edits: readonly Edit[]): Json {
    const key = this.#options.spec.newKeyIn(tool, input);
    const isEdited = edits.some((edit) => "set" in edit && edit.set === key?.pointer);
    return key && isEdited ? applyEdits(input, [{ set: key.pointer, to: key.value }]) : input;
  }

  #rulesFor(tool: string, input: Json): readonly Rule[] {
    const ofTarget = this.#rulesOfTarget(input);
    const ofSpec = rulesOfSpec(this.#options.spec, tool, input);
    const isOfTarget = ({ pointer }: Rule) => ofTarget.some((rule) => rule.pointer === pointer);
    return [...ofTarget, ...ofSpec.filter((rule) => !isOfTarget(rule))];
  }

  #rulesOfTarget(input: Json): readonly Rule[] {
    const { target, caller, notes } = this.#options;
    return Object.entries(target.bindings ?? {}).flatMap(([name, binding]) =>
      (binding.into ?? [name])
        .map((argument) => `/${argument}`)
        .filter((pointer) => valueAt(input, pointer) !== undefined)
        .map((pointer) => ({
          pointer,
          source: binding,
          isShared: !("text" in binding),
          value: () => resolveBinding(binding, caller, notes),
        })),
    );
  }
}

/** Puts values into arguments, and keeps the shared values. */
class Binder implements BoundValues {
  readonly #rulesFor: (tool: string, input: Json) => readonly Rule[];
  readonly #values = new Map<Rule["source"], Promise<Value>>();
  /** Entity -> the instance that calls share, maybe still being made. */
  readonly #entities = new Map<string, Promise<Value>>();

  constructor(rulesFor: (tool: string, input: Json) => readonly Rule[]) {
    this.#rulesFor = rulesFor;
  }

  async into(tool: string, input: Json, only?: readonly string[]): Promise<Json> {
    let bound = input;
    for (const rule of this.#rulesFor(tool, input)) {
      if (only !== undefined && !only.includes(rule.pointer)) continue;
      const to = await this.#resolve(rule);
      if (to !== undefined) bound = applyEdits(bound, [{ set: rule.pointer, to }]);
    }
    return bound;
  }

  async #resolve(rule: Rule): Promise<Json | undefined> {
    const made = this.#values.get(rule.source) ?? this.#make(rule);
    if (rule.isShared) this.#values.set(rule.source, made);
    if (rule.entity !== undefined) this.#entities.set(rule.entity, made);
    const value = await made.catch((error: unknown) => {
      // Calls that need no such value are not kept from being made.
      this.#values.delete(rule.source);
      if (rule.entity !== undefined) this.#entities.delete(rule.entity);
      throw error;
    });
    return rule.read && value !== undefined ? rule.read(value as NamedEntity) : (value as Json | undefined);
  }

  /** Makes an entity after those that were asked for before it, within their parents: a call may have to name siblings. */
  async #make({ entity, value }: Rule): Promise<Value> {
    const earlier = entity === undefined ? [] : [...this.#entities];
    const siblings: Record<string, NamedEntity> = {};
    for (const [name, making] of earlier) {
      const sibling = await making;
      if (sibling !== undefined) siblings[name] = sibling as NamedEntity;
    }
    return value(siblings);
  }
}

function rulesOfSpec(spec: SpecValues, tool: string, input: Json): readonly Rule[] {
  const key = spec.newKeyIn(tool, input);
  const entities: readonly Rule[] = spec
    .entitiesIn(tool, input)
    .map(({ pointer, entity, number, parentOf, isOwn }) => ({
      pointer,
      source: parentOf ?? (number === 0 ? entity : `${entity} ${number}`) + (isOwn ? ` of ${tool}` : ""),
      isShared: true,
      ...(number === 0 && !isOwn && { entity: parentOf ?? entity }),
      value: (siblings) => spec.make(parentOf ?? entity, siblings, isOwn ? tool : undefined),
      read: ({ id, parents }) => (parentOf === undefined ? id : parents?.[entity]?.id),
    }));
  const nextOf = spec.live.begin(tool);
  const live = spec.live.listIn(tool, input).map((value): Rule => {
    const { path: pointer } = value;
    return { pointer, source: pointer, isShared: false, value: () => nextOf(value, input) };
  });
  const rules = [...entities, ...live];
  if (key === undefined || rules.some(({ pointer }) => pointer === key.pointer)) return rules;
  const { pointer, value } = key;
  return [...rules, { pointer, source: pointer, isShared: false, value: async () => value }];
}

async function resolveBinding(binding: Binding, caller: Caller, notes: Notes): Promise<Json | undefined> {
  if ("value" in binding) return binding.value;
  if ("env" in binding) return valueOfVariable(binding.env, notes);
  if ("text" in binding) return binding.text.replaceAll("{random}", randomBytes(8).toString("hex"));
  return valueOfCall(binding, caller, notes);
}

function valueOfVariable(name: string, notes: Notes): string | undefined {
  const value = process.env[name];
  if (!value) notes.add(`The variable ${name} is not set; a binding of the target file needs it.`);
  return value || undefined;
}

async function valueOfCall(
  { tool, input, output }: Extract<Binding, { readonly tool: string }>,
  caller: Caller,
  notes: Notes,
): Promise<Json | undefined> {
  const called = await caller.call(tool, input, caller.allScopes);
  if (called.outcome.is !== "success") {
    notes.add(
      `${tool}, which a binding of the target file calls, failed: ${describeAnswer(called.exchange.answer)}`,
    );
    return undefined;
  }
  const value = valueAt(called.outcome.result.structuredContent ?? null, output);
  if (value === undefined)
    notes.add(`The result of ${tool} has no value at ${output}, which a binding needs.`);
  return value;
}
