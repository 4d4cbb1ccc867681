/**
 * Compares two schemas of a tool by direction: an input that was accepted must still be accepted, and a new result must have
 * been possible before.
 */

import { createHash } from "node:crypto";
import { canonical, isSchemaObject, type JsonSchema } from "@toolwright/json-schema";
import { conjuncts, type Step } from "@toolwright/json-schema/graph";
import { compareSchemas, type Gap } from "@toolwright/json-schema/subschema";
import { type Code, codeOfGap, type Finding, finding } from "./codes.ts";
import { afterAndBefore, wholeDiffers } from "./keyword-words.ts";

export type Side = "input" | "output";

/** The kind of each gap by its keyword; `findKind` has the others. */
const kinds: Readonly<Record<string, string>> = {
  required: "required",
  type: "type",
  enum: "values",
  pattern: "text",
  format: "text",
  uniqueItems: "range",
  multipleOf: "range",
};

export function schemaFindings(tool: string, side: Side, old: JsonSchema, current: JsonSchema): Finding[] {
  const { narrowed, widened } = compareSchemas(old, current);
  const [breaking, harmless] = side === "input" ? [narrowed, widened] : [widened, narrowed];
  const direction = (gaps: readonly Gap[]) => (gaps === narrowed ? "narrowed" : "widened");
  const found = [
    ...breaking.map((gap) => toFinding(tool, side, gap, direction(breaking))),
    ...harmless
      .filter(({ witness }) => witness)
      .map((gap) => toFinding(tool, side, gap, direction(harmless))),
  ];
  const isRewritten = breaking.length === 0 && harmless.length > 0 && found.length === 0;
  const all = isRewritten
    ? [
        finding(
          `${side}-rewritten`,
          showPlace(side, harmless[0]!.path),
          "Neither schema refuses what fits the other, as far as is known.",
          { tool },
        ),
      ]
    : found;
  return withoutContradictions(withoutRepeats(withoutEchoes(all, side)), side);
}

/**
 * Leaves one verdict on each changed type. A break at a place explains a doubt there, and a type or a list of values that was replaced is
 * not also reported as accepting more. A type that only accepts more is shown with all of its types.
 */
function withoutContradictions(findings: readonly Finding[], side: Side): Finding[] {
  const breaks = findings.filter((each) => each.class === "breaking");
  return findings.flatMap((each) => {
    const here = breaks.filter(({ place }) => place === each.place);
    if (each.code === `${side}-undecided`)
      return here.length > 0 || isClaimed(each, findings) || explainsWhole(each, breaks, side) ? [] : [each];
    const [changed] = /-(type|values)-/.exec(each.code) ?? [];
    if (each.class !== "additive" || changed === undefined) return [each];
    if (here.some(({ code }) => code.includes(changed))) return [];
    return changed === "-type-" ? [{ ...each, ...unionOfTypes(each, side) }] : [each];
  });
}

/** Whether a finding says already that the name has a schema, which no schema said anything about. */
function isClaimed({ place }: Finding, findings: readonly Finding[]): boolean {
  return findings.some((each) => each.code === "input-property-claimed" && each.place === place);
}

/** Whether a break below a place explains that its schemas differ as a whole. */
function explainsWhole({ place, detail }: Finding, breaks: readonly Finding[], side: Side): boolean {
  const below = place === side ? `${side} /` : `${place}/`;
  return detail === wholeDiffers && breaks.some((each) => each.place.startsWith(below));
}

/** A gap shows one branch of a union: the new types of an input, or the old ones of a result. */
function unionOfTypes({ before, after }: Finding, side: Side): Partial<Finding> {
  if (before === undefined || after === undefined) return {};
  const types = new Set([...before.split(", "), ...after.split(", ")]);
  if (types.has("number")) types.delete("integer");
  const union = [...types].sort().join(", ");
  return side === "input" ? { after: union } : { before: union };
}

/**
 * Removes findings that repeat another one: a removed argument is not also reported as no longer required, and a new required
 * argument not also as new.
 */
function withoutEchoes(findings: readonly Finding[], side: Side): Finding[] {
  const places = (codes: readonly string[]) =>
    new Set(findings.filter(({ code }) => codes.includes(code)).map(({ place }) => place));
  const gone = places([`${side}-property-removed`, `${side}-property-ignored`]);
  const required = new Set(findings.filter(({ code }) => requiring.includes(code)).map(propertyPlace));
  return findings.filter((each) => {
    if (each.code === `${side}-property-optional` && each.class === "additive")
      return !gone.has(propertyPlace(each));
    return !(introducing.includes(each.code) && required.has(each.place));
  });
}

const requiring: readonly Code[] = [
  "input-property-required",
  "input-property-defaulted",
  "output-property-required",
];
const introducing: readonly Code[] = [
  "input-property-added",
  "input-property-claimed",
  "output-property-added",
];

