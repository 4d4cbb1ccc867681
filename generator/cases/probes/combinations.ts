/** Probes of the keywords that relate items to each other, or a value to several schemas. */

import type { Edit, Json } from "@toolwright/conformance/cases";
import { isSchemaObject, readChoice } from "@toolwright/json-schema";
import { itemTargets } from "@toolwright/json-schema/sampling";
import {
  accepted,
  maxParts,
  type Probe,
  type ProbedValue,
  type Prober,
  refused,
  set,
  setEach,
} from "./probe.ts";

/** Keywords that relate items to each other, or a value to several schemas. */
export const combinationProbers: Readonly<Record<string, Prober>> = {
  uniqueItems: (probed) => {
    if (!probed.node.unique) return [];
    const { nodes, pointer, value, context } = probed;
    const present = Array.isArray(value) ? (value as Json[]) : [];
    const items = context.sampler.several(2, ...itemTargets(nodes, present.length));
    const first = present[0] ?? items?.[0];
    if (first === undefined) return [];
    return [
      refused(
        "twice",
        "with the same item twice",
        ...setEach(probed, [
          [...present, first],
          [first, first],
        ]),
      ),
      ...(items ? [accepted("different", "with different items", set(pointer, items))] : []),
    ];
  },

  items: ({ node, pointer, value }) => {
    const first = node.prefix.length;
    const present = Array.isArray(value) ? (value as Json[]) : [];
    if (present.length < first) return [];
    return [refused("beyond", `with more than ${first} items`, set(pointer, [...present, null]))];
  },

  // Implementations differ in which items count as evaluated by `contains`.
  unevaluatedItems: ({ nodes, pointer, value }) => {
    if (nodes.some(({ contains }) => contains)) return [];
    const present = Array.isArray(value) ? (value as Json[]) : [];
    return [refused("beyond", "with one item more than is described", set(pointer, [...present, null]))];
  },

  contains: (probed) => {
    const { node, nodes, pointer, value, context } = probed;
    const { contains } = node;
    if (!contains) return [];
    const contained = context.sampler.one(contains, ...itemTargets(nodes, 0));
    const other = oddValues.find(
      (odd) =>
        itemTargets(nodes, 0).every((target) => context.fits(odd, target)) && !context.fits(odd, contains),
    );
    const size = Array.isArray(value) ? Math.max(1, value.length) : 1;
    const others = other === undefined ? [] : [Array.from({ length: size }, () => other)];
    const missing = setEach(probed, [...others, []]);
    const too = (node.numbers.maxContains ?? 0) + 1;
    const isBound = node.numbers.maxContains !== undefined && contained !== undefined && too <= maxParts;
    const more: Edit[] = isBound ? [{ set: pointer, item: contained, times: too }] : [];
    return [
      refused("missing", "without an item that it must contain", ...missing),
      ...(isBound ? [refused("too-many", "with more of such items than it may contain", more)] : []),
    ];
  },

  oneOf: (probed) => [fitsNone(probed), ...matchesOfTwo(probed)],
  anyOf: (probed) => [fitsNone(probed)],

  not: (probed) => {
    const excluded = probed.context.sampler.one(...probed.node.not);
    const values = excluded === undefined ? oddValues : [excluded, ...oddValues];
    return [refused("excluded", "that is excluded", ...setEach(probed, values))];
  },
};

function fitsNone(probed: ProbedValue): Probe {
  return refused("none", "that fits none of the alternatives", ...setEach(probed, unmatchedValues(probed)));
}

const oddValues: readonly Json[] = [
  "no such value",
  "",
  0,
  -1,
  1,
  true,
  false,
  null,
  [],
  {},
  [null],
  { no_such_key: 0 },
];

/** Candidates for a value that fits no branch; first the present value with a tag that no branch has. */
function unmatchedValues(probed: ProbedValue): Json[] {
  const { node, value, context } = probed;
  const tag = readChoice(node, context.resolve)?.property;
  const retagged =
    tag !== undefined && isSchemaObject(value) ? [{ ...value, [tag]: "no_such_type" } as Json] : [];
  return [...retagged, ...oddValues];
}

/** Samples of a branch that fit another one too, if there are any. */
function matchesOfTwo(probed: ProbedValue): Probe[] {
  const { node, context } = probed;
  const samples = node.oneOf
    .flat()
    .flatMap((branch) => context.sampler.several(3, branch) ?? [])
    .filter((value) => !context.fits(value, node));
  return samples.length === 0
    ? []
    : [refused("two", "that fits two of the alternatives", ...setEach(probed, samples))];
}
