import { type Edit, type Json, valueAt } from "@toolwright/conformance/cases";
import { pointerStep } from "@toolwright/runtime/json";
import type { Tool } from "../model/model.ts";
import { patternOf } from "../patterns/matcher.ts";
import { isSchemaObject } from "../schema/keywords.ts";
import type { Target } from "../schema/roots.ts";
import type { ValidArguments } from "./arguments.ts";
import { propertyTargets } from "./described.ts";
import type { Kit } from "./kit.ts";
import { addressOf, below, branches, isNode, type Node, referred } from "./node.ts";
import { namesBeyond } from "./sample.ts";

/** A value in the arguments of a tool that a schema describes. */
export interface Spot {
  readonly node: Node;
  /** JSON pointer into the arguments. */
  readonly pointer: string;
  /** Where it is, for ids: the pointer, and which branch of each union is meant. */
  readonly name: string;
  /** Arguments in which the value stands; absent: none were found. */
  readonly base: string | undefined;
  /** Another spot has the same schema; this is one more place that refers to it. */
  readonly again: boolean;
}

/** A schema that waits to be looked at. */
interface Step extends Omit<Spot, "node" | "again"> {
  readonly target: Target;
}

/**
 * Every schema that describes something in the arguments of a tool, where it is reached first (breadth first), and every
 * further place that refers to one. Bases are added for values that no base has yet.
 */
