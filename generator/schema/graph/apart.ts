/** Sees quickly that no value fits two schemas: other types, other listed values, or another value of a required property. */

import { canonical } from "@toolwright/runtime/json";
import { memoize } from "../../cache/memoize.ts";
import { typesOf } from "./bounds.ts";
import { conjuncts } from "./conjuncts.ts";
import type { Node } from "./node.ts";

/** What tells a schema from others. */
interface Traits {
  readonly all: readonly Node[];
  readonly required: readonly string[];
  /** The values that it lists, as canonical JSON. */
  readonly own?: ReadonlySet<string>;
  /** The values that it lists for a property. */
  readonly ofProperty: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Whether it is certain that no value fits these schemas and another one. Branches of a discriminated union are such. */
export function areApart(nodes: readonly Node[], other: Node): boolean {
  const right = traitsOf(other);
  const left = nodes.map(traitsOf);
  const types = typesOf([...left.flatMap(({ all }) => all), ...right.all]);
  if (types.length === 0) return true;
  if (left.some(({ own }) => areDisjoint(own, right.own))) return true;
  if (types.length > 1 || types[0] !== "object") return false;
  const required = new Set([...left.flatMap((each) => each.required), ...right.required]);
  return [...right.ofProperty].some(
    ([name, values]) =>
      required.has(name) && left.some(({ ofProperty }) => areDisjoint(ofProperty.get(name), values)),
  );
}

function areDisjoint(one: ReadonlySet<string> | undefined, other: ReadonlySet<string> | undefined): boolean {
  return one !== undefined && other !== undefined && one.isDisjointFrom(other);
}

const traitsOf = memoize((node: Node): Traits => {
  const all = conjuncts([node]);
  const own = listedBy(all);
  const ofProperty = new Map<string, ReadonlySet<string>>();
  for (const { properties } of all)
    for (const [name, child] of properties) {
      const values = listedBy(conjuncts([child]));
      if (values) ofProperty.set(name, values);
    }
  return { all, required: all.flatMap(({ required }) => required), ofProperty, ...(own && { own }) };
});

/** The values of the first list among conjuncts. */
function listedBy(nodes: readonly Node[]): ReadonlySet<string> | undefined {
  const values = nodes.find(({ enums }) => enums.length > 0)?.enums[0];
  return values && new Set(values.map(canonical));
}
