/** Finds the schemas of a tool's arguments, each with valid arguments that it can be tried in. */
import { type Edit, type Json, valueAt } from "@toolwright/conformance/cases";
import { pointerStep } from "@toolwright/runtime/json";
import type { Tool } from "../model/model.ts";
import { patternOf } from "../patterns/matcher.ts";
import { isSchemaObject } from "../schema/keywords.ts";
import type { LocatedSchema } from "../schema/roots.ts";
import type { ValidArguments } from "./arguments.ts";
import type { CaseContext } from "./case-context.ts";
import { propertyTargets } from "./describing-schemas.ts";
import { namesBeyond } from "./sampler.ts";
import { addressOf, below, branches, isNode, referred, type SchemaNode } from "./schema-node.ts";

/** A schema, and a value in the arguments of a tool that it describes. */
export interface ArgumentSchema {
  readonly node: SchemaNode;
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
interface Step extends Omit<ArgumentSchema, "node" | "repeated"> {
  readonly target: LocatedSchema;
}

/**
 * Lists every schema that describes something in the arguments of a tool, breadth first, and every further reference to one.
 * For a value that no base has yet, a base is added.
 */
export function argumentSchemas(
  tool: Tool,
  bases: ValidArguments,
  { resolve, fits, sampler }: CaseContext,
): ArgumentSchema[] {
  const schemas: ArgumentSchema[] = [];
  const seen = new Set<string>();
  const queue: Step[] = [{ target: bases.root, pointer: "", name: "", base: bases.plainest }];
  for (let step = queue.shift(); step !== undefined; step = queue.shift()) {
    const { target, ...where } = step;
    if (!isNode(target)) continue;
    const repeated = seen.has(addressOf(target));
    seen.add(addressOf(target));
    schemas.push({ ...where, node: target, repeated });
    if (!repeated) queue.push(...stepsFrom({ ...where, node: target, repeated }));
  }
  return schemas;

  function stepsFrom(argument: ArgumentSchema): Step[] {
    return [...ofSameValue(argument), ...inObject(argument), ...inArray(argument)];
  }

  /** Schemas that describe the same value. */
  function ofSameValue(argument: ArgumentSchema): Step[] {
    const { node, base, pointer, name } = argument;
    const reference = referred(node, resolve);
    const certain = [
      ...(reference ? [reference] : []),
      ...branches(node, "allOf"),
      ...activeConditions(argument),
    ];
    const unions = ["oneOf", "anyOf"].flatMap((keyword) => branches(node, keyword));
    return [
      ...certain.map((target) => ({ target, base, pointer, name })),
      ...unions.map((target, index) => branchStep(argument, target, index)),
    ];
  }

  function branchStep({ base, pointer, name }: ArgumentSchema, target: LocatedSchema, index: number): Step {
    const branch = `${name}/${branchName(target, index)}`;
    const value = base && valueAt(bases.contentOf(base), pointer);
    if (value !== undefined && fits(value, target)) return { target, base, pointer, name: branch };
    return fromExample(target, branch) ?? withSample(target, branch, base, pointer);
  }

  /** `then` or `else`, whichever applies to the value in the base. */
  function activeConditions({ node, base, pointer }: ArgumentSchema): LocatedSchema[] {
    if (node.schema.if === undefined || base === undefined) return [];
    const way = fits(valueAt(bases.contentOf(base), pointer), below(node, "if")) ? "then" : "else";
    return node.schema[way] === undefined ? [] : [below(node, way)];
  }

  function inObject(argument: ArgumentSchema): Step[] {
    const { node } = argument;
    const { properties, patternProperties, additionalProperties } = node.schema;
    const own = Object.keys(isSchemaObject(properties) ? properties : {}).map((key) =>
      childStep(argument, key, below(node, "properties", key)),
    );
    const patterns = Object.keys(isSchemaObject(patternProperties) ? patternProperties : {}).map(
      (pattern) => {
        const matches = patternOf(pattern);
        const key = keysAt(argument).find((name) => matches.test(name)) ?? pattern;
        return childStep(argument, key, below(node, "patternProperties", pattern));
      },
    );
    if (!isSchemaObject(additionalProperties)) return [...own, ...patterns];
    const known = Object.keys(isSchemaObject(properties) ? properties : {});
    const key = keysAt(argument).find((name) => !known.includes(name)) ?? "key";
    return [...own, ...patterns, childStep(argument, key, below(node, "additionalProperties"))];
  }

  /** Names of the object's properties in its base, and further ones that it may have. */
  function keysAt({ node, base, pointer }: ArgumentSchema): string[] {
    const value = base === undefined ? undefined : valueAt(bases.contentOf(base), pointer);
    return [...Object.keys(isSchemaObject(value) ? value : {}), ...namesBeyond([node], new Set())];
  }

  function inArray(argument: ArgumentSchema): Step[] {
    const { node } = argument;
    const { prefixItems, items } = node.schema;
    const prefix = Array.isArray(prefixItems) ? prefixItems : [];
    const first = prefix.map((_, index) =>
      childStep(argument, String(index), below(node, "prefixItems", index)),
    );
    return isSchemaObject(items)
      ? [...first, childStep(argument, String(prefix.length), below(node, "items"))]
      : first;
  }

  function childStep(parent: ArgumentSchema, key: string, target: LocatedSchema): Step {
    const pointer = `${parent.pointer}/${pointerStep(key)}`;
    const name = `${parent.name}/${pointerStep(key)}`;
    const { base } = parent;
    const isThere = base !== undefined && valueAt(bases.contentOf(base), pointer) !== undefined;
    if (isThere) return { target, base, pointer, name };
    return fromExample(target, name) ?? withSample(target, name, base, pointer, companions(parent, key));
  }

  /** Edits that add the properties that `dependentRequired` demands with this key. */
  function companions({ node, pointer, base }: ArgumentSchema, key: string): Edit[] {
    const rules = node.schema.dependentRequired;
    const needed = isSchemaObject(rules) && Array.isArray(rules[key]) ? rules[key].map(String) : [];
    return needed.flatMap((name): Edit[] => {
      const at = `${pointer}/${pointerStep(name)}`;
      if (base === undefined || valueAt(bases.contentOf(base), at) !== undefined) return [];
      const value = sampler.one(...propertyTargets(node, name));
      return value === undefined ? [] : [{ set: at, to: value }];
    });
  }

  /** The schema's value in an example. Values of an example fit together in ways that schemas cannot express. */
  function fromExample(target: LocatedSchema, name: string): Step | undefined {
    const occurrence = bases.occurrence(target);
    return occurrence && { target, name, ...occurrence };
  }

  /** Adds a base with a sampled value: the first that is valid with the other arguments. */
  function withSample(
    target: LocatedSchema,
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

  function* valuesFor(target: LocatedSchema): Generator<Json> {
    const plain = sampler.one(target);
    if (plain === undefined) return;
    yield plain;
    yield* sampler.several(maxAttempts, target) ?? [];
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

/** This many values are tried where the simplest one is not valid with the other arguments. */
const maxAttempts = 4;

/** The name of a branch in ids: the type file that it refers to, its JSON type, or its number. */
function branchName({ schema }: LocatedSchema, index: number): string {
  if (!isSchemaObject(schema)) return String(index);
  const file = typeof schema.$ref === "string" ? /([^/#]+)\.yaml$/.exec(schema.$ref)?.[1] : undefined;
  const type = typeof schema.type === "string" && schema.type !== "object" ? schema.type : undefined;
  return file ?? type ?? `branch_${index + 1}`;
}
