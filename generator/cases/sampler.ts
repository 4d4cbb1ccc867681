/** Makes up values that fit schemas. */
import type { Json } from "@toolwright/conformance/cases";
import type { Fits } from "../schema/evaluator.ts";
import { isSchemaObject } from "../schema/keywords.ts";
import type { LocatedSchema, Resolver } from "../schema/roots.ts";
import { conjunctsOf, typesOf } from "./conjuncts.ts";
import { itemTargets, propertyTargets } from "./describing-schemas.ts";
import type { ExampleValues } from "./example-values.ts";
import { candidateNumbers, numbersAround } from "./numbers.ts";
import { matching } from "./pattern.ts";
import { addressOf, below, branches, type SchemaNode } from "./schema-node.ts";
import { shortText, textConstraints, textOfLength } from "./texts.ts";

/** Finds values that fit schemas, trying those of the spec's examples first. */
export interface Sampler {
  /** A small value that fits all of these schemas. */
  one(...targets: LocatedSchema[]): Json | undefined;
  /** As many different values as `count`, or none. */
  several(count: number, ...targets: LocatedSchema[]): Json[] | undefined;
}

/** Only endless recursion goes deeper. */
const maxDepth = 12;
/** Different objects are searched no deeper: each level multiplies the attempts by the number of properties. */
const maxDifferenceDepth = 3;

/** How many values are tried for one call: schemas may leave more choices than can be tried. */
const maxTries = 10_000;

/** `several` returns nothing for a larger count. */
const maxDifferent = 100_000;

/** A sample, and how many values were tried for it. */
interface CachedSample {
  readonly value: Json | undefined;
  readonly tries: number;
}

export function sampler(resolve: Resolver, fits: Fits, exampleValues: ExampleValues): Sampler {
  const cache = new Map<string, CachedSample>();
  const severalCache = new Map<string, Json[] | undefined>();
  /** Attempts of the present call. A cached sample adds the attempts that it took, so that results do not depend on the order of calls. */
  let tries = 0;
  return {
    one(...targets) {
      tries = 0;
      return one(targets, 0);
    },
    several(count, ...targets) {
      tries = 0;
      return count > maxDifferent ? undefined : several(count, targets, 0);
    },
  };

  function one(targets: readonly LocatedSchema[], depth: number): Json | undefined {
    const key = targets.map((target) => addressOf(target)).join(" ");
    const before = tries;
    const found = cache.get(key);
    if (found) {
      tries += found.tries;
      return tries > maxTries ? undefined : found.value;
    }
    const value =
      depth > maxDepth ? undefined : candidates(conjunctsOf(targets, resolve), depth).find(fitting(targets));
    // A search that was cut off by the depth may succeed when it starts elsewhere.
    if (value !== undefined || depth === 0) cache.set(key, { value, tries: tries - before });
    return value;
  }

  function fitting(targets: readonly LocatedSchema[]): (value: Json | undefined) => value is Json {
    return (value): value is Json => {
      tries++;
      return value !== undefined && targets.every((target) => fits(value, target));
    };
  }

  /** Yields candidates. Where the schemas leave a choice, each option is tried in turn; `chosen` are the choices already made. */
  function* candidates(
    nodes: readonly SchemaNode[],
    depth: number,
    chosen: ReadonlySet<string> = new Set(),
  ): Generator<Json | undefined> {
    if (++tries > maxTries) return;
    for (const node of nodes) yield* exampleValues.get(addressOf(node)) ?? [];
    for (const { schema } of nodes) {
      if (schema.const !== undefined) yield schema.const as Json;
      for (const values of [schema.enum, schema.examples]) if (Array.isArray(values)) yield* values as Json[];
      if (schema.default !== undefined) yield schema.default as Json;
    }
    const choice = choicesOf(nodes).find(({ at }) => !chosen.has(at));
    if (choice === undefined) yield* ofTypes(nodes, depth);
    for (const option of choice?.options ?? []) {
      yield* candidates([...nodes, ...conjunctsOf(option, resolve)], depth, new Set([...chosen, choice!.at]));
    }
  }

  function* ofTypes(nodes: readonly SchemaNode[], depth: number): Generator<Json | undefined> {
    for (const type of typesOf(nodes)) yield* ofType(type, nodes, depth);
  }

  function* ofType(type: string, nodes: readonly SchemaNode[], depth: number): Generator<Json | undefined> {
    switch (type) {
      case "string":
        yield shortText(textConstraints(nodes));
        return;
      case "integer":
      case "number":
        yield* candidateNumbers(nodes);
        return;
      case "boolean":
        yield* [true, false];
        return;
      case "null":
        yield null;
        return;
      case "array":
        yield array(nodes, depth);
        return;
      case "object":
        yield object(nodes, depth);
    }
  }

  function array(nodes: readonly SchemaNode[], depth: number): Json | undefined {
    const least = Math.max(0, ...nodes.map(({ schema }) => Number(schema.minItems ?? 0)));
    const contained = nodes.filter(({ schema }) => schema.contains !== undefined);
    const wanted = Math.max(least, ...contained.map(({ schema }) => Number(schema.minContains ?? 1)), 0);
    const unique = nodes.some(({ schema }) => schema.uniqueItems === true);
    if (wanted > maxTries) return undefined;
    const of = (index: number): LocatedSchema[] => [
      ...nodes.flatMap((node) => itemTargets(node, index)),
      ...contained.map((node) => below(node, "contains")),
    ];
    if (unique && wanted > 1) return several(wanted, of(wanted), depth + 1);
    const items: Json[] = [];
    for (let index = 0; index < wanted; index++) {
      const item = one(of(index), depth + 1);
      if (item === undefined) return undefined;
      items.push(item);
    }
    return items;
  }

  function object(nodes: readonly SchemaNode[], depth: number): Json | undefined {
    const required = new Set(
      nodes.flatMap(({ schema }) => [...namesIn(schema.required), ...namesIn(schema.exactlyOne).slice(0, 1)]),
    );
    const least = Math.max(0, ...nodes.map(({ schema }) => Number(schema.minProperties ?? 0)));
    const entries: [string, Json][] = [];
    for (const name of [...required, ...namesBeyond(nodes, required)]) {
      if (entries.length >= least && !required.has(name)) break;
      const value = one(
        nodes.flatMap((node) => propertyTargets(node, name)),
        depth + 1,
      );
      if (value !== undefined) entries.push([name, value]);
      else if (required.has(name)) return undefined;
    }
    return Object.fromEntries(entries);
  }

  function several(count: number, targets: readonly LocatedSchema[], depth: number): Json[] | undefined {
    const key = `${count} ${depth} ${targets.map((target) => addressOf(target)).join(" ")}`;
    if (!severalCache.has(key)) severalCache.set(key, findSeveral(count, targets, depth));
    return severalCache.get(key);
  }

  function findSeveral(count: number, targets: readonly LocatedSchema[], depth: number): Json[] | undefined {
    const nodes = conjunctsOf(targets, resolve);
    const isFitting = fitting(targets);
    const found = new Map<string, Json>();
    for (const value of variations(count, targets, nodes, depth)) {
      if (found.size === count) break;
      if (isFitting(value)) found.set(JSON.stringify(value), value);
    }
    return found.size === count ? [...found.values()] : undefined;
  }

  function* variations(
    count: number,
    targets: readonly LocatedSchema[],
    nodes: readonly SchemaNode[],
    depth: number,
  ): Generator<Json | undefined> {
    const first = one(targets, depth);
    yield first;
    for (const { schema } of nodes) if (Array.isArray(schema.enum)) yield* schema.enum as Json[];
    if (typeof first === "number") yield* numbersAround(first, count, nodes);
    if (typeof first === "string") yield* otherTexts(first, count, nodes);
    if (isSchemaObject(first) && depth < maxDifferenceDepth)
      yield* otherObjects(first as { [name: string]: Json }, count, nodes, depth + 1);
    yield* [true, false, null];
  }

  function* otherTexts(
    first: string,
    count: number,
    nodes: readonly SchemaNode[],
  ): Generator<Json | undefined> {
    for (let index = 1; index <= count; index++) yield first + index;
    for (let index = 1; index <= count; index++) yield first.slice(0, -String(index).length) + index;
    const constraints = textConstraints(nodes);
    for (
      let length = constraints.least;
      length <= Math.min(constraints.most, constraints.least + count);
      length++
    ) {
      yield textOfLength(constraints, length);
    }
  }

  /** Objects that differ from the first in one property, a required one if there is any. */
  function* otherObjects(
    first: { [name: string]: Json },
    count: number,
    nodes: readonly SchemaNode[],
    depth: number,
  ): Generator<Json | undefined> {
    for (const name of [...Object.keys(first), ...namesBeyond(nodes, new Set(Object.keys(first)))]) {
      const targets = nodes.flatMap((node) => propertyTargets(node, name));
      if (targets.length === 0) continue;
      for (const value of several(count, targets, depth) ?? []) yield { ...first, [name]: value };
    }
  }
}

