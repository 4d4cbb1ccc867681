/** Finds a value that fits some schemas and is refused by another one, for a place at which that may happen. */

import { judge } from "../graph/judge.ts";
import { findProperty, itemNodes, namedProperties } from "../graph/members.ts";
import { conjuncts, makeNode, type Node } from "../graph/node.ts";
import type { Step } from "../graph/proofs/obligations.ts";
import { inventedNames, samples } from "../graph/samples.ts";
import { isSchemaObject } from "../keywords.ts";
import type { Failure } from "./explain.ts";

/** More values are not tried at one place. */
const maxLocal = 40;

/** Whole values that are likely to fit the left schemas, with a part at the failure's place that its keyword refuses. */
export function* likelyWitnesses(failure: Failure): Generator<unknown> {
  const { path, left, right, trail, name } = failure;
  const near = conjuncts([right]);
  const local = samples(left, maxLocal, near);
  const without = name === undefined ? [] : local.map((value) => withoutProperty(value, name));
  const asked = findDemand(failure);
  const options = [...without, ...local].filter((value) => judge(asked, value) !== true);
  for (const value of options) yield* embedValue(value, path, trail);
}

/**
 * Yields copies of a witness in which the rejected part is replaced by one that fits both sides. If the new schema accepts such
 * a copy, only the rejected part causes the rejection.
 */
export function* repairs(witness: unknown, { path, left, right }: Failure): Generator<unknown> {
  const both = samples([...left, ...conjuncts([right])], maxRepairs).filter(
    (value) => judge(right, value) === true,
  );
  for (const value of both) {
    const whole = replaceAt(witness, path, value);
    if (whole) yield whole.value;
  }
}

const maxRepairs = 4;

/** Undefined where the path leads to no certain part: to any property or item. */
function replaceAt(value: unknown, path: readonly Step[], part: unknown): { value: unknown } | undefined {
  const [step, ...rest] = path;
  if (step === undefined) return { value: part };
  if ("other" in step) return undefined;
  if ("property" in step) {
    if (!isSchemaObject(value)) return undefined;
    const inner = replaceAt(value[step.property], rest, part);
    return inner && { value: { ...value, [step.property]: inner.value } };
  }
  if (!Array.isArray(value)) return undefined;
  const inner = replaceAt(value[step.item], rest, part);
  return inner && { value: value.with(step.item, inner.value) };
}

/** Returns the demand of the failing keyword alone, or of its whole schema if keywords belong together. */
function findDemand({ keyword, right, name }: Failure): Node {
  const { numbers, types, enums, pattern, format, unique } = right;
  const bound = numbers[keyword];
  if (bound !== undefined) return makeNode({ numbers: { [keyword]: bound } });
  if (keyword === "type" && types) return makeNode({ types });
  if (keyword === "enum") return makeNode({ enums });
  if (keyword === "pattern" && pattern !== undefined) return makeNode({ pattern });
  if (keyword === "format" && format !== undefined) return makeNode({ format });
  if (keyword === "uniqueItems" && unique) return makeNode({ unique });
  if (keyword === "required" && name !== undefined) return makeNode({ required: [name] });
  return right;
}

/** Any values that fit the left schemas, near the bounds of the right one. */
export function anyWitnesses(left: Node, right: Node): unknown[] {
  return samples(conjuncts([left]), 150, conjuncts([right]));
}

function* embedValue(
  value: unknown,
  path: readonly Step[],
  trail: readonly (readonly Node[])[],
): Generator<unknown> {
  let options: unknown[] = [value];
  for (let index = path.length - 1; index >= 0; index--) {
    const [step, nodes] = [path[index]!, trail[index]!];
    options = options.flatMap((inner) => around(nodes, step, inner)).slice(0, 6);
  }
  yield* options;
}

/** Values of the nodes that have a part. */
function around(nodes: readonly Node[], step: Step, inner: unknown): unknown[] {
  if ("property" in step)
    return [...withProperty(nodes, step.property, inner), ...replaceProperty(nodes, [step.property], inner)];
  if ("other" in step && step.other !== "item") return replaceProperty(nodes, namesFor(nodes, inner), inner);
  return samples(nodes, 3).flatMap((base) => {
    if (!Array.isArray(base)) return [];
    const at = "item" in step ? step.item : Math.max(0, ...nodes.map(({ prefix }) => prefix.length));
    const items = [...base];
    while (items.length < at) items.push(samples(itemNodes(nodes, items.length), 1)[0] ?? null);
    items[at] = inner;
    return [items];
  });
}

/** Samples values with this property; the sampler takes care of keywords that exclude it or depend on it. */
function withProperty(nodes: readonly Node[], name: string, inner: unknown): unknown[] {
  const part = makeNode({ enums: [[inner]] });
  return samples([...nodes, makeNode({ required: [name], properties: new Map([[name, part]]) })], 2);
}

/** Samples any values of the nodes, and puts the part into them. */
function replaceProperty(nodes: readonly Node[], names: readonly string[], inner: unknown): unknown[] {
  return samples(nodes, 3).flatMap((base) =>
    isSchemaObject(base)
      ? names.map((name) =>
          Object.fromEntries([...Object.entries(base).filter(([key]) => key !== name), [name, inner]]),
        )
      : [],
  );
}

function namesFor(nodes: readonly Node[], inner: unknown): string[] {
  const listed = new Set(namedProperties(nodes));
  return inventedNames(nodes).filter(
    (name) => !listed.has(name) && findProperty(nodes, name).every((node) => judge(node, inner) !== false),
  );
}

function withoutProperty(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
}
