import { steps } from "../runtime/cases/edits.ts";
import type { SchemaObject } from "../schema/keywords.ts";
import type { Resolver, Target } from "../schema/roots.ts";
import { type Check, checksOf } from "./checks.ts";
import { isNode, type Node } from "./node.ts";

/** Keywords of one schema that are left out of account where it describes the value at a JSON pointer. */
export interface Ignored {
  readonly schema: SchemaObject;
  readonly keywords: readonly string[];
  readonly at: string;
}

/**
 * Whether a JSON value fits a schema, maybe with some keywords ignored: a value that does not fit, but does when one
 * keyword is ignored, breaks exactly that keyword. Ajv could only be asked that by compiling the schema once a keyword.
 * `$dynamicRef` is not looked at.
 *
 * `before` is a value that this one is a changed copy of: parts that both share are not looked at again.
 */
export type Fits = (value: unknown, target: Target, ignored?: Ignored, before?: unknown) => boolean;

/** References that lead in a circle without reaching into the value would never end. */
const deepest = 500;

/** Values that are remembered at a time. A weak map would need no bound, but keeps the garbage collector busy. */
const mostKnown = 5_000;

export function fitting(resolve: Resolver): Fits {
  const compiled = new Map<SchemaObject, readonly Check[]>();
  // Cases share most of their arguments with each other, as the same objects: those are looked at once a schema.
  const known = new Map<object, Map<SchemaObject, boolean>>();

  return (value, target, ignored, before) => {
    // What is not remembered beyond this question: by how many steps lead to what is ignored, then by schema and value.
    const asked = new Map<number, Map<SchemaObject, Map<unknown, boolean>>>();
    const ignoredPath = ignored && steps(ignored.at);
    let depth = 0;
    /** How many steps lead from the value's root to here, and how many of them lead to what is ignored. */
    let length = 0;
    let towards = 0;
    const judge = { holds, mayDecide };
    return holds(value, target, undefined, before);

    function holds(value: unknown, target: Target, step?: string | number, before?: unknown): boolean {
      if (!isNode(target)) return target.schema !== false;
      if (depth >= deepest) return false;
      depth++;
      const cameFrom = towards;
      if (step !== undefined) {
        if (towards === length && String(step) === ignoredPath?.[length]) towards++;
        length++;
      }
      const fits =
        leadsToIgnored() || isChanged(value, before)
          ? once(value, target, leadsToIgnored() ? length : nowhere, before)
          : remembered(value, target);
      if (step !== undefined) length--;
      towards = cameFrom;
      depth--;
      return fits;
    }

    function remembered(value: unknown, target: Node): boolean {
      if (typeof value !== "object" || value === null) return once(value, target, nowhere);
      let results = known.get(value);
      if (results === undefined) {
        if (known.size === mostKnown) known.clear();
        results = new Map();
        known.set(value, results);
      }
      let result = results.get(target.schema);
      if (result === undefined) {
        result = looked(value, target);
        results.set(target.schema, result);
      }
      return result;
    }

    /** References may lead to a schema on more ways than can be gone; one without any is as quickly looked at again. */
    function once(value: unknown, target: Node, at: number, before?: unknown): boolean {
      if (!isCombined(target.schema)) return looked(value, target, before);
      const bySchema = asked.get(at) ?? new Map<SchemaObject, Map<unknown, boolean>>();
      asked.set(at, bySchema);
      const results = bySchema.get(target.schema) ?? new Map<unknown, boolean>();
      bySchema.set(target.schema, results);
      const result = results.get(value) ?? looked(value, target, before);
      results.set(value, result);
      return result;
    }

    function looked(value: unknown, target: Node, before?: unknown): boolean {
      const isIgnoredHere =
        ignored?.schema === target.schema && length === ignoredPath!.length && leadsToIgnored();
      const fitting = isChanged(value, before) && fitted(before, target) ? before : undefined;
      for (const { keyword, passes } of checksFor(target)) {
        if (isIgnoredHere && ignored.keywords.includes(keyword)) continue;
        if (!passes(value, judge, fitting)) return false;
      }
      return true;
    }

    /** Whether the value before the change fits, with nothing ignored. */
    function fitted(before: object, target: Node): boolean {
      const cameFrom = towards;
      towards = nowhere;
      const fits = remembered(before, target);
      towards = cameFrom;
      return fits;
    }

    /** What is ignored lies elsewhere, or below another property. */
    function mayDecide(property: string): boolean {
      return !leadsToIgnored() || (length < ignoredPath!.length && ignoredPath![length] !== property);
    }

    function leadsToIgnored(): boolean {
      return ignoredPath !== undefined && towards === length;
    }
  };

  function checksFor(node: Node): readonly Check[] {
    let checks = compiled.get(node.schema);
    if (checks === undefined) {
      checks = checksOf(node, resolve);
      compiled.set(node.schema, checks);
    }
    return checks;
  }
}

/** No number of steps: what lies there does not lead to what is ignored. */
const nowhere = -1;

/** Whether a list or an object takes the place of another one. */
function isChanged(value: unknown, before: unknown): before is object {
  return (
    value !== before &&
    typeof value === "object" &&
    value !== null &&
    typeof before === "object" &&
    before !== null &&
    Array.isArray(value) === Array.isArray(before)
  );
}

function isCombined({
  $ref,
  allOf,
  anyOf,
  oneOf,
  not,
  if: condition,
  dependentSchemas,
}: SchemaObject): boolean {
  return [$ref, allOf, anyOf, oneOf, not, condition, dependentSchemas].some((part) => part !== undefined);
}