/** Further names that an object may have: declared ones, then invented ones. */
export function namesBeyond(nodes: readonly SchemaNode[], existing: ReadonlySet<string>): string[] {
  const declared = nodes.flatMap(({ schema }) =>
    Object.keys(isSchemaObject(schema.properties) ? schema.properties : {}),
  );
  const patterns = nodes.flatMap(({ schema }) =>
    Object.keys(isSchemaObject(schema.patternProperties) ? schema.patternProperties : {}).flatMap((pattern) =>
      matching(pattern).slice(0, 1),
    ),
  );
  const open = nodes.some(({ schema }) => isSchemaObject(schema.additionalProperties));
  const names = [...declared, ...patterns, ...(open ? keysFor(nodes) : [])];
  return [...new Set(names)].filter((name) => !existing.has(name));
}

function keysFor(nodes: readonly SchemaNode[]): string[] {
  const named = nodes.flatMap(({ schema }) =>
    isSchemaObject(schema.propertyNames) && typeof schema.propertyNames.pattern === "string"
      ? matching(schema.propertyNames.pattern).slice(0, 1)
      : [],
  );
  return [...named, "key", "other"];
}

/** The choices that schemas leave: the branches of unions, and both outcomes of an `if`. */
function choicesOf(
  nodes: readonly SchemaNode[],
): { readonly at: string; readonly options: LocatedSchema[][] }[] {
  return nodes.flatMap((node) => {
    const unions = ["oneOf", "anyOf"].map((keyword) => ({
      at: addressOf(node, keyword),
      options: branches(node, keyword).map((branch) => [branch]),
    }));
    const [then, otherwise] = ["then", "else"].map((keyword) =>
      node.schema[keyword] === undefined ? [] : [below(node, keyword)],
    ) as [LocatedSchema[], LocatedSchema[]];
    const conditional = { at: addressOf(node, "if"), options: [otherwise, [below(node, "if"), ...then]] };
    return [
      ...unions.filter(({ options }) => options.length > 0),
      ...(node.schema.if === undefined ? [] : [conditional]),
    ];
  });
}

function namesIn(list: unknown): string[] {
  return Array.isArray(list) ? list.map(String) : [];
}
