/** The schemas that several schemas together give to a property, to an item, or to unnamed properties. */
import { patternOf } from "../patterns/matcher.ts";
import { judge } from "./judge.ts";
import { assertsAnything, conjuncts, makeNode, type Node, neverNode, propertyNodes } from "./node.ts";

const never = neverNode();

/** Returns the schemas that apply to the property with this name. */
export function findProperty(nodes: readonly Node[], name: string): Node[] {
  const refused = nodes.some(
    ({ names, not }) =>
      (names && judge(names, name) === false) || not.some((child) => onlyRequires(child, name)),
  );
  return conjuncts([...(refused ? [never] : []), ...nodes.flatMap((node) => propertyNodes(node, name))]);
}

/** Tells whether a schema only requires this property. If `not` holds such a schema, the property is forbidden. */
function onlyRequires(node: Node, name: string): boolean {
  const { required } = node;
  return required.length === 1 && required[0] === name && !assertsAnything({ ...node, required: [] });
}

/** Returns the schemas that apply to the item at an index; `Infinity` for the items after every listed one. */
export function itemNodes(nodes: readonly Node[], index: number): Node[] {
  return conjuncts(
    nodes.flatMap(({ prefix, rest }) => {
      const child = prefix[index] ?? rest;
      return child === undefined ? [] : [child];
    }),
  );
}

/** Names that the schemas say something about. */
export function namedProperties(nodes: readonly Node[]): string[] {
  const finite = nodes.flatMap(({ names }) => finiteNames(names) ?? []);
  return [
    ...new Set([
      ...nodes.flatMap(({ properties, required, dependentRequired, dependentSchemas }) => [
        ...properties.keys(),
        ...required,
        ...dependentRequired.keys(),
        ...dependentSchemas.keys(),
      ]),
      ...finite,
    ]),
  ];
}

function finiteNames(names: Node | undefined): string[] | undefined {
  const [values] = names ? conjuncts([names]).flatMap(({ enums }) => enums) : [];
  return values?.filter((value) => typeof value === "string");
}

/** The most combinations of patterns that are examined. */
const maxAlternatives = 16;

/**
 * Returns the schemas for properties that `namedProperties` does not name: one list of nodes for each combination of patterns
 * that their names may match.
 * @param matching a pattern that the names match
 * @param missing patterns that the names do not match
 */
export function otherNodes(
  nodes: readonly Node[],
  matching?: string,
  missing: readonly string[] = [],
): Node[][] {
  if (nodes.some(({ names }) => finiteNames(names) !== undefined || names?.never)) return [];
  let alternatives: Node[][] = [[]];
  for (const node of nodes) {
    const choices = listChoices(node, matching, missing);
    if (alternatives.length * choices.length > maxAlternatives) continue;
    alternatives = alternatives.flatMap((chosen) => choices.map((choice) => [...chosen, ...choice]));
  }
  return alternatives.map((chosen) => conjuncts(chosen));
}

function listChoices(node: Node, matching: string | undefined, missing: readonly string[]): Node[][] {
  const certain = matching === undefined ? undefined : node.patterns.get(matching);
  if (certain) return [[certain]];
  const possible = [...node.patterns].filter(([pattern]) => !missing.includes(pattern));
  return [[node.additional ?? makeNode({})], ...possible.map(([, child]) => [child])];
}

/** Whether a name matches one of these patterns. */
export function matchesOne(name: string, patterns: Iterable<string>): boolean {
  return [...patterns].some((pattern) => patternOf(pattern).test(name));
}
