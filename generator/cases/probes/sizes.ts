import type { Edit, Json } from "@toolwright/conformance/cases";
import { isSchemaObject } from "../../schema/keywords.ts";
import { itemTargets, propertyTargets } from "../described.ts";
import { namesBeyond } from "../sample.ts";
import { textFacets, textOfLength } from "../texts.ts";
import { accepted, counted, mostParts, type Probe, type Prober, refused, type Site, set } from "./probe.ts";

/** Makes changes that give the value a size; several where several may do, none where none is found. */
type Sized = (site: Site, size: number) => (readonly Edit[])[];

/** A text that is too short may not match either, and more items than there are values are never all different. */
const beside = ["pattern", "format", "uniqueItems", "contains"];

/** Keywords that bound a size, each at its bound and on either side of it. */
export const sizeProbers: Readonly<Record<string, Prober>> = {
  minLength: (site, keyword) => [
    ...least(site, keyword, textSized("a"), "character"),
    ...codePoints(site, keyword, -1),
  ],
  maxLength: (site, keyword) => [
    ...most(site, keyword, textSized("a"), "character"),
    ...codePoints(site, keyword, 0),
  ],
  minItems: (site, keyword) => least(site, keyword, upTo(mostParts, itemsSized), "item"),
  maxItems: (site, keyword) => most(site, keyword, upTo(mostParts, itemsSized), "item"),
  minProperties: (site, keyword) => least(site, keyword, upTo(mostParts, entriesSized), "entry", "entries"),
  maxProperties: (site, keyword) => most(site, keyword, upTo(mostParts, entriesSized), "entry", "entries"),
};

/** Longer texts are not made, as with `mostParts`. */
const longestText = 1_000_000;

function upTo(largest: number, sized: Sized): Sized {
  return (site, size) => (size > largest ? [] : sized(site, size));
}

function least(site: Site, keyword: string, sized: Sized, one: string, many?: string): Probe[] {
  const bound = Number(site.node.schema[keyword]);
  const of = (size: number) => `of ${counted(size, one, many)}`;
  return [
    ...(bound > 0
      ? [{ ...refused("below", `${of(bound - 1)}, one too few,`, ...sized(site, bound - 1)), also: beside }]
      : []),
    accepted("at", `${of(bound)}, the fewest allowed,`, ...sized(site, bound)),
    accepted("above", `${of(bound + 1)}, one more than the fewest,`, ...sized(site, bound + 1)),
  ];
}

function most(site: Site, keyword: string, sized: Sized, one: string, many?: string): Probe[] {
  const bound = Number(site.node.schema[keyword]);
  const of = (size: number) => `of ${counted(size, one, many)}`;
  return [
    ...(bound > 0
      ? [accepted("below", `${of(bound - 1)}, one less than the most,`, ...sized(site, bound - 1))]
      : []),
    accepted("at", `${of(bound)}, the most allowed,`, ...sized(site, bound)),
    { ...refused("above", `${of(bound + 1)}, one too many,`, ...sized(site, bound + 1)), also: beside },
  ];
}

/** Length is counted in code points (JSON Schema Validation 6.3), not in UTF-16 units or bytes. */
function codePoints(site: Site, keyword: string, offset: number): Probe[] {
  const length = Number(site.node.schema[keyword]) + offset;
  if (length < 1) return [];
  const says = `of ${counted(length, "character")} outside the basic plane`;
  const changes = textSized("\u{1f600}")(site, length).filter(([edit]) => isAstral(edit));
  return [
    offset < 0
      ? refused("below-astral", `${says}, one too few,`, ...changes)
      : accepted("at-astral", says, ...changes),
  ];
}

function isAstral(edit: Edit | undefined): boolean {
  return edit !== undefined && /\p{Extended_Pictographic}/u.test(JSON.stringify(edit));
}

/** The present text made longer, since that makes most sense to a server; else one of nothing but `unit`, or a fitting one. */
function textSized(unit: string): Sized {
  return upTo(longestText, ({ nodes, pointer, value }, size) => {
    const present = typeof value === "string" ? `${value} ` : "";
    const missing = size - [...present].length;
    const grown: Edit[] =
      present !== "" && missing > 0 ? [{ set: pointer, text: unit, times: missing, head: present }] : [];
    const fitting = textOfLength(textFacets(nodes), size, unit);
    return [
      ...(grown.length > 0 ? [grown] : []),
      ...(fitting === undefined || fitting === unit.repeat(size) ? [] : [set(pointer, fitting)]),
      [{ set: pointer, text: unit, times: size }],
    ];
  });
}

const writtenOut = 1_000;

function itemsSized(site: Site, size: number): (readonly Edit[])[] {
  const { nodes, pointer, value, kit } = site;
  if (size === 0) return [set(pointer, [])];
  const present = Array.isArray(value) ? (value as Json[]).slice(0, size) : [];
  const targetsAt = (index: number) => nodes.flatMap((node) => itemTargets(node, index));
  if (nodes.some(({ schema }) => schema.prefixItems !== undefined)) {
    const added = Array.from({ length: size - present.length }, (_, index) =>
      kit.sampler.one(...targetsAt(present.length + index)),
    );
    return added.every((item) => item !== undefined) ? [set(pointer, [...present, ...added])] : [];
  }
  const more = kit.sampler.several(size, ...targetsAt(0));
  if (more === undefined) {
    const one = kit.sampler.one(...targetsAt(0));
    return one === undefined ? [] : [[{ set: pointer, item: one, times: size }]];
  }
  const taken = new Set(present.map((item) => JSON.stringify(item)));
  const kept = [...present, ...more.filter((item) => !taken.has(JSON.stringify(item)))];
  const short = JSON.stringify(more).length <= writtenOut;
  return short
    ? [set(pointer, kept.slice(0, size)), set(pointer, more)]
    : countedItems(pointer, more, present.length);
}

/** Items that differ by a number at the end of one text, or by one number; after those that are there, or instead. */
function countedItems(pointer: string, items: readonly Json[], keep: number): (readonly Edit[])[] {
  const [item] = items as [Json];
  const times = items.length;
  const vary = isSchemaObject(item) ? Object.keys(item).map((name) => `/${name}`) : [""];
  const counted = vary.map((at) => ({ set: pointer, item, times, vary: at }));
  return [...counted.map((edit) => [{ ...edit, keep }]), ...counted.map((edit) => [edit])];
}

function entriesSized({ nodes, pointer, value, kit }: Site, size: number): (readonly Edit[])[] {
  if (size === 0) return [set(pointer, {})];
  const present = isSchemaObject(value) ? (Object.entries(value) as [string, Json][]) : [];
  const declared = namesBeyond(nodes, new Set(present.map(([name]) => name))).flatMap(
    (name): [string, Json][] => {
      const sample = kit.sampler.one(...nodes.flatMap((node) => propertyTargets(node, name)));
      return sample === undefined ? [] : [[name, sample]];
    },
  );
  const named = [...present, ...declared].slice(0, size);
  const [first] = named;
  const made: (readonly Edit[])[] =
    first === undefined ? [] : [[{ set: pointer, entry: first[1], stem: first[0], times: size }]];
  return named.length === size ? [set(pointer, Object.fromEntries(named)), ...made] : made;
}
