import type { Json } from "@toolwright/conformance/cases";
import type { Fits } from "../schema/evaluator.ts";
import { isSchemaObject } from "../schema/keywords.ts";
import type { Resolver, Target } from "../schema/roots.ts";
import { conjunctsOf, typesOf } from "./conjuncts.ts";
import { itemTargets, propertyTargets } from "./described.ts";
import type { Harvest } from "./harvest.ts";
import { addressOf, below, branches, type Node } from "./node.ts";
import { othersNear, someNumbers } from "./numbers.ts";
import { matching } from "./pattern.ts";
import { shortText, textFacets, textOfLength } from "./texts.ts";

/** Finds valid values, the ones of the spec's examples first. */
export interface Sampler {
  /** A small value that fits all of these schemas. */
  one(...targets: Target[]): Json | undefined;
  /** So many different ones. */
  several(count: number, ...targets: Target[]): Json[] | undefined;
}

/** Deeper than this only recursion goes that does not end. */
const deepest = 12;
/** Objects that differ are looked for no deeper: each level multiplies the ways by the number of properties. */
const deepestDifference = 3;

/** How many values are tried to answer one question: schemas may leave more choices than can be gone through. */
const mostTries = 10_000;

/** So many different values are looked for. */
const mostDifferent = 100_000;

/** What was found, and how many values were tried for it. */
interface Found {
  readonly value: Json | undefined;
  readonly tries: number;
}

