/** Rules about the time that patterns take with texts of strangers. */
import { memoize } from "../cache/memoize.ts";
import type { SpecLocation, Violation } from "../diagnostics/diagnostic.ts";
import type { Model } from "../model/model.ts";
import type { SchemaObject } from "../model/schema.ts";
import { type Backtracking, backtrackingOf } from "../patterns/backtracking.ts";
import { linearSource } from "../patterns/linear.ts";
import { locationBelow } from "../resolve/limits.ts";
import { isSchemaObject } from "../schema/keywords.ts";
import { normalise } from "../schema/normalise.ts";
import { everySchema, type Rule } from "./rule.ts";

export const patternRules: readonly Rule[] = [
  {
    code: "pattern-terminates",
    acceptable: true,
    sentence: "Matching a text against a pattern ends in reasonable time, whatever the text.",
    violations: (model) => slowPatterns(model).filter(isHopeless).map(violationOf),
  },
  {
    code: "pattern-in-proportion",
    severity: "warning",
    sentence: "Matching takes time in proportion to the text, or `maxLength` keeps texts short.",
    violations: (model) =>
      slowPatterns(model)
        .filter((pattern) => !isHopeless(pattern) && !isLinear(pattern))
        .map(violationOf),
  },
];

interface SlowPattern {
  readonly source: string;
  readonly at: SpecLocation;
  readonly maxLength: number | undefined;
  readonly backtracking: Backtracking;
}

const slowPatterns = memoize((model: Model) =>
  everySchema(model).flatMap(({ schema, root, at }) => slowIn(normalise(schema, root.dialect), at)),
);

function slowIn({ pattern, maxLength, patternProperties }: SchemaObject, at: SpecLocation): SlowPattern[] {
  const most = typeof maxLength === "number" ? maxLength : undefined;
  const names = isSchemaObject(patternProperties) ? Object.keys(patternProperties) : [];
  return [
    ...(typeof pattern === "string" ? slow(pattern, locationBelow(at, ["pattern"]), most) : []),
    ...names.flatMap((name) =>
      slow(name, { ...locationBelow(at, ["patternProperties", name]), key: true }, undefined),
    ),
  ];
}

function slow(source: string, at: SpecLocation, maxLength: number | undefined): SlowPattern[] {
  const backtracking = backtrackingOf(source, maxLength);
  return backtracking ? [{ source, at, maxLength, backtracking }] : [];
}

/** A text of 1,000 characters takes seconds: the ways grow with more than the cube, or with the cube and no other matcher can help. */
function isHopeless(pattern: SlowPattern): boolean {
  const { ways } = pattern.backtracking;
  return ways > 1e9 || (ways === 1e9 && !isLinear(pattern));
}

/** Generated validators match such texts in linear time. Names of properties are also matched where defaults are applied. */
function isLinear({ source, at }: SlowPattern): boolean {
  return at.key !== true && linearSource(source) !== undefined;
}

function violationOf({ source, at, maxLength, backtracking }: SlowPattern): Violation {
  if (backtracking.between === undefined)
    return { at, detail: "It is too long or too complex to tell.", hint: "Make it shorter." };
  const [one, other] = backtracking.between;
  const power = powerOf(source);
  const growth =
    power > 4 ? "multiplies with each character" : `grows with the ${powers[power]} of its length`;
  const reason =
    one === ""
      ? `${quote(other)} is tried at each character anew`
      : `${quote(one)} and ${quote(other)} can read the same text`;
  return { at, detail: `${reason}: the time for it ${growth}.`, hint: hintFor(source, at, maxLength, power) };
}

const powers = ["length", "length", "square", "cube", "fourth power"];

/** Of the time as a function of the length, where nothing bounds it. */
function powerOf(source: string): number {
  return Math.max(2, Math.round(Math.log10(backtrackingOf(source)?.ways ?? 1) / 3));
}

function quote(part: string): string {
  return `\`${part}\``;
}

function hintFor(source: string, at: SpecLocation, maxLength: number | undefined, power: number): string {
  const isUnbound = !source.startsWith("^") && backtrackingOf(`^(?:${source})`, maxLength) === undefined;
  if (isUnbound) return "Begin it with ^, so that it is not tried at each character anew.";
  const rewrite = "Let no two repetitions, in each other or one after the other, read the same characters";
  if (power > 4 || at.key) return `${rewrite}.`;
  // So long a text is still read in 1,000 ways for each character.
  const bearable = Math.floor(1_000 ** (1 / (power - 1)) + 1e-9);
  return maxLength === undefined
    ? `${rewrite}, or put a maxLength of at most ${bearable} beside it.`
    : `${rewrite}, or lower maxLength to ${bearable} or less.`;
}