/** The place of the property that a finding about `required` names. */
export function propertyPlace({ place, detail }: Pick<Finding, "place" | "detail">): string {
  const [, name = ""] = /^("(?:[^"\\]|\\.)*")/.exec(detail) ?? [];
  const step = name === "" ? "" : `/${JSON.parse(name)}`;
  return place.includes(" ") ? place + step : `${place} ${step}`;
}

/**
 * Keeps one finding for each code and place, preferably one that shows a value. A proven break at a place makes a doubt there
 * redundant.
 */
function withoutRepeats(findings: readonly Finding[]): Finding[] {
  const byPlace = Map.groupBy(findings, ({ code, place, detail }) => `${code} ${place} ${detail}`);
  return [...byPlace.values()].flatMap((alike) => alike.slice(0, 1));
}

function toFinding(tool: string, side: Side, gap: Gap, direction: "narrowed" | "widened"): Finding {
  const { kind, path } = findKind(gap);
  const { detail, ...values } = afterAndBefore(gap, kind, direction === "narrowed");
  const lenient = side === "input" && direction === "narrowed" ? lenientCode(gap) : undefined;
  const decided = lenient ?? codeOfGap.get(`${side} ${direction} ${kind}`);
  const code = (gap.witness && decided) ?? (`${side}-undecided` as const);
  const shown = gap.witness && { witness: gap.witness };
  const change = readChange(gap);
  const says = code === "input-property-defaulted" ? detail.replace(/\.$/, ", and has a default.") : detail;
  return finding(code, showPlace(side, path), says, { tool, ...values, ...shown, ...change });
}

/** The schemas on both sides of a gap. What a reference means depends on the definitions of its tool, so these are a part of the key. */
function readChange({ left, right }: Gap): Pick<Finding, "change"> {
  const schemas = [left.map(({ schema }) => schema), right.schema];
  const text = canonical(schemas);
  if (text.length > maxKey) return {};
  const roots = text.includes('"$ref"') ? [...left, right].map(({ root }) => root.schema) : [];
  const definitions = roots.map((schema) =>
    isSchemaObject(schema) ? [schema.$defs, schema.definitions] : [],
  );
  const key = canonical([schemas, definitions]);
  return key.length > maxKey ? {} : { change: createHash("sha256").update(key).digest("hex") };
}

/** Longer schemas are not compared with those of other tools. */
const maxKey = 200_000;

/** The code of a narrowed input that schemas refuse and servers need not. */
function lenientCode(gap: Gap): Code | undefined {
  if (isSafeBound(gap)) return "input-safe-integer";
  return gap.keyword === "required" && hasDefault(gap) ? "input-property-defaulted" : undefined;
}

/** Tells whether the new schema has a default for the property that it requires. */
function hasDefault({ right, name }: Gap): boolean {
  const property = name === undefined ? undefined : right.properties.get(name);
  return property !== undefined && conjuncts([property]).some(({ fallback }) => fallback !== undefined);
}

/** Tells whether the new bound is the largest or smallest safe integer; Zod writes it for every integer. */
function isSafeBound({ keyword, right }: Gap): boolean {
  const bound = right.numbers[keyword];
  if (keyword === "maximum") return bound === Number.MAX_SAFE_INTEGER;
  return keyword === "minimum" && bound === Number.MIN_SAFE_INTEGER;
}

/** Returns the kind of a gap and its place: the first property on the path that the left schemas do not name. */
function findKind({ keyword, path, trail, left, right }: Gap): { kind: string; path: readonly Step[] } {
  const unnamed = path.findIndex(
    (step, index) =>
      "property" in step && !trail[index]?.some(({ properties }) => properties.has(step.property)),
  );
  if (unnamed !== -1 && !right.never) return { kind: "unnamed", path: path.slice(0, unnamed + 1) };
  // A bound that was not declared before says nothing about what callers got.
  if (keyword === "maxItems" && left.some(({ numbers }) => numbers.maxItems !== undefined))
    return { kind: "items", path };
  if (keyword !== "false")
    return { kind: kinds[keyword] ?? (/^(min|max|exclusive)/.test(keyword) ? "range" : "rule"), path };
  const last = path.at(-1);
  if (last === undefined || "item" in last || ("other" in last && last.other === "item"))
    return { kind: "range", path };
  return { kind: "property" in last && unnamed === -1 ? "property" : "closed", path };
}

function showStep(step: Step): string {
  if ("property" in step) return `/${step.property}`;
  if ("item" in step) return `/${step.item}`;
  return step.other === "item" ? "/*" : "/{other}";
}

/** `input /pages/*\/title`; `input` for the whole. */
function showPlace(side: string, path: readonly Step[]): string {
  const text = path.map(showStep).join("");
  return text === "" ? side : `${side} ${text}`;
}
