import { randomBytes } from "node:crypto";
import type { Edit, Json } from "../cases/edits.ts";
import { edited, valueAt } from "../cases/edits.ts";
import type { Binding, Target } from "../target/target.ts";
import type { Caller } from "./caller.ts";

/** Values in place of those of the spec's examples, which do not exist on the target. */
export interface Bindings {
  /** Those that all calls share. */
  shared(): BoundValues;
  /** New ones for one call alone. What calls share is new from then on too: it is used up, or it would not be asked for. */
  renew(): BoundValues;
  /** Names of arguments whose values would be replaced. */
  boundNames(input: Json): readonly string[];
  /** Whether edits put something else where a bound value would stand. */
  overridesBound(edits: readonly Edit[]): boolean;
}

/** One set of values: the same name has the same value in every call. */
export interface BoundValues {
  /** `only`: leaves other arguments as they are. */
  into(input: Json, only?: readonly string[]): Promise<Json>;
}

/** A binding that cannot be had is left out: the example's value stays, and the target will say what it thinks of it. */
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

    /** A text is another one each time; what a tool made stays. */
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
