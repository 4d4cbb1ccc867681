/** Says whether a value fits a node: yes, no, or not known. */
import { canonical, textLength } from "../json.ts";
import { isOfType } from "../keyword-values.ts";
import { isSchemaObject } from "../keywords.ts";
import { patternOf } from "../patterns/matcher.ts";
import { type Node, propertyNodes } from "./node.ts";
import { hasFormat } from "./texts/texts.ts";

/** Whether a value fits a node. Undefined: not known. */
export type Judgement = boolean | undefined;

/** Deeper values, and references that lead in a circle, are not judged. */
const maxDepth = 60;

/** Judges a value by the keywords that the graph knows. */
export function judge(node: Node, value: unknown): Judgement {
  return judgeOnce(node, value, 0, new Map());
}

/** Node -> value -> its verdict: references can lead to one schema in many ways, and each is judged once. */
type Verdicts = Map<Node, Map<unknown, Judgement>>;

/** @param depth of the value below the one that is judged, and of the schemas for it */
function judgeOnce(node: Node, value: unknown, depth: number, verdicts: Verdicts): Judgement {
  if (depth > maxDepth) return undefined;
  const known = verdicts.get(node) ?? new Map<unknown, Judgement>();
  if (known.has(value)) return known.get(value);
  const verdict = judgeParts(node, value, (child, inner) => judgeOnce(child, inner, depth + 1, verdicts));
  verdicts.set(node, known.set(value, verdict));
  return verdict;
}

function judgeParts(node: Node, value: unknown, below: Below): Judgement {
  return all([
    () => !node.never,
    () => node.types === undefined || node.types.some((type) => isOfType(value, type)),
    () => node.enums.every((values) => values.some((allowed) => canonical(allowed) === canonical(value))),
    () => (typeof value === "number" ? fitsNumber(node, value) : true),
    () => (typeof value === "string" ? fitsText(node, value) : true),
    () => (Array.isArray(value) ? fitsItems(node, value, below) : true),
    () => (isSchemaObject(value) ? fitsObject(node, value, below) : true),
    ...node.allOf.map((child) => () => below(child, value)),
    ...node.anyOf.map((branches) => () => some(branches.map((branch) => () => below(branch, value)))),
    ...node.oneOf.map((branches) => () => exactlyOne(branches.map((branch) => below(branch, value)))),
    ...node.not.map((child) => () => negate(below(child, value))),
    () => fitsCondition(node, value, below),
    () => (node.opaque.size === 0 ? true : undefined),
  ]);
}

type Below = (child: Node, inner: unknown) => Judgement;

function fitsNumber({ numbers }: Node, value: number): boolean {
  const { minimum = value, maximum = value, exclusiveMinimum, exclusiveMaximum, multipleOf } = numbers;
  return (
    value >= minimum &&
    value <= maximum &&
    (exclusiveMinimum === undefined || value > exclusiveMinimum) &&
    (exclusiveMaximum === undefined || value < exclusiveMaximum) &&
    (multipleOf === undefined || isMultiple(value, multipleOf))
  );
}

/** Whether a number is a multiple of another one, but for the rounding of decimal fractions. */
function isMultiple(value: number, step: number): boolean {
  const quotient = value / step;
  return Math.abs(quotient - Math.round(quotient)) <= 2 * Number.EPSILON * Math.abs(quotient);
}

function fitsText({ numbers, pattern, format }: Node, value: string): boolean {
  const length = textLength(value);
  const { minLength = 0, maxLength = length } = numbers;
  return (
    length >= minLength &&
    length <= maxLength &&
    (pattern === undefined || patternOf(pattern).test(value)) &&
    (format === undefined || hasFormat(value, format))
  );
}

function fitsItems(node: Node, items: readonly unknown[], below: Below): Judgement {
  const { minItems = 0, maxItems = items.length, minContains = 1, maxContains = items.length } = node.numbers;
  return all([
    () => items.length >= minItems && items.length <= maxItems,
    () => !node.unique || new Set(items.map(canonical)).size === items.length,
    ...items.map((item, index) => () => {
      const child = node.prefix[index] ?? node.rest;
      return child === undefined ? true : below(child, item);
    }),
    () => {
      if (node.contains === undefined) return true;
      const verdicts = items.map((item) => below(node.contains!, item));
      if (verdicts.includes(undefined)) return undefined;
      const count = verdicts.filter(Boolean).length;
      return count >= minContains && count <= maxContains;
    },
  ]);
}

function fitsObject(node: Node, value: Readonly<Record<string, unknown>>, below: Below): Judgement {
  const names = Object.keys(value);
  const { minProperties = 0, maxProperties = names.length } = node.numbers;
  const has = (name: string) => Object.hasOwn(value, name);
  return all([
    () => names.length >= minProperties && names.length <= maxProperties,
    () => node.required.every(has),
    ...[...node.dependentRequired].map(
      ([name, list]) =>
        () =>
          !has(name) || list.every(has),
    ),
    ...[...node.dependentSchemas].map(
      ([name, child]) =>
        () =>
          has(name) ? below(child, value) : true,
    ),
    ...names.flatMap((name) => [
      ...propertyNodes(node, name).map((child) => () => below(child, value[name])),
      ...(node.names ? [() => below(node.names!, name)] : []),
    ]),
  ]);
}

function fitsCondition({ condition }: Node, value: unknown, below: Below): Judgement {
  if (!condition) return true;
  const { when, then, otherwise } = condition;
  const applies = below(when, value);
  const branch = (child: Node | undefined) => (child === undefined ? true : below(child, value));
  if (applies === undefined) {
    const both = [branch(then), branch(otherwise)];
    return both[0] === both[1] ? both[0] : undefined;
  }
  return branch(applies ? then : otherwise);
}

function all(checks: readonly (() => Judgement)[]): Judgement {
  let verdict: Judgement = true;
  for (const check of checks) {
    const result = check();
    if (result === false) return false;
    if (result === undefined) verdict = undefined;
  }
  return verdict;
}

function some(checks: readonly (() => Judgement)[]): Judgement {
  return negate(all(checks.map((check) => () => negate(check()))));
}

function exactlyOne(verdicts: readonly Judgement[]): Judgement {
  const certain = verdicts.filter((verdict) => verdict === true).length;
  if (certain > 1) return false;
  return verdicts.includes(undefined) ? undefined : certain === 1;
}

function negate(verdict: Judgement): Judgement {
  return verdict === undefined ? undefined : !verdict;
}
