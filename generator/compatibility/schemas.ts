/** The findings between two schemas of a tool, by direction: what was accepted must still be, what comes must have been possible. */
import type { JsonSchema } from "../model/schema.ts";
import type { Node } from "../schema/graph/node.ts";
import type { Step } from "../schema/graph/proofs/obligations.ts";
import { type Comparison, compareSchemas, type Gap } from "../subschema/compare.ts";
import { type Code, type Finding, finding } from "./codes.ts";
import { afterAndBefore } from "./keyword-words.ts";

/** What a gap is about, whatever the direction. */
type Kind = "property" | "closed" | "required" | "unnamed" | "type" | "values" | "range" | "text" | "rule";

/** The code of each kind, for a schema that refuses more than it did and for one that refuses less. */
const inputCodes: Readonly<Record<"narrowed" | "widened", Readonly<Record<Kind, Code>>>> = {
  narrowed: {
    property: "input-property-removed",
    closed: "input-closed",
    required: "input-property-required",
    unnamed: "input-property-claimed",
    type: "input-type-narrowed",
    values: "input-values-removed",
    range: "input-range-narrowed",
    text: "input-text-narrowed",
    rule: "input-rule-added",
  },
  widened: {
    property: "input-property-added",
    closed: "input-opened",
    required: "input-property-optional",
    unnamed: "input-property-ignored",
    type: "input-type-widened",
    values: "input-values-added",
    range: "input-range-widened",
    text: "input-text-widened",
    rule: "input-rule-removed",
  },
};

const outputCodes: typeof inputCodes = {
  narrowed: {
    property: "output-property-removed",
    closed: "output-closed",
    required: "output-property-required",
    unnamed: "output-property-added",
    type: "output-type-narrowed",
    values: "output-values-removed",
    range: "output-range-narrowed",
    text: "output-text-narrowed",
    rule: "output-rule-added",
  },
  widened: {
    property: "output-property-unexpected",
    closed: "output-opened",
    required: "output-property-optional",
    unnamed: "output-property-removed",
    type: "output-type-widened",
    values: "output-values-added",
    range: "output-range-widened",
    text: "output-text-widened",
    rule: "output-rule-removed",
  },
};

const kinds: Readonly<Record<string, Kind>> = {
  required: "required",
  type: "type",
  enum: "values",
  pattern: "text",
  format: "text",
  uniqueItems: "range",
  multipleOf: "range",
};

export function inputFindings(tool: string, old: JsonSchema, current: JsonSchema): Finding[] {
  return findingsOf(tool, "input", compareSchemas(old, current), inputCodes);
}

export function outputFindings(tool: string, old: JsonSchema, current: JsonSchema): Finding[] {
  return findingsOf(tool, "output", compareSchemas(old, current), outputCodes);
}

function findingsOf(
  tool: string,
  side: "input" | "output",
  { narrowed, widened }: Comparison,
  codes: typeof inputCodes,
): Finding[] {
  const [breaking, harmless] = side === "input" ? [narrowed, widened] : [widened, narrowed];
  const undecided: Code = `${side}-undecided`;
  const rewritten: Code = `${side}-rewritten`;
  const direction = (gaps: readonly Gap[]) => (gaps === narrowed ? "narrowed" : "widened");
  const found = [
    ...breaking.map((gap) => ofGap(tool, side, gap, direction(breaking), codes, undecided)),
    ...harmless
      .filter(({ witness }) => witness)
      .map((gap) => ofGap(tool, side, gap, direction(harmless), codes, undecided)),
  ];
  const isRewritten = breaking.length === 0 && harmless.length > 0 && found.length === 0;
  const all = isRewritten
    ? [
        finding(
          rewritten,
          placeOf(side, harmless[0]!.path),
          "Neither schema refuses what fits the other, as far as is known.",
          { tool },
        ),
      ]
    : found;
  return withoutRepeats(withoutEchoes(all, side));
}

/**
 * One change is one finding: an argument that is gone is not also one that is no longer required, and one that is new and required
 * is not also one that callers may leave out.
 */
