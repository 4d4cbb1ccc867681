import { discriminatorOf, tagsOf } from "../schema/discriminator.ts";
import { isSchemaObject } from "../schema/keywords.ts";
import type { Resolver, Target } from "../schema/roots.ts";
import { assertions, patternsOf } from "./assertions.ts";
import { lookedAtItems, lookedAtProperties } from "./evaluated.ts";
import { below, branches, type Node, referred } from "./node.ts";

/** What checks ask of the one who runs them. */
export interface Judge {
  /** Whether a value, or the part of it at `step`, fits a schema. `before`: what it was, which fits. */
  holds(value: unknown, target: Target, step?: string | number, before?: unknown): boolean;
  /** What a value was, if that fits. */
  fitting(before: unknown, target: Target): unknown;
  /** Whether nothing is ignored of the value itself nor of this property, so that the property tells which schema is meant. */
  mayDecide(property: string): boolean;
}

/** One keyword of a schema, made ready once for all the values that it is held against. */
export interface Check extends Verdicts {
  readonly keyword: string;
  /** Whether it looks into the parts of a list or an object, not only at how many there are and what they are called. */
  readonly isOfParts: boolean;
}

interface Verdicts {
  /** `before`: a list or an object that fits the schema, of which the value is a changed copy; most parts are the same. */
  passes(value: unknown, judge: Judge, before?: object): boolean;
  /** The same where the part at `step` is all that differs from `before`. Left out: `passes` tells that as quickly. */
  passesAt?(value: object, step: string, judge: Judge, before: object): boolean;
}

type Passes = Verdicts["passes"];
/** Makes a keyword ready. @returns `undefined` if it refuses nothing. */
type Applicator = (node: Node, resolve: Resolver) => Passes | Verdicts | undefined;

/** The checks of a schema, in the order in which its keywords are written. */
export function checksOf(node: Node, resolve: Resolver): Check[] {
  return Object.keys(node.schema).flatMap((keyword): Check[] => {
    if (Object.hasOwn(assertions, keyword)) return [assertionOf(keyword, node.schema[keyword] as never)];
    const made = Object.hasOwn(applicators, keyword) ? applicators[keyword]!(node, resolve) : undefined;
    if (made === undefined) return [];
    const verdicts = typeof made === "function" ? { passes: made } : made;
    return [{ keyword, isOfParts: keyword !== "propertyNames", ...verdicts }];
  });
}

function assertionOf(keyword: string, wanted: never): Check {
  const assertion = assertions[keyword]!;
  const isOfParts = ["enum", "const", "uniqueItems"].includes(keyword);
  return { keyword, isOfParts, passes: (value) => assertion(value, wanted) };
}

