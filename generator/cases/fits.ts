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
 */
export type Fits = (value: unknown, target: Target, ignored?: Ignored) => boolean;

/** References that lead in a circle without reaching into the value would never end. */
const deepest = 500;

/** Values that are remembered at a time. A weak map would need no bound, but keeps the garbage collector busy. */
const mostKnown = 5_000;

export function fitting(resolve: Resolver): Fits {
  const compiled = new WeakMap<SchemaObject, readonly Check[]>();
  // Cases share most of their arguments with each other, as the same objects: those are looked at once a schema.
  const known = new Map<object, Map<SchemaObject, boolean>>();

  return (value, target, ignored) => {
    const ignoredPath = ignored && steps(ignored.at);
    let depth = 0;
    /** How many steps lead from the value's root to here, and how many of them lead to what is ignored. */
    let length = 0;
    let towards = 0;
    const judge = { holds, mayDecide: () => !leadsToIgnored() };
    return holds(value, target);

    function holds(value: unknown, target: Target, step?: string | number): boolean {
      if (!isNode(target)) return target.schema !== false;
      if (depth >= deepest) return false;
      depth++;
      const before = towards;
      if (step !== undefined) {
        if (towards === length && String(step) === ignoredPath?.[length]) towards++;
        length++;
      }
      const fits = leadsToIgnored() ? looked(value, target) : remembered(value, target);
      if (step !== undefined) length--;
      towards = before;
      depth--;
      return fits;
    }

    function remembered(value: unknown, target: Node): boolean {
      if (typeof value !== "object" || value === null) return looked(value, target);
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

    function looked(value: unknown, target: Node): boolean {
      const isIgnoredHere =
        ignored?.schema === target.schema && length === ignoredPath!.length && leadsToIgnored();
      for (const { keyword, passes } of checksFor(target)) {
        if (isIgnoredHere && ignored.keywords.includes(keyword)) continue;
        if (!passes(value, judge)) return false;
      }
      return true;
    }

    function leadsToIgnored(): boolean {
      return ignoredPath !== undefined && towards === length;
    }
  };

  function checksFor(node: Node): readonly Check[] {
    const checks = compiled.get(node.schema) ?? checksOf(node, resolve);
    compiled.set(node.schema, checks);
    return checks;
  }
}
