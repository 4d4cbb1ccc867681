/** Probes of the keywords that bound the length of strings, arrays and objects. */

import { formatCount } from "@toolwright/check/report";
import { applyEdits, type Edit, type Json } from "@toolwright/conformance/cases";
import { isSchemaObject } from "@toolwright/json-schema";
import { textConstraints, textOfLength } from "@toolwright/json-schema/graph";
import { itemTargets, namesBeyond, propertyTargets } from "@toolwright/json-schema/sampling";
import {
  accepted,
  maxParts,
  type Probe,
  type ProbedValue,
  type Prober,
  readBound,
  refused,
  set,
  steps,
} from "./probe.ts";

/** Makes alternative changes that give the value a size; none if there is no way. */
type Sized = (probed: ProbedValue, size: number) => (readonly Edit[])[];

/** Returns the size of a value; `undefined` if it has another type. */
type Measure = (value: Json) => number | undefined;

const countCharacters: Measure = (value) => (typeof value === "string" ? [...value].length : undefined);
const countItems: Measure = (value) => (Array.isArray(value) ? value.length : undefined);
const countEntries: Measure = (value) => (isSchemaObject(value) ? Object.keys(value).length : undefined);

/** Other keywords that a wrong size may break: a short string may not match, and too many items may not all differ. */
const alsoBroken = ["pattern", "format", "uniqueItems", "contains"];

/** Longer texts are not made, as with `maxParts`. */
const maxTextLength = 1_000_000;

function upTo(largest: number, sized: Sized): Sized {
  return (probed, size) => (size > largest ? [] : sized(probed, size));
}

type Around = readonly (readonly [make: typeof accepted, variant: keyof typeof steps, what: string])[];

const fewest: Around = [
  [refused, "below", "one too few"],
  [accepted, "at", "the fewest allowed"],
  [accepted, "above", "one more than the fewest"],
];
const most: Around = [
  [accepted, "below", "one less than the most"],
  [accepted, "at", "the most allowed"],
  [refused, "above", "one too many"],
];

/** The parts of a value that its size counts, and their name in the singular and the plural. */
interface SizedPart {
  readonly sized: Sized;
  readonly measure: Measure;
  readonly one: string;
  readonly many?: string;
}

function sizeProber(around: Around, { sized, measure, one, many }: SizedPart): Prober {
  return (probed, keyword) => {
    const bound = readBound(probed, keyword);
    return around.flatMap(([make, variant, what]) => {
      const size = bound + steps[variant];
      if (size < 0) return [];
      const probe = make(variant, `of ${formatCount(size, one, many)}, ${what},`, ...sized(probed, size));
      return [
        probe.expect === "refused"
          ? { ...probe, also: alsoBroken }
          : { ...probe, isTriedBy: (value: Json) => measure(value) === size },
      ];
    });
  };
}

const textProber = (around: Around) =>
  sizeProber(around, { sized: textSized("a"), measure: countCharacters, one: "character" });
const itemProber = (around: Around) =>
  sizeProber(around, { sized: upTo(maxParts, itemsSized), measure: countItems, one: "item" });
const entryProber = (around: Around) =>
  sizeProber(around, {
    sized: upTo(maxParts, entriesSized),
    measure: countEntries,
    one: "entry",
    many: "entries",
  });

/** Probes keywords that bound a size at the bound and on both sides of it. */
export const sizeProbers: Readonly<Record<string, Prober>> = {
  minLength: (...probed) => [...textProber(fewest)(...probed), ...codePoints(...probed, -1)],
  maxLength: (...probed) => [...textProber(most)(...probed), ...codePoints(...probed, 0)],
  minItems: itemProber(fewest),
  maxItems: itemProber(most),
  minProperties: entryProber(fewest),
  maxProperties: entryProber(most),
};

/** Length is counted in code points (JSON Schema Validation 6.3), not in UTF-16 units or bytes. */
function codePoints(probed: ProbedValue, keyword: string, offset: number): Probe[] {
  const length = readBound(probed, keyword) + offset;
  if (length < 1) return [];
  const says = `of ${formatCount(length, "character")} outside the basic plane`;
  const changes = textSized("\u{1f600}")(probed, length).filter(([edit]) => isAstral(edit));
  return [
    offset < 0
      ? refused("below-astral", `${says}, one too few,`, ...changes)
      : accepted("at-astral", says, ...changes),
  ];
}

