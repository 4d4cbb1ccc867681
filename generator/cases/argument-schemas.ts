/** Finds the schemas of a tool's arguments, each with valid arguments that it can be tried in. */
import { valueAt } from "@toolwright/conformance/cases";
import type { Tool } from "../model/model.ts";
import { patternOf } from "../patterns/matcher.ts";
import type { Node } from "../schema/graph/node.ts";
import { isSchemaObject } from "../schema/keywords.ts";
import { addressOf } from "../schema/place.ts";
import { type ArgumentSchema, argumentSteps, type Step } from "./argument-steps.ts";
import type { ValidArguments } from "./arguments.ts";
import { namesBeyond } from "./candidates.ts";
import type { CaseContext } from "./case-context.ts";
import { isDescribed, unionBranches } from "./conjuncts.ts";

/**
 * Lists every schema that describes something in the arguments of a tool, breadth first, and every further reference to one.
 * For a value that no base has yet, a base is added.
 */
export function argumentSchemas(tool: Tool, bases: ValidArguments, context: CaseContext): ArgumentSchema[] {
  const { fits } = context;
  const { branchStep, childStep } = argumentSteps(tool, bases, context);
  const schemas: ArgumentSchema[] = [];
  const seen = new Set<string>();
  const queue: Step[] = [{ target: bases.root, pointer: "", name: "", base: bases.plainest }];
  for (let step = queue.shift(); step !== undefined; step = queue.shift()) {
    const { target, ...where } = step;
    if (!isDescribed(target)) continue;
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
    const outcome = fits(valueAt(bases.contentOf(base), pointer), when) ? then : otherwise;
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
    const value = base === undefined ? undefined : valueAt(bases.contentOf(base), pointer);
    return [...Object.keys(isSchemaObject(value) ? value : {}), ...namesBeyond([node], new Set())];
  }

  function inArray(argument: ArgumentSchema): Step[] {
    const { prefix, rest } = argument.node;
    const first = prefix.map((child, index) => childStep(argument, String(index), child));
    return rest && isDescribed(rest) ? [...first, childStep(argument, String(prefix.length), rest)] : first;
  }
}