export function surfaceOf(tool: Tool, bases: ValidArguments, { resolve, fits, sampler }: Kit): Spot[] {
  const spots: Spot[] = [];
  const seen = new Set<string>();
  const queue: Step[] = [{ target: bases.root, pointer: "", name: "", base: bases.plainest }];
  for (let step = queue.shift(); step !== undefined; step = queue.shift()) {
    const { target, ...where } = step;
    if (!isNode(target)) continue;
    const again = seen.has(addressOf(target));
    seen.add(addressOf(target));
    spots.push({ ...where, node: target, again });
    if (!again) queue.push(...stepsFrom({ ...where, node: target, again }));
  }
  return spots;

  function stepsFrom(spot: Spot): Step[] {
    return [...samePlace(spot), ...inObject(spot), ...inArray(spot)];
  }

  /** Schemas of the same value. */
  function samePlace(spot: Spot): Step[] {
    const { node, base, pointer, name } = spot;
    const reference = referred(node, resolve);
    const certain = [
      ...(reference ? [reference] : []),
      ...branches(node, "allOf"),
      ...activeConditions(spot),
    ];
    const unions = ["oneOf", "anyOf"].flatMap((keyword) => branches(node, keyword));
    return [
      ...certain.map((target) => ({ target, base, pointer, name })),
      ...unions.map((target, index) => branchStep(spot, target, index)),
    ];
  }

  function branchStep({ base, pointer, name }: Spot, target: Target, index: number): Step {
    const branch = `${name}/${branchName(target, index)}`;
    const value = base && valueAt(bases.contentOf(base), pointer);
    if (value !== undefined && fits(value, target)) return { target, base, pointer, name: branch };
    return found(target, branch) ?? added(target, branch, base, pointer);
  }

  /** `then` or `else`, whichever holds for the value in the base. */
  function activeConditions({ node, base, pointer }: Spot): Target[] {
    if (node.schema.if === undefined || base === undefined) return [];
    const way = fits(valueAt(bases.contentOf(base), pointer), below(node, "if")) ? "then" : "else";
    return node.schema[way] === undefined ? [] : [below(node, way)];
  }

  function inObject(spot: Spot): Step[] {
    const { node } = spot;
    const { properties, patternProperties, additionalProperties } = node.schema;
    const own = Object.keys(isSchemaObject(properties) ? properties : {}).map((key) =>
      childStep(spot, key, below(node, "properties", key)),
    );
    const patterns = Object.keys(isSchemaObject(patternProperties) ? patternProperties : {}).map(
      (pattern) => {
        const matches = patternOf(pattern);
        const key = keysAt(spot).find((name) => matches.test(name)) ?? pattern;
        return childStep(spot, key, below(node, "patternProperties", pattern));
      },
    );
    if (!isSchemaObject(additionalProperties)) return [...own, ...patterns];
    const known = Object.keys(isSchemaObject(properties) ? properties : {});
    const key = keysAt(spot).find((name) => !known.includes(name)) ?? "key";
    return [...own, ...patterns, childStep(spot, key, below(node, "additionalProperties"))];
  }

  /** Names that an object has in its base, and more that it could have. */
  function keysAt({ node, base, pointer }: Spot): string[] {
    const value = base === undefined ? undefined : valueAt(bases.contentOf(base), pointer);
    return [...Object.keys(isSchemaObject(value) ? value : {}), ...namesBeyond([node], new Set())];
  }

  function inArray(spot: Spot): Step[] {
    const { node } = spot;
    const { prefixItems, items } = node.schema;
    const prefix = Array.isArray(prefixItems) ? prefixItems : [];
    const first = prefix.map((_, index) => childStep(spot, String(index), below(node, "prefixItems", index)));
    return isSchemaObject(items)
      ? [...first, childStep(spot, String(prefix.length), below(node, "items"))]
      : first;
  }

  function childStep(parent: Spot, key: string, target: Target): Step {
    const pointer = `${parent.pointer}/${pointerStep(key)}`;
    const name = `${parent.name}/${pointerStep(key)}`;
    const { base } = parent;
    const isThere = base !== undefined && valueAt(bases.contentOf(base), pointer) !== undefined;
    if (isThere) return { target, base, pointer, name };
    return found(target, name) ?? added(target, name, base, pointer, besides(parent, key));
  }

  /** What else an object needs when it gets this key. */
  function besides({ node, pointer, base }: Spot, key: string): Edit[] {
    const rules = node.schema.dependentRequired;
    const needed = isSchemaObject(rules) && Array.isArray(rules[key]) ? rules[key].map(String) : [];
    return needed.flatMap((name): Edit[] => {
      const at = `${pointer}/${pointerStep(name)}`;
      if (base === undefined || valueAt(bases.contentOf(base), at) !== undefined) return [];
      const value = sampler.one(...propertyTargets(node, name));
      return value === undefined ? [] : [{ set: at, to: value }];
    });
  }

  /** In an example, wherever there: what a person wrote hangs together in ways that schemas cannot say. */
  function found(target: Target, name: string): Step | undefined {
    const occurrence = bases.occurrence(target);
    return occurrence && { target, name, ...occurrence };
  }

  /** In other arguments, with a value made up: the first that goes with the rest. */
  function added(
    target: Target,
    name: string,
    on: string | undefined,
    pointer: string,
    beside: readonly Edit[] = [],
  ): Step {
    for (const value of valuesFor(target)) {
      const base = baseWith(name, on, pointer, value, beside);
      if (base !== undefined) return { target, name, pointer, base };
    }
    return { target, name, pointer, base: undefined };
  }

  function* valuesFor(target: Target): Generator<Json> {
    const plain = sampler.one(target);
    if (plain === undefined) return;
    yield plain;
    yield* sampler.several(fewValues, target) ?? [];
  }

  /** A base in which `value` stands at `pointer`; a member of `exactlyOne` takes the place of another. */
  function baseWith(
    name: string,
    on: string | undefined,
    pointer: string,
    value: Json,
    beside: readonly Edit[],
  ): string | undefined {
    if (on === undefined) return undefined;
    const others = tool.exactlyOne.includes(pointer.slice(1))
      ? tool.exactlyOne.map((member): Edit => ({ remove: `/${pointerStep(member)}` }))
      : [];
    return bases.changed(name.slice(1), on, [...others, ...beside, { set: pointer, to: value }]);
  }
}

/** Values that are tried where the plainest does not go with the rest. */
const fewValues = 4;

/** `short_text`: the constants of its tag, the type it refers to, or its number. */
function branchName({ schema }: Target, index: number): string {
  if (!isSchemaObject(schema)) return String(index);
  const file = typeof schema.$ref === "string" ? /([^/#]+)\.yaml$/.exec(schema.$ref)?.[1] : undefined;
  const type = typeof schema.type === "string" && schema.type !== "object" ? schema.type : undefined;
  return file ?? type ?? `branch_${index + 1}`;
}