const applicators: Readonly<Record<string, Applicator>> = {
  $ref(node, resolve) {
    const target = referred(node, resolve);
    return target && ((value, { holds }, before) => holds(value, target, undefined, before));
  },

  properties(node) {
    const targets = propertiesOf(node);
    return {
      passes(value, { holds }, before) {
        if (!isSchemaObject(value)) return true;
        for (const name of Object.keys(value)) {
          const target = targets.get(name);
          if (target === undefined || isSame(value, before, name)) continue;
          if (!holds(value[name], target, name, partOf(before, name))) return false;
        }
        return true;
      },
      passesAt(value, name, { holds }, before) {
        const target = isSchemaObject(value) ? targets.get(name) : undefined;
        return target === undefined || holds(partOf(value, name), target, name, partOf(before, name));
      },
    };
  },

  patternProperties(node) {
    const patterns = patternsOf(node.schema);
    const targets = patterns.map(([pattern, matches]) => ({
      matches,
      target: below(node, "patternProperties", pattern),
    }));
    return (value, { holds }, before) =>
      targets.every(({ matches, target }) =>
        entries(value).every(
          ([name, child]) => !matches.test(name) || holds(child, target, name, partOf(before, name)),
        ),
      );
  },

  additionalProperties(node) {
    const target = below(node, "additionalProperties");
    const known = propertiesOf(node);
    const patterns = patternsOf(node.schema);
    const isOther = (name: string) => !known.has(name) && !patterns.some(([, matches]) => matches.test(name));
    return {
      passes(value, { holds }, before) {
        if (!isSchemaObject(value)) return true;
        for (const name of Object.keys(value)) {
          if (isSame(value, before, name) || !isOther(name)) continue;
          if (!holds(value[name], target, name, partOf(before, name))) return false;
        }
        return true;
      },
      passesAt(value, name, { holds }, before) {
        if (!isSchemaObject(value) || !isOther(name)) return true;
        return holds(value[name], target, name, partOf(before, name));
      },
    };
  },

  propertyNames(node) {
    const target = below(node, "propertyNames");
    return (value, { holds }) => entries(value).every(([name]) => holds(name, target));
  },

  dependentSchemas(node) {
    const map = node.schema.dependentSchemas;
    const names = isSchemaObject(map) ? Object.keys(map) : [];
    const targets = names.map((name) => ({ name, target: below(node, "dependentSchemas", name) }));
    return (value, { holds }) =>
      targets.every(
        ({ name, target }) => !isSchemaObject(value) || !Object.hasOwn(value, name) || holds(value, target),
      );
  },

  prefixItems(node) {
    const targets = branches(node, "prefixItems");
    return (value, { holds }) =>
      targets.every(
        (target, index) => index >= items(value).length || holds(items(value)[index], target, index),
      );
  },

  items(node) {
    const target = below(node, "items");
    const first = Array.isArray(node.schema.prefixItems) ? node.schema.prefixItems.length : 0;
    return {
      passes: (value, { holds }, before) =>
        items(value).every(
          (item, index) =>
            index < first ||
            isSame(value, before, index) ||
            holds(item, target, index, partOf(before, index)),
        ),
      passesAt: (value, step, { holds }, before) =>
        !Array.isArray(value) ||
        Number(step) < first ||
        holds(partOf(value, step), target, step, partOf(before, step)),
    };
  },

  contains(node) {
    const target = below(node, "contains");
    const { minContains = 1, maxContains = Number.POSITIVE_INFINITY } = node.schema;
    return (value, { holds }) => {
      if (!Array.isArray(value)) return true;
      const found = value.filter((item, index) => holds(item, target, index)).length;
      return found >= Number(minContains) && found <= Number(maxContains);
    };
  },

  unevaluatedItems(node, resolve) {
    const target = below(node, "unevaluatedItems");
    return (value, { holds }) => {
      if (!Array.isArray(value)) return true;
      const looked = lookedAtItems(node, value, holds, resolve);
      return value.every((item, index) => looked.has(index) || holds(item, target, index));
    };
  },

  unevaluatedProperties(node, resolve) {
    const target = below(node, "unevaluatedProperties");
    return (value, { holds }) => {
      if (!isSchemaObject(value)) return true;
      const looked = lookedAtProperties(node, value, holds, resolve);
      return Object.keys(value).every((name) => looked.has(name) || holds(value[name], target, name));
    };
  },

  allOf(node) {
    const targets = branches(node, "allOf");
    return (value, { holds }, before) => targets.every((target) => holds(value, target, undefined, before));
  },

  anyOf(node) {
    const targets = branches(node, "anyOf");
    return (value, { holds, fitting }, before) =>
      targets.some((target) => holds(value, target, undefined, fitting(before, target)));
  },

  oneOf(node, resolve) {
    const targets = branches(node, "oneOf");
    const tag = discriminatorOf(node.schema, node.root, resolve);
    const taggedFor = tag === undefined ? undefined : taggedBranches(node, tag, targets, resolve);
    return (value, { holds, fitting, mayDecide }, before) => {
      const candidates = taggedFor !== undefined && mayDecide(tag!) ? taggedFor(value) : targets;
      return (
        candidates.filter((target) => holds(value, target, undefined, fitting(before, target))).length === 1
      );
    };
  },

  not(node) {
    const target = below(node, "not");
    return (value, { holds }) => !holds(value, target);
  },

  if(node) {
    const condition = below(node, "if");
    const way = (keyword: string) => (node.schema[keyword] === undefined ? undefined : below(node, keyword));
    const [consequence, alternative] = [way("then"), way("else")];
    return (value, { holds }) => {
      const target = holds(value, condition) ? consequence : alternative;
      return target === undefined || holds(value, target);
    };
  },
};

/** The branches of a `oneOf` that a value's tag leaves: others cannot fit. */
function taggedBranches(
  { schema, root }: Node,
  tag: string,
  targets: readonly Target[],
  resolve: Resolver,
): (value: unknown) => readonly Target[] {
  const byTag = new Map<unknown, readonly Target[]>();
  for (const [index, target] of targets.entries()) {
    for (const value of tagsOf((schema.oneOf as unknown[])[index], tag, root, resolve))
      byTag.set(value, [target]);
  }
  return (value) => {
    if (!isSchemaObject(value)) return targets;
    return (Object.hasOwn(value, tag) ? byTag.get(value[tag]) : undefined) ?? [];
  };
}

function propertiesOf(node: Node): ReadonlyMap<string, Target> {
  const { properties } = node.schema;
  const names = isSchemaObject(properties) ? Object.keys(properties) : [];
  return new Map(names.map((name) => [name, below(node, "properties", name)]));
}

/** Whether a part is the very one that was there before. */
function isSame(value: unknown, before: object | undefined, step: string | number): boolean {
  return before !== undefined && partOf(value as object, step) === partOf(before, step);
}

function partOf(value: object | undefined, step: string | number): unknown {
  return value !== undefined && Object.hasOwn(value, step)
    ? (value as Readonly<Record<string | number, unknown>>)[step]
    : undefined;
}

function entries(value: unknown): [string, unknown][] {
  return isSchemaObject(value) ? Object.entries(value) : [];
}

function items(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
