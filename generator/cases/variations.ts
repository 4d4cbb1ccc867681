/** Makes up different values that fit the same schemas. */
import type { Json } from "@toolwright/conformance/cases";
import type { Node } from "../schema/graph/node.ts";
import { numbersAround } from "../schema/graph/numbers.ts";
import { textConstraints, textOfLength } from "../schema/graph/texts/texts.ts";
import { isSchemaObject } from "../schema/keywords.ts";
import { namesBeyond, type Search } from "./candidates.ts";
import { propertyTargets } from "./conjuncts.ts";

/** Different objects are searched no deeper: each level multiplies the attempts by the number of properties. */
const maxDifferenceDepth = 3;

export function* variations(
  search: Search,
  count: number,
  targets: readonly Node[],
  nodes: readonly Node[],
  depth: number,
): Generator<Json | undefined> {
  const first = search.one(targets, depth);
  yield first;
  for (const { enums } of nodes) yield* enums.flat() as Json[];
  if (typeof first === "number") yield* numbersAround(first, count, nodes);
  if (typeof first === "string") yield* otherTexts(first, count, nodes);
  if (isSchemaObject(first) && depth < maxDifferenceDepth)
    yield* otherObjects(search, first as { [name: string]: Json }, count, nodes, depth + 1);
  yield* [true, false, null];
}

function* otherTexts(first: string, count: number, nodes: readonly Node[]): Generator<Json | undefined> {
  for (let index = 1; index <= count; index++) yield first + index;
  for (let index = 1; index <= count; index++) yield first.slice(0, -String(index).length) + index;
  const constraints = textConstraints(nodes);
  for (
    let length = constraints.least;
    length <= Math.min(constraints.most, constraints.least + count);
    length++
  ) {
    yield textOfLength(constraints, length);
  }
}

/** Objects that differ from the first in one property, a required one if there is any. */
function* otherObjects(
  search: Search,
  first: { [name: string]: Json },
  count: number,
  nodes: readonly Node[],
  depth: number,
): Generator<Json | undefined> {
  for (const name of [...Object.keys(first), ...namesBeyond(nodes, new Set(Object.keys(first)))]) {
    const targets = nodes.flatMap((node) => propertyTargets(node, name));
    if (targets.length === 0) continue;
    for (const value of search.several(count, targets, depth) ?? []) yield { ...first, [name]: value };
  }
}
