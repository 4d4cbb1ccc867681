import type { Matcher } from "@toolwright/runtime/linear-pattern";
import { allDifferent, equal, formats, ucs2length } from "@toolwright/runtime/validation";
import { patternOf } from "../patterns/matcher.ts";
import { isSchemaObject, type SchemaObject } from "../schema/keywords.ts";

/** Whether a value satisfies a keyword that has no subschemas. Keywords do not apply to values of other types. */
type Assertion = (value: unknown, wanted: never) => boolean;

/** The assertions of JSON Schema 2020-12 (Validation, section 6), and `exactlyOne` of the spec language. */
export const assertions: Readonly<Record<string, Assertion>> = {
  type: (value, types: string | readonly string[]) =>
    typeof types === "string" ? isOfType(value, types) : types.some((type) => isOfType(value, type)),
  enum: (value, values: readonly unknown[]) => values.some((allowed) => equal(value, allowed)),
  const: (value, wanted: unknown) => equal(value, wanted),

  minLength: onText((text, least: number) => lengthOf(text) >= least),
  maxLength: onText((text, most: number) => lengthOf(text) <= most),
  pattern: onText((text, pattern: string) => patternOf(pattern).test(text)),
  format: onText((text, format: string) => hasFormat(text, format)),

  minimum: onNumber((number, least: number) => number >= least),
  maximum: onNumber((number, most: number) => number <= most),
  exclusiveMinimum: onNumber((number, bound: number) => number > bound),
  exclusiveMaximum: onNumber((number, bound: number) => number < bound),
  multipleOf: onNumber((number, step: number) => Number.isInteger(number / step)),

  minItems: onItems((items, least: number) => items.length >= least),
  maxItems: onItems((items, most: number) => items.length <= most),
  uniqueItems: onItems((items, unique: boolean) => !unique || allDifferent(items)),

  minProperties: onObject((object, least: number) => Object.keys(object).length >= least),
  maxProperties: onObject((object, most: number) => Object.keys(object).length <= most),
  required: onObject((object, names: readonly string[]) =>
    names.every((name) => Object.hasOwn(object, name)),
  ),
  dependentRequired: onObject((object, names: Readonly<Record<string, readonly string[]>>) =>
    Object.entries(names).every(
      ([name, others]) =>
        !Object.hasOwn(object, name) || others.every((other) => Object.hasOwn(object, other)),
    ),
  ),
  exactlyOne: onObject(
    (object, names: readonly string[]) => names.filter((name) => Object.hasOwn(object, name)).length === 1,
  ),
};

/** Length in code points. Most texts have one for each UTF-16 unit, which is quicker to see than to count. */
export function lengthOf(text: string): number {
  return /[\ud800-\udbff]/.test(text) ? ucs2length(text) : text.length;
}

function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return isSchemaObject(value);
    case "integer":
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

/** As Ajv asserts it; what it does not know, everything has. */
export function hasFormat(text: string, name: string): boolean {
  const format = Object.hasOwn(formats, name) ? formats[name] : undefined;
  if (format === undefined || typeof format === "boolean" || typeof format === "string") return true;
  if (typeof format === "function") return format(text);
  if (format instanceof RegExp) return format.test(text);
  const { validate } = format as { validate?: unknown };
  if (validate instanceof RegExp) return validate.test(text);
  return typeof validate === "function" ? validate(text) === true : true;
}

function onText<Wanted>(holds: (text: string, wanted: Wanted) => boolean): Assertion {
  return (value, wanted: Wanted) => typeof value !== "string" || holds(value, wanted);
}

function onNumber<Wanted>(holds: (number: number, wanted: Wanted) => boolean): Assertion {
  return (value, wanted: Wanted) => typeof value !== "number" || holds(value, wanted);
}

function onItems<Wanted>(holds: (items: readonly unknown[], wanted: Wanted) => boolean): Assertion {
  return (value, wanted: Wanted) => !Array.isArray(value) || holds(value, wanted);
}

function onObject<Wanted>(holds: (object: object, wanted: Wanted) => boolean): Assertion {
  return (value, wanted: Wanted) => !isSchemaObject(value) || holds(value, wanted);
}

/** The patterns of `patternProperties`, with what tells whether a name matches. */
export function patternsOf({ patternProperties }: SchemaObject): [string, Matcher][] {
  const patterns = isSchemaObject(patternProperties) ? Object.keys(patternProperties) : [];
  return patterns.map((pattern) => [pattern, patternOf(pattern)]);
}
