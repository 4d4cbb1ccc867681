/** Finds the schemas of a tool's arguments, each with valid arguments that it can be tried in. */
import { valueAt } from "@toolwright/conformance/cases";
import type { Tool } from "../model/model.ts";
import { patternOf } from "../patterns/matcher.ts";
import { isSchemaObject } from "../schema/keywords.ts";
import type { LocatedSchema } from "../schema/roots.ts";
import { type ArgumentSchema, argumentSteps, type Step } from "./argument-steps.ts";
import type { ValidArguments } from "./arguments.ts";
import { namesBeyond } from "./candidates.ts";
import type { CaseContext } from "./case-context.ts";
import { addressOf, below, branches, isNode, referred } from "./schema-node.ts";

/**
 * Lists every schema that describes something in the arguments of a tool, breadth first, and every further reference to one.
 * For a value that no base has yet, a base is added.
 */
export function argumentSchemas(tool: Tool, bases: ValidArguments, context: CaseContext): ArgumentSchema[] {
  const { resolve, fits } = context;
  const { branchStep, childStep } = argumentSteps(tool, bases, context);
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

  /** `then` or `else`, whichever applies to the value in the base. */
  function activeConditions({ node, base, pointer }: ArgumentSchema): LocatedSchema[] {
    if (node.schema.if === undefined || base === undefined) return [];
    const way = fits(valueAt(bases.contentOf(base), pointer), below(node, "if")) ? "then" : "else";
    return node.schema[way] === undefined ? [] : [below(node, way)];
  }

  function inObject(argument: ArgumentSchema): Step[] {
    const { node } = argument;
    const { properties, patternProperties, additionalProperties } = node.schema;
    const known = Object.keys(isSchemaObject(properties) ? properties : {});
    const own = known.map((key) => childStep(argument, key, below(node, "properties", key)));
    const patterns = Object.keys(isSchemaObject(patternProperties) ? patternProperties : {}).map(
      (pattern) => {
        const matches = patternOf(pattern);
        const key = keysAt(argument).find((name) => matches.test(name)) ?? pattern;
        return childStep(argument, key, below(node, "patternProperties", pattern));
      },
    );
    if (!isSchemaObject(additionalProperties)) return [...own, ...patterns];
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
}
