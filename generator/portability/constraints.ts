/** What clients do not take, read from the schemas of a tool. */

import { toPointer } from "@toolwright/runtime/json";
import type { PublishedTool } from "../compatibility/published.ts";
import type { SchemaObject } from "../model/schema.ts";
import { makeGraph } from "../schema/graph/document.ts";
import { listChildren, type Node, recursiveSchemas } from "../schema/graph/node.ts";
import { walk } from "../schema/walk.ts";
import clients from "./clients.json" with { type: "json" };
import type { Client, Effect, Finding } from "./finding.ts";

/** What one client does not take; a key that is left out means that it takes all of that. */
export interface Constraints {
  readonly names?: { readonly pattern: string; readonly most: number; readonly withServer?: boolean };
  readonly atTheRoot?: readonly string[];
  readonly arraysWithoutItems?: boolean;
  /** What happens to a schema that contains itself. */
  readonly recursion?: string;
  /** Keywords that keep a tool from being strict. */
  readonly keywords?: readonly string[];
  readonly openObjects?: boolean;
  /** The most that a strict tool may have. */
  readonly sizes?: Readonly<Record<string, number>>;
  /** Keywords that the model is not told of. */
  readonly unseen?: readonly string[];
  /** From which size on, and how many times the size as written, a schema with all references replaced is worth a note. */
  readonly inlined?: { readonly bytes: number; readonly times: number };
}

/** A place in a tool, what happens there, and what to do instead. */
export interface Breach {
  readonly place: string;
  readonly what: string;
  readonly instead: string;
}

const strictly = "Nothing, unless callers need the strict mode:";

/** The constraints that a tool breaks, each with the first place. */
function findBreaches(tool: PublishedTool, server: string, constraints: Constraints): Breach[] {
  const { names, atTheRoot = [], recursion, sizes = {}, inlined } = constraints;
  const parts = listParts(tool);
  return [
    ...(names ? brokenName(tool.name, server, names) : []),
    ...atTheRoot
      .filter((keyword) => Object.hasOwn(tool.inputSchema, keyword))
      .map((keyword) => ({
        place: `/inputSchema/${keyword}`,
        what: `A root with ${keyword} is refused.`,
        instead:
          "Make the root a plain object; say what goes together with `exactlyOne`, or in the description.",
      })),
    ...(constraints.arraysWithoutItems ? arraysWithoutItems(parts) : []),
    ...(recursion === undefined ? [] : recursive(tool, recursion)),
    ...withKeywords(
      parts,
      constraints.keywords,
      "The tool cannot be strict",
      `${strictly} then do without them.`,
    ),
    ...(constraints.openObjects ? openObjects(parts) : []),
    ...tooMany(tool, parts, sizes),
    ...withKeywords(
      parts,
      constraints.unseen,
      "The model is not told",
      "Say in the description what they say; the server still checks them.",
    ),
    ...(inlined ? largeInlined(tool, inlined) : []),
  ];
}

interface Part {
  readonly schema: SchemaObject;
  readonly place: string;
}

/** Every schema below the root of the input, as it is written. */
function listParts({ inputSchema }: PublishedTool): Part[] {
  const found: Part[] = [];
  walk(inputSchema, (schema, path) => {
    found.push({ schema, place: `/inputSchema${toPointer(path)}` });
  });
  return found;
}

function brokenName(
  name: string,
  server: string,
  { pattern, most, withServer }: NonNullable<Constraints["names"]>,
): Breach[] {
  const whole = withServer ? `${server}:${name}` : name;
  if (new RegExp(pattern).test(name) && whole.length <= most) return [];
  const instead = `Name it with at most ${most} characters${withServer ? " with its server" : ""}, matching ${pattern}.`;
  return [{ place: "/name", what: `The name ${JSON.stringify(whole)} is refused.`, instead }];
}

function arraysWithoutItems(parts: readonly Part[]): Breach[] {
  const first = parts.find(({ schema }) => schema.type === "array" && !(schema.items ?? schema.prefixItems));
  const instead = "Say what an item is: `items: { type: string }`, or `items: {}` for anything.";
  return first ? [{ place: first.place, what: "An array without `items` is refused.", instead }] : [];
}

function recursive(tool: PublishedTool, what: string): Breach[] {
  const instead = "Write as many levels as callers need, or take the inner levels as text.";
  return listSchemas(tool).flatMap(([key, schema]) =>
    recursiveSchemas([makeGraph(schema)])
      .slice(0, 1)
      .map(({ pointer }) => ({ place: `/${key}${pointer}`, what, instead })),
  );
}

