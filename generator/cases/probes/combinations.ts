import type { Json } from "@toolwright/conformance/cases";
import { discriminatorOf } from "../../schema/discriminator.ts";
import { isSchemaObject } from "../../schema/keywords.ts";
import { itemTargets } from "../described.ts";
import { below } from "../node.ts";
import { accepted, mostParts, type Prober, refused, type Site, set } from "./probe.ts";

/** Keywords that relate items to each other, or a value to several schemas. */
export const combinationProbers: Readonly<Record<string, Prober>> = {
  uniqueItems: (site, keyword) => {
    if (site.node.schema[keyword] !== true) return [];
    const { nodes, pointer, value, kit } = site;
    const present = Array.isArray(value) ? (value as Json[]) : [];
    const items = kit.sampler.several(2, ...nodes.flatMap((node) => itemTargets(node, present.length)));
    const first = present[0] ?? items?.[0];
    if (first === undefined) return [];
    return [
      refused(
        "twice",
        "with the same item twice",
        set(pointer, [...present, first]),
        set(pointer, [first, first]),
      ),
      ...(items ? [accepted("different", "with different items", set(pointer, items))] : []),
    ];
  },

  items: ({ node, pointer, value }) => {
    const first = Array.isArray(node.schema.prefixItems) ? node.schema.prefixItems.length : 0;
    const present = Array.isArray(value) ? (value as Json[]) : [];
    if (present.length < first) return [];
    return [refused("beyond", `with more than ${first} items`, set(pointer, [...present, null]))];
  },

  unevaluatedItems: ({ node, nodes, pointer, value }, keyword) => {
    // Which items `contains` has looked at is read in more than one way.
    if (node.schema[keyword] !== false || nodes.some(({ schema }) => schema.contains !== undefined))
      return [];
    const present = Array.isArray(value) ? (value as Json[]) : [];
    return [refused("beyond", "with one item more than is described", set(pointer, [...present, null]))];
  },

  contains: (site) => {
    const { node, nodes, pointer, value, kit } = site;
    const contained = kit.sampler.one(
      below(node, "contains"),
      ...nodes.flatMap((each) => itemTargets(each, 0)),
    );
    const other = oddValues.find(
      (odd) =>
        nodes.flatMap((each) => itemTargets(each, 0)).every((target) => kit.fits(odd, target)) &&
        !kit.fits(odd, below(node, "contains")),
    );
    const size = Array.isArray(value) ? Math.max(1, value.length) : 1;
    const too = Number(node.schema.maxContains ?? 0) + 1;
    return [
      refused(
        "missing",
        "without an item that it must contain",
        ...(other === undefined
          ? []
          : [
              set(
                pointer,
                Array.from({ length: size }, () => other),
              ),
            ]),
        set(pointer, []),
      ),
      ...(node.schema.maxContains !== undefined && contained !== undefined && too <= mostParts
        ? [
            refused("too-many", "with more of such items than it may contain", [
              { set: pointer, item: contained, times: too },
            ]),
          ]
        : []),
    ];
  },

  oneOf: (site, keyword) => [
    refused(
      "none",
      "that fits none of the alternatives",
      ...strangers(site).map((value) => set(site.pointer, value)),
    ),
    ...matchesOfTwo(site, keyword),
  ],
  anyOf: (site) => [
    refused(
      "none",
      "that fits none of the alternatives",
      ...strangers(site).map((value) => set(site.pointer, value)),
    ),
  ],

  not: (site) => {
    const excluded = site.kit.sampler.one(below(site.node, "not"));
    const values = excluded === undefined ? oddValues : [excluded, ...oddValues];
    return [refused("excluded", "that is excluded", ...values.map((value) => set(site.pointer, value)))];
  },
};

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

/** Values of which one will fit no branch; first the present one with a tag that no branch has. */
function strangers(site: Site): Json[] {
  const { node, value, kit } = site;
  const tag = discriminatorOf(node.schema, node.root, kit.resolve);
  const retagged =
    tag !== undefined && isSchemaObject(value) ? [{ ...value, [tag]: "no_such_type" } as Json] : [];
  return [...retagged, ...oddValues];
}

/** A value that two branches take, where one of their samples happens to be one. */
function matchesOfTwo(site: Site, keyword: string): ReturnType<Prober> {
  const { node, pointer, kit } = site;
  const samples = (node.schema[keyword] as unknown[])
    .map((_, index) => below(node, keyword, index))
    .flatMap((branch) => kit.sampler.several(3, branch) ?? [])
    .filter((value) => !kit.fits(value, node));
  return samples.length === 0
    ? []
    : [refused("two", "that fits two of the alternatives", ...samples.map((value) => set(pointer, value)))];
}
