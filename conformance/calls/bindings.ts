/** Bindings: values that exist on the target, in place of the example values of the spec. */
import { randomBytes } from "node:crypto";
import type { Edit, Json } from "../cases/edits.ts";
import { edited, valueAt } from "../cases/edits.ts";
import type { Binding, Target } from "../target/target.ts";
import type { Caller } from "./caller.ts";

/** The bindings of a run. */
export interface Bindings {
  /** The values that calls share. */
  shared(): BoundValues;
  /** New values for one call. Later calls share newer values as well, since the old ones may be used up. */
  renew(): BoundValues;
  /** The names of arguments that a binding would replace. */
  boundNames(input: Json): readonly string[];
  /** Whether edits replace a bound value. */
  overridesBound(edits: readonly Edit[]): boolean;
}

/** One set of values: a name has the same value in every call. */
export interface BoundValues {
  /** `only`: bind these arguments and leave the others as they are. */
  into(input: Json, only?: readonly string[]): Promise<Json>;
}

/** A binding that cannot be resolved is skipped: the example's value is sent instead. */
export function bindingsOf({ bindings = {} }: Target, caller: Caller): Bindings {
  const rules = Object.entries(bindings).map(([name, binding]) => ({
    binding,
    into: binding.into ?? [name],
  }));
  const names = rules.flatMap(({ into }) => into);
  let current = valuesOf();
  return {
    shared: () => current,
    renew() {
      current = valuesOf();
      return valuesOf();
    },
    boundNames: (input) => names.filter((name) => has(input, name)),
    overridesBound: (edits) =>
      edits.some((edit) => "set" in edit && names.some((name) => edit.set === `/${name}`)),
  };

  function valuesOf(): BoundValues {
    const learned = new Map<Binding, Promise<Json | undefined>>();
    return {
      async into(input, only = names) {
        let bound = input;
        for (const { binding, into } of rules) {
          for (const name of into.filter((candidate) => only.includes(candidate) && has(input, candidate))) {
            const to = await boundValue(binding);
            if (to !== undefined) bound = edited(bound, [{ set: `/${name}`, to }]);
          }
        }
        return bound;
      },
    };

    /** A text is new each time; a value that a tool returned is reused. */
    function boundValue(binding: Binding): Promise<Json | undefined> {
      const value = learned.get(binding) ?? resolveBinding(binding);
      if (!("text" in binding)) learned.set(binding, value);
      return value;
    }
  }

  async function resolveBinding(binding: Binding): Promise<Json | undefined> {
    if ("value" in binding) return binding.value;
    if ("text" in binding) return binding.text.replaceAll("{random}", randomBytes(8).toString("hex"));
    const { tool, input, output } = binding;
    const called = await caller.call(tool, input, caller.allScopes);
    if ("missing" in called || called.outcome.is !== "success") return undefined;
    return valueAt(called.outcome.result.structuredContent ?? null, output);
  }
}

function has(input: Json, name: string): boolean {
  return valueAt(input, `/${name}`) !== undefined;
}