export function sampler(resolve: Resolver, fits: Fits, harvest: Harvest): Sampler {
  const known = new Map<string, Found>();
  const knownSeveral = new Map<string, Json[] | undefined>();
  /** Of the present question. What is known costs what it did when it was found, so that answers hang on no order. */
  let tries = 0;
  return {
    one(...targets) {
      tries = 0;
      return one(targets, 0);
    },
    several(count, ...targets) {
      tries = 0;
      return count > mostDifferent ? undefined : several(count, targets, 0);
    },
  };

  function one(targets: readonly Target[], depth: number): Json | undefined {
    const key = targets.map((target) => addressOf(target)).join(" ");
    const before = tries;
    const found = known.get(key);
    if (found) {
      tries += found.tries;
      return tries > mostTries ? undefined : found.value;
    }
    const value =
      depth > deepest ? undefined : candidates(conjunctsOf(targets, resolve), depth).find(fitting(targets));
    // What was cut off by the depth may be found from elsewhere.
    if (value !== undefined || depth === 0) known.set(key, { value, tries: tries - before });
    return value;
  }

  function fitting(targets: readonly Target[]): (value: Json | undefined) => value is Json {
    return (value): value is Json => {
      tries++;
      return value !== undefined && targets.every((target) => fits(value, target));
    };
  }

  /** Values worth trying. Where the schemas leave a choice, each way is tried in turn; `chosen` are those already made. */
  function* candidates(
    nodes: readonly Node[],
    depth: number,
    chosen: ReadonlySet<string> = new Set(),
  ): Generator<Json | undefined> {
    if (++tries > mostTries) return;
    for (const node of nodes) yield* harvest.get(addressOf(node)) ?? [];
    for (const { schema } of nodes) {
      if (schema.const !== undefined) yield schema.const as Json;
      for (const values of [schema.enum, schema.examples]) if (Array.isArray(values)) yield* values as Json[];
      if (schema.default !== undefined) yield schema.default as Json;
    }
    const choice = choicesOf(nodes).find(({ at }) => !chosen.has(at));
    if (choice === undefined) yield* ofTypes(nodes, depth);
    for (const way of choice?.ways ?? []) {
      yield* candidates([...nodes, ...conjunctsOf(way, resolve)], depth, new Set([...chosen, choice!.at]));
    }
  }

  function* ofTypes(nodes: readonly Node[], depth: number): Generator<Json | undefined> {
    for (const type of typesOf(nodes)) yield* ofType(type, nodes, depth);
  }

  function* ofType(type: string, nodes: readonly Node[], depth: number): Generator<Json | undefined> {
    switch (type) {
      case "string":
        yield shortText(textFacets(nodes));
        return;
      case "integer":
      case "number":
        yield* someNumbers(nodes);
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

  function array(nodes: readonly Node[], depth: number): Json | undefined {
    const least = Math.max(0, ...nodes.map(({ schema }) => Number(schema.minItems ?? 0)));
    const contained = nodes.filter(({ schema }) => schema.contains !== undefined);
    const wanted = Math.max(least, ...contained.map(({ schema }) => Number(schema.minContains ?? 1)), 0);
    const unique = nodes.some(({ schema }) => schema.uniqueItems === true);
    if (wanted > mostTries) return undefined;
    const of = (index: number): Target[] => [
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

  function object(nodes: readonly Node[], depth: number): Json | undefined {
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

  function several(count: number, targets: readonly Target[], depth: number): Json[] | undefined {
    const key = `${count} ${depth} ${targets.map((target) => addressOf(target)).join(" ")}`;
    if (!knownSeveral.has(key)) knownSeveral.set(key, findSeveral(count, targets, depth));
    return knownSeveral.get(key);
  }

  function findSeveral(count: number, targets: readonly Target[], depth: number): Json[] | undefined {
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
    targets: readonly Target[],
    nodes: readonly Node[],
    depth: number,
  ): Generator<Json | undefined> {
    const first = one(targets, depth);
    yield first;
    for (const { schema } of nodes) if (Array.isArray(schema.enum)) yield* schema.enum as Json[];
    if (typeof first === "number") yield* othersNear(first, count, nodes);
    if (typeof first === "string") yield* otherTexts(first, count, nodes);
    if (isSchemaObject(first) && depth < deepestDifference)
      yield* otherObjects(first as { [name: string]: Json }, count, nodes, depth + 1);
    yield* [true, false, null];
  }

  function* otherTexts(first: string, count: number, nodes: readonly Node[]): Generator<Json | undefined> {
    for (let index = 1; index <= count; index++) yield first + index;
    for (let index = 1; index <= count; index++) yield first.slice(0, -String(index).length) + index;
    const facets = textFacets(nodes);
    for (let length = facets.least; length <= Math.min(facets.most, facets.least + count); length++) {
      yield textOfLength(facets, length);
    }
  }

  /** Differ in one property, a required one where there is one. */
  function* otherObjects(
    first: { [name: string]: Json },
    count: number,
    nodes: readonly Node[],
    depth: number,
  ): Generator<Json | undefined> {
    for (const name of [...Object.keys(first), ...namesBeyond(nodes, new Set(Object.keys(first)))]) {
      const targets = nodes.flatMap((node) => propertyTargets(node, name));
      if (targets.length === 0) continue;
      for (const value of several(count, targets, depth) ?? []) yield { ...first, [name]: value };
    }
  }
}

/** Names that an object may have beside these: declared ones, then made up ones. */
export function namesBeyond(nodes: readonly Node[], taken: ReadonlySet<string>): string[] {
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
  return [...new Set(names)].filter((name) => !taken.has(name));
}

function keysFor(nodes: readonly Node[]): string[] {
  const named = nodes.flatMap(({ schema }) =>
    isSchemaObject(schema.propertyNames) && typeof schema.propertyNames.pattern === "string"
      ? matching(schema.propertyNames.pattern).slice(0, 1)
      : [],
  );
  return [...named, "key", "other"];
}

/** Where schemas leave open which others hold too: the branches of unions, and both ways of an `if`. */
function choicesOf(nodes: readonly Node[]): { readonly at: string; readonly ways: Target[][] }[] {
  return nodes.flatMap((node) => {
    const unions = ["oneOf", "anyOf"].map((keyword) => ({
      at: addressOf(node, keyword),
      ways: branches(node, keyword).map((branch) => [branch]),
    }));
    const [then, otherwise] = ["then", "else"].map((keyword) =>
      node.schema[keyword] === undefined ? [] : [below(node, keyword)],
    ) as [Target[], Target[]];
    const conditional = { at: addressOf(node, "if"), ways: [otherwise, [below(node, "if"), ...then]] };
    return [
      ...unions.filter(({ ways }) => ways.length > 0),
      ...(node.schema.if === undefined ? [] : [conditional]),
    ];
  });
}

function namesIn(list: unknown): string[] {
  return Array.isArray(list) ? list.map(String) : [];
}
