/** Finds the form of texts that a schema wants: how it writes times, and how many digits a number in a text has. */
import { makeSample, type TimeForm, usualLayouts } from "@toolwright/conformance/cases";
import type { SchemaObject } from "@toolwright/json-schema";
import { type Matcher, patternOf } from "@toolwright/json-schema/patterns";

/** Texts that patterns of times refuse. A pattern that takes one of them is about other texts, too. */
const otherTexts = ["text", "2", "a-1"];

/** Returns the form of times by the format or the pattern of a schema; undefined if it is about other values. */
export function findTimeForm({ format, pattern }: SchemaObject): TimeForm | undefined {
  if (format === "date" || format === "date-time") return format;
  const matcher = matcherOf(pattern);
  if (matcher === undefined || otherTexts.some((text) => matcher.test(text))) return undefined;
  return ["date-time", "date", ...usualLayouts].find((as) =>
    matcher.test(String(makeSample({ now: 0, as }))),
  );
}

/** The most digits of a number that a run counts up. */
const mostDigits = 9;

/** Returns the smallest number with which a text fits a schema that wants so many digits: 10000 for `47{n}` and seven digits. */
export function findFirstNumber(nth: string, { pattern, minLength }: SchemaObject): number {
  const matcher = matcherOf(pattern);
  const fits = (n: number) => {
    const text = String(makeSample({ nth, as: "text" }, n));
    return (matcher?.test(text) ?? true) && text.length >= Number(minLength ?? 0);
  };
  const powers = Array.from({ length: mostDigits }, (_, index) => 10 ** index);
  return powers.find(fits) ?? 1;
}

/** A rule reports a pattern that cannot be read. */
function matcherOf(pattern: unknown): Matcher | undefined {
  if (typeof pattern !== "string") return undefined;
  try {
    return patternOf(pattern);
  } catch {
    return undefined;
  }
}
