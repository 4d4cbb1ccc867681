/** Rules about the time that patterns take with texts of strangers. */

import { isSchemaObject, memoize, normalise, type SchemaObject } from "@toolwright/json-schema";
import {
  type Backtracking,
  findBacktracking,
  linearSource,
  shortEnough,
} from "@toolwright/json-schema/patterns";
import type { SpecLocation, Violation } from "../diagnostics/diagnostic.ts";
import type { Model } from "../model/model.ts";
import { keyBelow, locationBelow } from "../resolve/limits.ts";
import { everySchema, type Rule } from "./rule.ts";

export const patternRules: readonly Rule[] = [
  {
    code: "pattern-terminates",
    acceptable: true,
    sentence: "Matching any text against a pattern ends in reasonable time.",
    violations: (model) => slowPatterns(model).filter(isHopeless).map(toViolation),
  },
  {
    code: "pattern-in-proportion",
    severity: "warning",
    sentence: "Matching takes time proportional to the length of the text, or `maxLength` keeps texts short.",
    violations: (model) =>
      slowPatterns(model)
        .filter((pattern) => !isHopeless(pattern) && !isLinear(pattern))
        .map(toViolation),
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
    ...names.flatMap((name) => slow(name, keyBelow(at, ["patternProperties", name]), undefined)),
  ];
}

function slow(source: string, at: SpecLocation, maxLength: number | undefined): SlowPattern[] {
  const backtracking = findBacktracking(source, maxLength);
  return backtracking ? [{ source, at, maxLength, backtracking }] : [];
}

/** Tells whether a pattern is exponential. Clients may use it on a backtracking engine, even though our validators do not. */
function isHopeless({ backtracking }: SlowPattern): boolean {
  return backtracking.growth === "exponential";
}

/** Generated validators match such texts in linear time. Names of properties are also matched where defaults are applied. */
function isLinear({ source, at }: SlowPattern): boolean {
  return at.key !== true && linearSource(source) !== undefined;
}

function toViolation({ source, at, maxLength, backtracking }: SlowPattern): Violation {
  const { growth, between } = backtracking;
  if (between === undefined || growth === "unknown")
    return { at, detail: "The pattern is too long or too complex to analyse.", hint: "Make it shorter." };
  const [one, other] = between.map((part) => `\`${part}\``);
  const reason =
    between[0] === ""
      ? `${other} is tried at each character anew`
      : `${one} and ${other} can read the same text`;
  const time = {
    exponential: "multiplies with each character",
    polynomial: "grows with a power of its length",
  };
  const detail = `${reason}: the time for it ${time[growth]}.`;
  return { at, detail, hint: hintFor(source, at, maxLength, growth) };
}

function hintFor(
  source: string,
  at: SpecLocation,
  maxLength: number | undefined,
  growth: Backtracking["growth"],
): string {
  const isUnbound = !source.startsWith("^") && findBacktracking(`^(?:${source})`, maxLength) === undefined;
  if (isUnbound) return "Begin it with ^, so that it is not tried at each character anew.";
  const rewrite = "Let no two repetitions, in each other or one after the other, read the same characters";
  if (growth === "exponential" || at.key) return `${rewrite}.`;
  return maxLength === undefined
    ? `${rewrite}, or put a maxLength of at most ${shortEnough[growth]} beside it.`
    : `${rewrite}, or lower maxLength to ${shortEnough[growth]} or less.`;
}
