/** Finds the schemas of a tool's arguments, each with valid arguments that it can be tried in. */

import { type Edit, type Json, valueAt } from "@toolwright/conformance/cases";
import { isSchemaObject, printAddress } from "@toolwright/json-schema";
import type { Node } from "@toolwright/json-schema/graph";
import { patternOf } from "@toolwright/json-schema/patterns";
import { isDescribed, namesBeyond, propertyTargets, unionBranches } from "@toolwright/json-schema/sampling";
import { pointerStep } from "@toolwright/runtime/json";
import type { Callee, ValidArguments } from "./arguments.ts";
import type { CaseContext } from "./case-context.ts";

/**
 * Lists every schema that describes something in the arguments of a tool, breadth first, and every further reference to one.
 * For a value that no base has yet, a base is added.
 */
export function argumentSchemas(tool: Callee, bases: ValidArguments, context: CaseContext): ArgumentSchema[] {
  const { fits } = context;
  const { branchStep, childStep } = argumentSteps(tool, bases, context);
  const schemas: ArgumentSchema[] = [];
  const seen = new Set<string>();
  const queue: Step[] = [{ target: bases.root, pointer: "", name: "", base: bases.plainest }];
  for (let step = queue.shift(); step !== undefined; step = queue.shift()) {
    const { target, ...where } = step;
    if (!isDescribed(target)) continue;
    const repeated = seen.has(printAddress(target));
    seen.add(printAddress(target));
    const argument = { ...where, node: target, repeated };
    schemas.push(argument);
    if (!repeated) queue.push(...ofSameValue(argument), ...inObject(argument), ...inArray(argument));
  }
  return schemas;

  /** Schemas that describe the same value. */
  function ofSameValue(argument: ArgumentSchema): Step[] {
    const { node, base, pointer, name } = argument;
    const certain = [...node.allOf, ...activeConditions(argument)];
    return [
      ...certain.map((target) => ({ target, base, pointer, name })),
      ...unionBranches(node).map((target, index) => branchStep(argument, target, index)),
    ];
  }

  /** `then` or `else`, whichever applies to the value in the base. */
  function activeConditions({ node, base, pointer }: ArgumentSchema): Node[] {
    if (node.condition === undefined || base === undefined) return [];
    const { when, then, otherwise } = node.condition;
    const outcome = fits(valueAt(bases.readContent(base), pointer), when) ? then : otherwise;
    return outcome ? [outcome] : [];
  }

  function inObject(argument: ArgumentSchema): Step[] {
    const { node } = argument;
    const { properties, additional } = node;
    const own = [...properties].map(([key, child]) => childStep(argument, key, child));
    const patterns = [...node.patterns].map(([pattern, child]) => {
      const matches = patternOf(pattern);
      const key = keysAt(argument).find((name) => matches.test(name)) ?? pattern;
      return childStep(argument, key, child);
    });
    if (!additional || !isDescribed(additional)) return [...own, ...patterns];
    const key = keysAt(argument).find((name) => !properties.has(name)) ?? "key";
    return [...own, ...patterns, childStep(argument, key, additional)];
  }

  /** Names of the object's properties in its base, and further ones that it may have. */
  function keysAt({ node, base, pointer }: ArgumentSchema): string[] {
    const value = base === undefined ? undefined : valueAt(bases.readContent(base), pointer);
    return [...Object.keys(isSchemaObject(value) ? value : {}), ...namesBeyond([node], new Set())];
  }

  function inArray(argument: ArgumentSchema): Step[] {
    const { prefix, rest } = argument.node;
    const first = prefix.map((child, index) => childStep(argument, String(index), child));
    return rest && isDescribed(rest) ? [...first, childStep(argument, String(prefix.length), rest)] : first;
  }
}

/** A schema, and a value in the arguments of a tool that it describes. */
export interface ArgumentSchema {
  readonly node: Node;
  /** JSON pointer into the arguments. */
  readonly pointer: string;
  /** The place in ids of cases: the pointer, and the branch of each union. */
  readonly name: string;
  /** Valid arguments that contain the value; absent if none were found. */
  readonly base: string | undefined;
  /** The same schema was reached earlier, by another reference. */
  readonly repeated: boolean;
}

/** A schema in the queue of the breadth-first search. */
export interface Step extends Omit<ArgumentSchema, "node" | "repeated"> {
  readonly target: Node;
}

/** This many values are tried where the simplest one is not valid with the other arguments. */
const maxAttempts = 4;

function argumentSteps(tool: Callee, bases: ValidArguments, { fits, sampler }: CaseContext) {
  return { branchStep, childStep };

  /** Steps to a branch of a union, which describes the same value. */
  function branchStep({ base, pointer, name }: ArgumentSchema, target: Node, index: number): Step {
    const branch = `${name}/${branchName(target, index)}`;
    const value = base && valueAt(bases.readContent(base), pointer);
    if (value !== undefined && fits(value, target)) return { target, base, pointer, name: branch };
    return fromExample(target, branch) ?? withSample(target, branch, base, pointer);
  }

  /** Steps to a property or an item. */
  function childStep(parent: ArgumentSchema, key: string, target: Node): Step {
    const pointer = `${parent.pointer}/${pointerStep(key)}`;
    const name = `${parent.name}/${pointerStep(key)}`;
    const { base } = parent;
    const isThere = base !== undefined && valueAt(bases.readContent(base), pointer) !== undefined;
    if (isThere) return { target, base, pointer, name };
    return fromExample(target, name) ?? withSample(target, name, base, pointer, companions(parent, key));
  }

  /** Edits that add the properties that `dependentRequired` demands with this key. */
  function companions({ node, pointer, base }: ArgumentSchema, key: string): Edit[] {
    return (node.dependentRequired.get(key) ?? []).flatMap((name): Edit[] => {
      const at = `${pointer}/${pointerStep(name)}`;
      if (base === undefined || valueAt(bases.readContent(base), at) !== undefined) return [];
      const value = sampler.one(...propertyTargets([node], name));
      return value === undefined ? [] : [{ set: at, to: value }];
    });
  }

  /** The schema's value in an example. Values of an example fit together in ways that schemas cannot express. */
  function fromExample(target: Node, name: string): Step | undefined {
    const occurrence = bases.occurrence(target);
    return occurrence && { target, name, ...occurrence };
  }

  /** Adds a base with a sampled value: the first that is valid with the other arguments. */
  function withSample(
    target: Node,
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

  function* valuesFor(target: Node): Generator<Json> {
    const plain = sampler.one(target);
    if (plain === undefined) return;
    yield plain;
    yield* sampler.several(maxAttempts, target) ?? [];
  }

  /** Makes a base with `value` at `pointer`. A member of `exactlyOne` replaces another member. */
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
    return bases.addChanged(name.slice(1), on, [...others, ...beside, { set: pointer, to: value }]);
  }
}

/** The name of a branch in ids: the type file that it refers to, its JSON type, or its number. */
function branchName({ schema }: Node, index: number): string {
  if (!isSchemaObject(schema)) return String(index);
  const file = typeof schema.$ref === "string" ? /([^/#]+)\.yaml$/.exec(schema.$ref)?.[1] : undefined;
  const type = typeof schema.type === "string" && schema.type !== "object" ? schema.type : undefined;
  return file ?? type ?? `branch_${index + 1}`;
}
