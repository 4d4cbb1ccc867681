import { locationOf, type Node } from "../../cases/schema-node.ts";
import type { SpecLocation, Violation } from "../../diagnostics/diagnostic.ts";
import type { SchemaObject, SchemaRoot } from "../../model/schema.ts";
import { locationBelow } from "../../resolve/limits.ts";

/** A keyword of one of the schemas that hold for a value together. */
export interface Keyed {
  readonly node: Node;
  readonly keyword: string;
  /** One entry of the keyword's value. */
  readonly entry?: string;
}

/** Why no value fits: one keyword alone, or two that contradict each other. */
export interface Clash {
  readonly detail: string;
  readonly at: Keyed;
  readonly against?: Keyed;
  readonly hint?: string;
}

/** `home`: the schema that was looked at. The report points there, if one of the two is in that file. */
export function violationOf({ at, against, ...says }: Clash, home: SchemaRoot): Violation {
  if (!against || isSame(at, against)) return { at: placeOf(at), ...says };
  if (at.node.root !== home && against.node.root === home)
    return violationOf({ ...says, at: against, against: at }, home);
  return { at: placeOf(at), ...says, related: [{ at: placeOf(against), message: wordsFor(against) }] };
}

function isSame(a: Keyed, b: Keyed): boolean {
  return a.node === b.node && a.keyword === b.keyword;
}

function placeOf({ node, keyword, entry }: Keyed): SpecLocation {
  return locationBelow(locationOf(node, keyword), entry === undefined ? [] : [entry]);
}

function wordsFor(keyed: Keyed): string {
  const value = JSON.stringify(keywordValue(keyed));
  const name = keyed.entry ?? keyed.keyword;
  return value.length <= 40 ? `${name} is ${value} here.` : `${name} stands here.`;
}

/** The schemas that have a keyword, in their order. */
export function having(nodes: readonly Node[], keyword: string): Keyed[] {
  return nodes.filter(({ schema }) => schema[keyword] !== undefined).map((node) => ({ node, keyword }));
}

export function keywordValue({ node, keyword, entry }: Keyed): unknown {
  const value = node.schema[keyword];
  return entry === undefined ? value : (value as SchemaObject)[entry];
}

export function numberOf(keyed: Keyed): number {
  return Number(keywordValue(keyed));
}
