/** Bindings: values that exist on the target, in place of the example values of the spec. */
import { randomBytes } from "node:crypto";
import { type Edit, edited, type Json, valueAt } from "../cases/edits.ts";
import type { Binding, Target } from "../target/target.ts";
import { describeAnswer } from "../wire/answer.ts";
import type { Caller } from "./caller.ts";
import type { NamedEntity } from "./named-entity.ts";
import type { Notes } from "./notes.ts";

/** One set of values: an argument has the same value in every call. */
export interface BoundValues {
  /** `only`: bind the arguments at these pointers and leave the others as they are. */
  into(tool: string, input: Json, only?: readonly string[]): Promise<Json>;
}

/** What the spec says how to get: entities, and new idempotency keys. */
export interface SpecValues {
  /** The arguments that name an entity which a tool makes. */
  entitiesIn(tool: string, input: Json): readonly NamingArgument[];
  /** Makes a new one; `undefined` if it cannot be made. */
  make(entity: string): Promise<NamedEntity | undefined>;
  /** The idempotency key of the arguments, and another one. */
  newKeyIn(tool: string, input: Json): { readonly pointer: string; readonly value: Json } | undefined;
}

/** An argument that takes the id of an entity. */
export interface NamingArgument {
  readonly pointer: string;
  readonly entity: string;
  /** The entity that another argument names and that belongs to this one. */
  readonly parentOf: string | undefined;
}

/** What one argument is bound to. Arguments with the same source have the same value. */
interface Rule {
  readonly pointer: string;
  readonly source: Binding | string;
  /** A value that is not shared is another one in each call. */
  readonly isShared: boolean;
  value(): Promise<Value>;
  /** The argument, where the source gives more than it. */
  readonly read?: (entity: NamedEntity) => Json | undefined;
}

type Value = Json | NamedEntity | undefined;

export interface BindingsOptions {
  readonly target: Target;
  readonly caller: Caller;
  readonly spec: SpecValues;
  /** Where a value that cannot be resolved is reported. */
  readonly notes: Notes;
}

/**
 * The bindings of a run. The target file comes before the spec. A value that cannot be resolved is reported, and the value
 * of the example is sent instead.
 */
export class Bindings {
  readonly #options: BindingsOptions;
  #shared: BoundValues;

  constructor(options: BindingsOptions) {
    this.#options = options;
    this.#shared = this.fresh();
  }

  /** The values that calls share. */
  shared(): BoundValues {
    return this.#shared;
  }

  /** New values, which no other call uses. */
  fresh(): BoundValues {
    return new Binder((tool, input) => this.#rulesFor(tool, input));
  }

  /** Later calls share new values, since the old ones are used up. */
  renew(): void {
    this.#shared = this.fresh();
  }

  /** Pointers to the arguments that a binding would replace. */
  boundPlaces(tool: string, input: Json): readonly string[] {
    return this.#rulesFor(tool, input).map(({ pointer }) => pointer);
  }

  /** Pointers to the arguments that a binding of the target file would replace. */
  placesOfTarget(input: Json): readonly string[] {
    return this.#rulesOfTarget(input).map(({ pointer }) => pointer);
  }

  /** Whether edits replace a bound value. */
  overridesBound(tool: string, input: Json, edits: readonly Edit[]): boolean {
    return edits.some((edit) => "set" in edit && this.boundPlaces(tool, input).includes(edit.set));
  }

  /** The arguments, with an idempotency key that no call has used where the edits have set it. */
  withNewKey(tool: string, input: Json, edits: readonly Edit[]): Json {
    const key = this.#options.spec.newKeyIn(tool, input);
    const isEdited = edits.some((edit) => "set" in edit && edit.set === key?.pointer);
    return key && isEdited ? edited(input, [{ set: key.pointer, to: key.value }]) : input;
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

/** Puts values into arguments, and keeps those that are shared. */
class Binder implements BoundValues {
  readonly #rulesFor: (tool: string, input: Json) => readonly Rule[];
  readonly #values = new Map<Rule["source"], Promise<Value>>();

  constructor(rulesFor: (tool: string, input: Json) => readonly Rule[]) {
    this.#rulesFor = rulesFor;
  }

  async into(tool: string, input: Json, only?: readonly string[]): Promise<Json> {
    let bound = input;
    for (const rule of this.#rulesFor(tool, input)) {
      if (only !== undefined && !only.includes(rule.pointer)) continue;
      const to = await this.#resolve(rule);
      if (to !== undefined) bound = edited(bound, [{ set: rule.pointer, to }]);
    }
    return bound;
  }

  async #resolve(rule: Rule): Promise<Json | undefined> {
    const made = this.#values.get(rule.source) ?? rule.value();
    if (rule.isShared) this.#values.set(rule.source, made);
    const value = await made;
    return rule.read && value !== undefined ? rule.read(value as NamedEntity) : (value as Json | undefined);
  }
}

function rulesOfSpec(spec: SpecValues, tool: string, input: Json): readonly Rule[] {
  const key = spec.newKeyIn(tool, input);
  const entities: readonly Rule[] = spec.entitiesIn(tool, input).map(({ pointer, entity, parentOf }) => ({
    pointer,
    source: parentOf ?? entity,
    isShared: true,
    value: () => spec.make(parentOf ?? entity),
    read: ({ id, parents }) => (parentOf === undefined ? id : parents?.[entity]?.id),
  }));
  if (key === undefined || entities.some(({ pointer }) => pointer === key.pointer)) return entities;
  const { pointer, value } = key;
  return [...entities, { pointer, source: pointer, isShared: false, value: async () => value }];
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
    notes.add(`The result of ${tool} has nothing at ${output}, which a binding names.`);
  return value;
}
