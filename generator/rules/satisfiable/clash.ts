/** A contradiction between keywords, and its report. */
import { locationOf, type SchemaNode } from "../../cases/schema-node.ts";
import type { SpecLocation, Violation } from "../../diagnostics/diagnostic.ts";
import type { SchemaObject, SchemaRoot } from "../../model/schema.ts";
import { locationBelow } from "../../resolve/limits.ts";

/** A keyword of one of the schemas that apply to a value. */
export interface Keyed {
  readonly node: SchemaNode;
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

/** @param home the root that is checked. The report points into it if one of the keywords is there. */
export function violationOf({ at, against, ...texts }: Clash, home: SchemaRoot): Violation {
  if (!against || isSame(at, against)) return { at: placeOf(at), ...texts };
  if (at.node.root !== home && against.node.root === home)
    return violationOf({ ...texts, at: against, against: at }, home);
  return { at: placeOf(at), ...texts, related: [{ at: placeOf(against), message: describe(against) }] };
}

function isSame(a: Keyed, b: Keyed): boolean {
  return a.node === b.node && a.keyword === b.keyword;
}

function placeOf({ node, keyword, entry }: Keyed): SpecLocation {
  return locationBelow(locationOf(node, keyword), entry === undefined ? [] : [entry]);
}

function describe(keyed: Keyed): string {
  const value = JSON.stringify(keywordValue(keyed));
  const name = keyed.entry ?? keyed.keyword;
  return value.length <= 40 ? `${name} is ${value} here.` : `${name} stands here.`;
}

/** The schemas that have a keyword, in their order. */
export function having(nodes: readonly SchemaNode[], keyword: string): Keyed[] {
  return nodes.filter(({ schema }) => schema[keyword] !== undefined).map((node) => ({ node, keyword }));
}

export function keywordValue({ node, keyword, entry }: Keyed): unknown {
  const value = node.schema[keyword];
  return entry === undefined ? value : (value as SchemaObject)[entry];
}

export function numberOf(keyed: Keyed): number {
  return Number(keywordValue(keyed));
}
