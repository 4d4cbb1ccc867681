/** Finds schemas of which every value is infinite. */
import { pointerOf } from "@toolwright/runtime/json";
import type { Violation } from "../../diagnostics/diagnostic.ts";
import type { Model } from "../../model/model.ts";
import { typesOf } from "../../schema/graph/bounds.ts";
import { conjuncts } from "../../schema/graph/conjuncts.ts";
import { graphFor } from "../../schema/graph/graph.ts";
import type { Node } from "../../schema/graph/node.ts";
import { normalisedModel } from "../../schema/normalised-model.ts";
import { locationOf } from "../../schema/place.ts";
import { resolver } from "../../schema/roots.ts";
import { everySchema } from "../rule.ts";

/** Reports schemas that require a value of themselves inside each value, so that every value is infinite. Each circle once. */
export function endless(source: Model): Violation[] {
  const model = normalisedModel(source);
  const graph = graphFor(resolver(model));
  const nodes = everySchema(model).map(({ schema, root, path }) =>
    graph({ root, pointer: pointerOf(path), schema }),
  );
  const blocked = blockedBy(nodes);
  const reported = new Set<Node>();
  return nodes.flatMap((node) => {
    const reached = reachedFrom(node, blocked);
    if (!reached.has(node)) return [];
    const circle = [...reached].filter((member) => reachedFrom(member, blocked).has(node));
    if (circle.some((member) => reported.has(member))) return [];
    for (const member of circle) reported.add(member);
    const detail = "Every value of this needs another one inside it, without end.";
    return [{ at: locationOf(node, needingKeyword(node)), detail, hint: "Make it optional, or allow null." }];
  });
}

function needingKeyword({ required, numbers, contains }: Node): string {
  if (required.length > 0) return "required";
  if (numbers.minItems !== undefined) return "minItems";
  return contains ? "contains" : "$ref";
}

/** Schemas without a finite value, each with the endless schemas that it requires. */
type Blocked = ReadonlyMap<Node, readonly Node[]>;

/** Grows the set of schemas with a finite value until nothing is added. */
function blockedBy(nodes: readonly Node[]): Blocked {
  const demands = demandsOf(nodes);
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
function demandsOf(nodes: readonly Node[]): ReadonlyMap<Node, readonly (readonly Node[])[]> {
  const demands = new Map<Node, readonly (readonly Node[])[]>();
  const open = new Set<Node>();
  const visit = (node: Node): void => {
    if (typeof node.schema === "boolean" || open.has(node)) return;
    open.add(node);
    const lists = listsOf(node);
    for (const list of lists) list.forEach(visit);
    demands.set(node, lists);
  };
  nodes.forEach(visit);
  return demands;
}

function listsOf(node: Node): (readonly Node[])[] {
  const nodes = conjuncts([node]);
  const isShort = nodes.some(({ enums }) => enums.length > 0) || hasShortType(nodes);
  return [
    ...nodes.flatMap(({ anyOf, oneOf }) => [...anyOf, ...oneOf]),
    ...(isShort ? [] : needed(nodes).map((part) => [part])),
  ];
}

function reachedFrom(node: Node, blocked: Blocked): ReadonlySet<Node> {
  const reached = new Set(blocked.get(node));
  for (const each of reached) for (const next of blocked.get(each) ?? []) reached.add(next);
  return reached;
}

/** Whether a value may be something other than an object or an array. */
function hasShortType(nodes: readonly Node[]): boolean {
  const types = typesOf(nodes);
  return types.length > 1 || types.some((type) => type !== "object" && type !== "array");
}

/** The schemas of the parts that every value contains. */
function needed(nodes: readonly Node[]): Node[] {
  const names = new Set(nodes.flatMap(({ required }) => required));
  return nodes.flatMap(({ properties, prefix, rest, contains, numbers: { minItems = 0, minContains } }) => [
    ...[...names].flatMap((name) => properties.get(name) ?? []),
    ...prefix.slice(0, minItems),
    ...(minItems > prefix.length && rest ? [rest] : []),
    ...(contains && minContains !== 0 ? [contains] : []),
  ]);
}
