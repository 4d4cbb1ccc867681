import type { SchemaObject } from "../schema/keywords.ts";
import type { Resolver, Target } from "../schema/roots.ts";
import { type Check, checksOf } from "./checks.ts";
import { isNode, type Node } from "./node.ts";

/** Keywords of one schema that are left out of account where it describes the value at a path. */
export interface Ignored {
  readonly schema: SchemaObject;
  readonly keywords: readonly string[];
  readonly path: readonly string[];
}

/** Where a value comes from: what stands at `path` was replaced, all else is what it was, as the same objects. */
export interface Change {
  readonly before: unknown;
  readonly path: readonly string[];
}

/**
 * Whether a JSON value fits a schema, maybe with some keywords ignored: a value that does not fit, but does when one
 * keyword is ignored, breaks exactly that keyword. Ajv could only be asked that by compiling the schema once a keyword.
 * `$dynamicRef` is not looked at.
 *
 * Of a changed value only what the change may have made unfit is looked at, where the value before fits.
 */
export type Fits = (value: unknown, target: Target, ignored?: Ignored, change?: Change) => boolean;

/** References that lead in a circle without reaching into the value would never end. */
const deepest = 500;

/** Values that are remembered at a time. A weak map would need no bound, but keeps the garbage collector busy. */
const mostKnown = 5_000;

/** A question that takes more looks than this may lead to the same schemas again and again: from then on it remembers. */
const fewLooks = 1_000;

/** The checks of a schema. */
interface Checks {
  readonly all: readonly Check[];
  /** Those that may tell something else of an object or a list when one of its parts is replaced. */
  readonly ofParts: readonly Check[];
}

export function fitting(resolve: Resolver): Fits {
  const compiled = new Map<SchemaObject, Checks>();
  // Cases share most of their arguments with each other, as the same objects: those are looked at once a schema.
  const known = new Map<object, Map<SchemaObject, boolean>>();
  const judge = { holds, fitting: fittingBefore, mayDecide };

  // The present question: there is one at a time, and many of them.
  let ignored: Ignored | undefined;
  let change: Change | undefined;
  let looks = 0;
  let depth = 0;
  /** How many steps lead from the value's root to here, and how many of them lead to what is ignored, and to the change. */
  let length = 0;
  let towards = 0;
  let along = 0;
  // What is remembered of it alone: by how many steps lead to what is ignored, then by schema and value.
  let asked: Map<number, Map<SchemaObject, Map<unknown, boolean>>> | undefined;

  return (value, target, left, from) => {
    ignored = left;
    change = from;
    looks = 0;
    depth = 0;
    length = 0;
    towards = 0;
    along = 0;
    asked = undefined;
    return holds(value, target, undefined, fittingBefore(from?.before, target));
  };

  function holds(value: unknown, target: Target, step?: string | number, before?: unknown): boolean {
    if (!isNode(target)) return target.schema !== false;
    if (depth >= deepest) return false;
    depth++;
    const cameFrom = towards;
    const cameAlong = along;
    if (step !== undefined) {
      if (towards === length && String(step) === ignored?.path[length]) towards++;
      if (along === length && String(step) === change?.path[length]) along++;
      length++;
    }
    const fits =
      leadsToIgnored() || isChanged(value, before)
        ? once(value, target, leadsToIgnored() ? length : nowhere, before)
        : remembered(value, target);
    if (step !== undefined) length--;
    towards = cameFrom;
    along = cameAlong;
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

  /** References may lead to a schema on more ways than can be gone. */
  function once(value: unknown, target: Node, at: number, before?: unknown): boolean {
    if (looks < fewLooks) return looked(value, target, before);
    asked ??= new Map();
    const bySchema = asked.get(at) ?? new Map<SchemaObject, Map<unknown, boolean>>();
    asked.set(at, bySchema);
    const results = bySchema.get(target.schema) ?? new Map<unknown, boolean>();
    bySchema.set(target.schema, results);
    const result = results.get(value) ?? looked(value, target, before);
    results.set(value, result);
    return result;
  }

  function looked(value: unknown, target: Node, before?: unknown): boolean {
    looks++;
    const checks = checksFor(target);
    const leftOut =
      ignored?.schema === target.schema && length === ignored.path.length && leadsToIgnored()
        ? ignored.keywords
        : undefined;
    const former = isChanged(value, before) ? before : undefined;
    const part = former === undefined ? undefined : changedPart();
    if (part === undefined) {
      for (const { keyword, passes } of checks.all)
        if (!leftOut?.includes(keyword) && !passes(value, judge, former)) return false;
      return true;
    }
    for (const { keyword, passes, passesAt } of checks.ofParts) {
      if (leftOut?.includes(keyword)) continue;
      if (!(passesAt ? passesAt(value as object, part, judge, former!) : passes(value, judge, former)))
        return false;
    }
    return true;
  }

  /** The one part of the present value in which all that has changed lies. */
  function changedPart(): string | undefined {
    return along === length ? change?.path[length] : undefined;
  }

  /** With nothing ignored. */
  function fittingBefore(before: unknown, target: Target): unknown {
    if (before === undefined || !isNode(target)) return undefined;
    const cameFrom = towards;
    towards = nowhere;
    const fits = remembered(before, target);
    towards = cameFrom;
    return fits ? before : undefined;
  }

  /** What is ignored lies elsewhere, or below another property. */
  function mayDecide(property: string): boolean {
    return !leadsToIgnored() || (length < ignored!.path.length && ignored!.path[length] !== property);
  }

  function leadsToIgnored(): boolean {
    return ignored !== undefined && towards === length;
  }

  function checksFor(node: Node): Checks {
    let checks = compiled.get(node.schema);
    if (checks === undefined) {
      const all = checksOf(node, resolve);
      checks = { all, ofParts: all.filter(({ isOfParts }) => isOfParts) };
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