function withKeywords(
  parts: readonly Part[],
  keywords: readonly string[] = [],
  what: string,
  instead: string,
): Breach[] {
  const found = parts.flatMap(({ schema, place }) =>
    keywords
      .filter((keyword) => Object.hasOwn(schema, keyword))
      .map((keyword) => ({ keyword, place: `${place}/${keyword}` })),
  );
  const names = [...new Set(found.map(({ keyword }) => keyword))].join(", ");
  return found.slice(0, 1).map(({ place }) => ({ place, what: `${what}: ${names}.`, instead }));
}

function openObjects(parts: readonly Part[]): Breach[] {
  const first = parts.find(
    ({ schema: { type, properties, additionalProperties } }) =>
      ([type].flat().includes("object") || properties !== undefined) && additionalProperties !== false,
  );
  const instead = `${strictly} then make each object \`additionalProperties: false\`.`;
  return first ? [{ place: first.place, what: "The tool cannot be strict: an open object.", instead }] : [];
}

function tooMany(
  { inputSchema }: PublishedTool,
  parts: readonly Part[],
  most: Readonly<Record<string, number>>,
): Breach[] {
  const names = parts.flatMap(({ schema }) => Object.keys(schema.properties ?? {}));
  const values = parts.flatMap(({ schema }) => (Array.isArray(schema.enum) ? schema.enum : []));
  const counts: Readonly<Record<string, number>> = {
    properties: names.length,
    "enum values": values.length,
    levels: measureDepth(makeGraph(inputSchema), new Map()),
    characters: [...names, ...values].join("").length,
  };
  return Object.entries(most).flatMap(([what, limit]) => {
    const count = counts[what] ?? 0;
    if (count <= limit) return [];
    const said = `The tool cannot be strict: ${count} ${what}, of ${limit}.`;
    return [{ place: "/inputSchema", what: said, instead: `${strictly} then split the tool.` }];
  });
}

function largeInlined(tool: PublishedTool, { bytes, times }: NonNullable<Constraints["inlined"]>): Breach[] {
  return listSchemas(tool).flatMap(([key, schema]) => {
    const [before, after] = [JSON.stringify(schema).length, inlinedBytes(makeGraph(schema), new Map())];
    if (after <= bytes || after <= times * before) return [];
    const what = `With each reference replaced, ${before} bytes become ${after}.`;
    return [{ place: `/${key}`, what, instead: "Refer to large types from fewer places." }];
  });
}

function listSchemas({ inputSchema, outputSchema }: PublishedTool): [string, SchemaObject][] {
  const input: [string, SchemaObject] = ["inputSchema", inputSchema];
  return outputSchema ? [input, ["outputSchema", outputSchema]] : [input];
}

/** How many objects lie in each other; what leads back to an outer one adds nothing. */
function measureDepth(node: Node, depths: Map<Node, number>): number {
  const known = depths.get(node);
  if (known !== undefined) return known;
  depths.set(node, 0);
  const below = Math.max(0, ...listChildren(node).map((child) => measureDepth(child, depths)));
  const depth = below + (node.properties.size > 0 ? 1 : 0);
  depths.set(node, depth);
  return depth;
}

/** About the bytes of a schema without references; a circle counts once. */
function inlinedBytes(node: Node, sizes: Map<Node, number>): number {
  const known = sizes.get(node);
  if (known !== undefined) return known;
  sizes.set(node, 0);
  const children = listChildren(node);
  const written = children.filter(({ pointer }) => pointer.startsWith(`${node.pointer}/`));
  const own = bytes(node) - written.reduce((sum, child) => sum + bytes(child), 0);
  const size = children.reduce((sum, child) => sum + inlinedBytes(child, sizes), Math.max(own, 0));
  sizes.set(node, size);
  return size;
}

function bytes({ schema }: Node): number {
  return JSON.stringify(schema).length;
}

interface RuledClient extends Client {
  /** Where it is documented, or was reported. */
  readonly source: string;
  readonly refuses?: Constraints;
  readonly loses?: Constraints;
  readonly notes?: Constraints;
}

export const ruledClients: readonly RuledClient[] = clients;

/** What the rules find: of each constraint that a tool breaks, the first place. */
export function ruledFindings(tools: readonly PublishedTool[], server: string): Finding[] {
  return tools.flatMap((tool) =>
    ruledClients.flatMap(({ name: client, refuses = {}, loses = {}, notes = {} }) => {
      const found = (effect: Effect, constraints: Constraints): Finding[] =>
        findBreaches(tool, server, constraints).map((breach: Breach) => ({
          tool: tool.name,
          client,
          effect,
          ...breach,
        }));
      return [...found("refused", refuses), ...found("lost", loses), ...found("noted", notes)];
    }),
  );
}