function isAstral(edit: Edit | undefined): boolean {
  return edit !== undefined && /\p{Extended_Pictographic}/u.test(JSON.stringify(edit));
}

/** Extends the present text, which servers understand best; else a fitting text, or one made of `unit` alone. */
function textSized(unit: string): Sized {
  return upTo(maxTextLength, ({ nodes, pointer, value }, size) => {
    const present = typeof value === "string" ? `${value} ` : "";
    const missing = size - [...present].length;
    const grown: Edit[] =
      present !== "" && missing > 0 ? [{ set: pointer, text: unit, times: missing, head: present }] : [];
    const fitting = textOfLength(textConstraints(nodes), size, unit);
    return [
      ...(grown.length > 0 ? [grown] : []),
      ...(fitting === undefined || fitting === unit.repeat(size) ? [] : [set(pointer, fitting)]),
      [{ set: pointer, text: unit, times: size }],
    ];
  });
}

/** The length of a list, as JSON, that is written out although its items could be counted, and of one whose items cannot. */
const writtenOut = 1_000;
const mostWrittenOut = 20_000;

function itemsSized(probed: ProbedValue, size: number): (readonly Edit[])[] {
  const { nodes, pointer, value, context } = probed;
  if (size === 0) return [set(pointer, [])];
  const present = Array.isArray(value) ? (value as Json[]).slice(0, size) : [];
  const targetsAt = (index: number) => itemTargets(nodes, index);
  if (nodes.some(({ prefix }) => prefix.length > 0)) {
    const added = Array.from({ length: size - present.length }, (_, index) =>
      context.sampler.one(...targetsAt(present.length + index)),
    );
    return added.every((item) => item !== undefined) ? [set(pointer, [...present, ...added])] : [];
  }
  const more = context.sampler.several(size, ...targetsAt(0));
  if (more === undefined) {
    const one = context.sampler.one(...targetsAt(0));
    return one === undefined ? [] : [[{ set: pointer, item: one, times: size }]];
  }
  const existing = new Set(present.map((item) => JSON.stringify(item)));
  const kept = [...present, ...more.filter((item) => !existing.has(JSON.stringify(item)))];
  const { length } = JSON.stringify(more);
  const whole = [set(pointer, kept.slice(0, size)), set(pointer, more)];
  if (length <= writtenOut) return whole;
  const isItem = (item: Json) => targetsAt(0).every((target) => context.fits(item, target));
  const counted = countedItems(pointer, more, { keep: present.length, isItem });
  return counted.length === 0 && length <= mostWrittenOut ? whole : counted;
}

/**
 * Returns changes that add items, after the existing ones or in their place. The items differ by a number at the end of one
 * text, or by one number. Ids of a fixed form cannot.
 */
function countedItems(
  pointer: string,
  items: readonly Json[],
  { keep, isItem }: { readonly keep: number; isItem(item: Json): boolean },
): (readonly Edit[])[] {
  const [item] = items as [Json];
  const times = items.length;
  const places = isSchemaObject(item) ? Object.keys(item).map((name) => `/${name}`) : [""];
  const counted = places
    .map((at) => ({ set: pointer, item, times, vary: at }))
    .filter((edit) => (applyEdits([], [{ ...edit, set: "" }]) as Json[]).slice(1, 2).every(isItem));
  return [...counted.map((edit) => [{ ...edit, keep }]), ...counted.map((edit) => [edit])];
}

function entriesSized({ nodes, pointer, value, context }: ProbedValue, size: number): (readonly Edit[])[] {
  if (size === 0) return [set(pointer, {})];
  const present = isSchemaObject(value) ? (Object.entries(value) as [string, Json][]) : [];
  const declared = namesBeyond(nodes, new Set(present.map(([name]) => name))).flatMap(
    (name): [string, Json][] => {
      const sample = context.sampler.one(...propertyTargets(nodes, name));
      return sample === undefined ? [] : [[name, sample]];
    },
  );
  const named = [...present, ...declared].slice(0, size);
  const [first] = named;
  const made: (readonly Edit[])[] =
    first === undefined ? [] : [[{ set: pointer, entry: first[1], stem: first[0], times: size }]];
  return named.length === size ? [set(pointer, Object.fromEntries(named)), ...made] : made;
}
