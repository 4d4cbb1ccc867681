/** Finds schemas that no value satisfies, and schemas whose values would be infinite. */
import { isSchemaObject, keywords, type SchemaRoot, toLocation } from "@toolwright/json-schema";
import {
  type Clash,
  conjuncts,
  graphFor,
  type Keyed,
  listTypes,
  type Node,
  shallowClashes,
} from "@toolwright/json-schema/graph";
import type { SpecLocation, Violation } from "../../diagnostics/diagnostic.ts";
import { suggest } from "../../diagnostics/suggest.ts";
import type { Model } from "../../model/model.ts";
import { locationBelow } from "../../resolve/limits.ts";
import { normalisedModel } from "../../schema/normalised-model.ts";
import { resolver } from "../../schema/roots.ts";
import { everySchema, type SpecSchema } from "../rule.ts";

/**
 * Reports schemas that no value satisfies. It compares the schemas that apply to one value: a schema, the targets of its
 * references and the branches of its `allOf`. It does not find every unsatisfiable schema, but reports only such schemas.
 */
export function unsatisfiable(source: Model): Violation[] {
  const model = normalisedModel(source);
  const graph = graphFor(resolver(model));
  const violations = new Map<string, Violation>();
  for (const schema of everySchema(model).filter(mayClash)) {
    for (const clash of shallowClashes(conjuncts([graph(schema)]))) {
      const violation = toViolation(clash, schema.root);
      const { file, path: place } = violation.at;
      violations.set(JSON.stringify([file, place, violation.detail]), violation);
    }
  }
  return [...violations.values()];
}

/** Whether keywords could contradict each other: most schemas of a spec have only one. */
function mayClash({ schema }: SpecSchema): boolean {
  const asserting = Object.keys(schema).filter((keyword) => keywords[keyword]?.annotation !== true);
  return asserting.length > 1 || ["allOf", "not", "contains"].includes(asserting[0] ?? "");
}

/** @param home the root that is checked. The report points into it if one of the keywords is there. */
function toViolation({ at, against, detail, misspelled }: Clash, home: SchemaRoot): Violation {
  const texts = { detail, hint: misspelled && suggest(misspelled.name, misspelled.others) };
  if (!against || (at.node === against.node && at.keyword === against.keyword))
    return { at: findPlace(at), ...texts };
  const isElsewhere = at.node.root !== home && against.node.root === home;
  const [first, second] = isElsewhere ? [against, at] : [at, against];
  return { at: findPlace(first), ...texts, related: [{ at: findPlace(second), message: describe(second) }] };
}

function findPlace({ node, keyword, entry }: Keyed): SpecLocation {
  return locationBelow(toLocation(node, keyword), entry === undefined ? [] : [entry]);
}

function describe({ node, keyword, entry }: Keyed): string {
  const whole = isSchemaObject(node.schema) ? node.schema[keyword] : undefined;
  const value = JSON.stringify(entry === undefined || !isSchemaObject(whole) ? whole : whole[entry]) ?? "";
  const name = entry ?? keyword;
  return value !== "" && value.length <= 40 ? `${name} is ${value} here.` : `${name} stands here.`;
}

/** Reports schemas that require a value of themselves inside each value, so that every value is infinite. Each circle once. */
export function endless(source: Model): Violation[] {
  const model = normalisedModel(source);
  const graph = graphFor(resolver(model));
  const nodes = everySchema(model).map(graph);
  const blocked = findBlocked(nodes);
  const reported = new Set<Node>();
  return nodes.flatMap((node) => {
    const reached = listReachable(node, blocked);
    if (!reached.has(node)) return [];
    const circle = [...reached].filter((member) => listReachable(member, blocked).has(node));
    if (circle.some((member) => reported.has(member))) return [];
    for (const member of circle) reported.add(member);
    const detail = "Every value of this needs another one inside it, without end.";
    return [{ at: toLocation(node, needingKeyword(node)), detail, hint: "Make it optional, or allow null." }];
  });
}

function needingKeyword({ required, numbers, contains }: Node): string {
  if (required.length > 0) return "required";
  if (numbers.minItems !== undefined) return "minItems";
  return contains ? "contains" : "$ref";
}

/** Schemas without a finite value, each with the endless schemas that it requires. */
type Blocked = ReadonlyMap<Node, readonly Node[]>;

/** Returns schemas without a finite value, by growing the set of the others until it stays the same. */
function findBlocked(nodes: readonly Node[]): Blocked {
  const demands = findDemands(nodes);
  const ending = new Set<Node>();
  const ends = (node: Node) => !demands.has(node) || ending.has(node);
  for (let size = -1; size !== ending.size; ) {
    size = ending.size;
    for (const [node, lists] of demands) if (lists.every((list) => list.some(ends))) ending.add(node);
  }
  return new Map(
    [...demands]
      .filter(([node]) => !ending.has(node))
      .map(([node, lists]) => [node, lists.filter((list) => !list.some(ends)).flat()]),
  );
}

/** Schema -> lists of schemas; a value needs one of each list. Schemas that others require come first. */
function findDemands(nodes: readonly Node[]): ReadonlyMap<Node, readonly (readonly Node[])[]> {
  const demands = new Map<Node, readonly (readonly Node[])[]>();
  const open = new Set<Node>();
  const visit = (node: Node): void => {
    if (typeof node.schema === "boolean" || open.has(node)) return;
    open.add(node);
    const lists = makeLists(node);
    for (const list of lists) list.forEach(visit);
    demands.set(node, lists);
  };
  nodes.forEach(visit);
  return demands;
}

function makeLists(node: Node): (readonly Node[])[] {
  const nodes = conjuncts([node]);
  const isShort = nodes.some(({ enums }) => enums.length > 0) || hasShortType(nodes);
  return [
    ...nodes.flatMap(({ anyOf, oneOf }) => [...anyOf, ...oneOf]),
    ...(isShort ? [] : listNeeded(nodes).map((part) => [part])),
  ];
}

function listReachable(node: Node, blocked: Blocked): ReadonlySet<Node> {
  const reached = new Set(blocked.get(node));
  for (const each of reached) for (const next of blocked.get(each) ?? []) reached.add(next);
  return reached;
}

/** Whether a value may be something other than an object or an array. */
function hasShortType(nodes: readonly Node[]): boolean {
  const types = listTypes(nodes);
  return types.length > 1 || types.some((type) => type !== "object" && type !== "array");
}

/** The schemas of the parts that every value contains. */
function listNeeded(nodes: readonly Node[]): Node[] {
  const names = new Set(nodes.flatMap(({ required }) => required));
  return nodes.flatMap(({ properties, prefix, rest, contains, numbers: { minItems = 0, minContains } }) => [
    ...[...names].flatMap((name) => properties.get(name) ?? []),
    ...prefix.slice(0, minItems),
    ...(minItems > prefix.length && rest ? [rest] : []),
    ...(contains && minContains !== 0 ? [contains] : []),
  ]);
}