function withoutEchoes(findings: readonly Finding[], side: "input" | "output"): Finding[] {
  const places = (codes: readonly string[]) =>
    new Set(findings.filter(({ code }) => codes.includes(code)).map(({ place }) => place));
  const gone = places([`${side}-property-removed`, `${side}-property-ignored`]);
  const required = new Set(
    findings.filter(({ code }) => code === `${side}-property-required`).map(propertyPlace),
  );
  return findings.filter((each) => {
    if (each.code === `${side}-property-optional` && each.class === "additive")
      return !gone.has(propertyPlace(each));
    return !(each.code === `${side}-property-added` && required.has(each.place));
  });
}

/** The place of the property that a finding about `required` names. */
function propertyPlace({ place, detail }: Finding): string {
  const [, name = ""] = /^("(?:[^"\\]|\\.)*")/.exec(detail) ?? [];
  const step = name === "" ? "" : `/${JSON.parse(name)}`;
  return place.includes(" ") ? place + step : `${place} ${step}`;
}

/** Of the findings with one code at one place, those that show a value stay; a place that shows a break needs no doubt beside it. */
function withoutRepeats(findings: readonly Finding[]): Finding[] {
  const byPlace = new Map<string, Finding>();
  for (const each of findings) {
    const key = `${each.code} ${each.place} ${each.detail}`;
    if (!byPlace.has(key)) byPlace.set(key, each);
  }
  return [...byPlace.values()];
}

function ofGap(
  tool: string,
  side: "input" | "output",
  gap: Gap,
  direction: "narrowed" | "widened",
  codes: typeof inputCodes,
  undecided: Code,
): Finding {
  const { kind, path } = kindOf(gap);
  const words = afterAndBefore(gap, kind, direction);
  const isSafe = side === "input" && direction === "narrowed" && isSafeBound(gap);
  const code = gap.witness ? (isSafe ? "input-safe-integer" : codes[direction][kind]) : undecided;
  return finding(code, placeOf(side, path), words.detail, {
    tool,
    ...(words.before !== undefined && { before: words.before }),
    ...(words.after !== undefined && { after: words.after }),
    ...(gap.witness && { witness: gap.witness }),
  });
}

/** Whether the new bound is that of integers which JSON numbers hold exactly; Zod writes it for every integer. */
function isSafeBound({ keyword, right }: Gap): boolean {
  const bound = right.numbers[keyword];
  if (keyword === "maximum") return bound === Number.MAX_SAFE_INTEGER;
  return keyword === "minimum" && bound === Number.MIN_SAFE_INTEGER;
}

/** The kind of a gap, and its place: that of the first property on the way which the left schemas do not name. */
function kindOf({ keyword, path, trail, right }: Gap): { kind: Kind; path: readonly Step[] } {
  const unnamed = path.findIndex(
    (step, index) => "property" in step && !isNamed(trail[index] ?? [], step.property),
  );
  if (unnamed !== -1 && !right.never) return { kind: "unnamed", path: path.slice(0, unnamed + 1) };
  if (keyword !== "false")
    return { kind: kinds[keyword] ?? (/^(min|max|exclusive)/.test(keyword) ? "range" : "rule"), path };
  const last = path.at(-1);
  if (last === undefined || "item" in last || ("other" in last && last.other === "item"))
    return { kind: "range", path };
  return { kind: "property" in last && unnamed === -1 ? "property" : "closed", path };
}

function isNamed(nodes: readonly Node[], name: string): boolean {
  return nodes.some(({ properties }) => properties.has(name));
}

/** `input /pages/*\/title`; `input` for the whole. */
function placeOf(side: string, path: readonly Step[]): string {
  const text = path
    .map((step) =>
      "property" in step
        ? `/${step.property}`
        : "item" in step
          ? `/${step.item}`
          : step.other === "item"
            ? "/*"
            : "/{other}",
    )
    .join("");
  return text === "" ? side : `${side} ${text}`;
}
