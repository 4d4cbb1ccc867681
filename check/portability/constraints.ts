/** Reads the schemas of a tool for constructs that clients reject. */

import { type SchemaObject, toPointer, walk } from "@toolwright/json-schema";
import { makeGraph, recursiveSchemas } from "@toolwright/json-schema/graph";
import type { PublishedTool } from "../surface/published-interface.ts";
import clients from "./clients.json" with { type: "json" };
import { type Client, effects, type Finding } from "./finding.ts";

/** The constructs that one client rejects; an absent key means that it accepts all of them. */
export interface Constraints {
  readonly names?: { readonly pattern: string; readonly most: number; readonly withServer?: boolean };
  readonly atTheRoot?: readonly string[];
  /** OpenAI's API refuses the whole request. */
  readonly rootWithoutProperties?: boolean;
  /** `type` with several types. */
  readonly typeLists?: boolean;
  readonly arraysWithoutItems?: boolean;
  /** How the client handles recursive schemas. */
  readonly recursion?: string;
  /** Keywords that keep a tool from being strict. */
  readonly keywords?: readonly string[];
  readonly openObjects?: boolean;
  /** Keywords that the model does not see. */
  readonly unseen?: readonly string[];
}

/** A place in a tool, the client's behaviour there, and an alternative. */
type Breach = Omit<Finding, "tool" | "client" | "effect">;

const strictly = "Nothing, unless callers need the strict mode:";

/** The constraints that a tool breaks, each with the first place. */
function findBreaches(tool: PublishedTool, server: string, constraints: Constraints): Breach[] {
  const { names, atTheRoot = [], recursion } = constraints;
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
    ...(constraints.rootWithoutProperties ? rootWithoutProperties(tool) : []),
    ...(constraints.typeLists ? typeLists(parts) : []),
    ...(constraints.arraysWithoutItems ? arraysWithoutItems(parts) : []),
    ...(recursion === undefined ? [] : recursive(tool, recursion)),
    ...withKeywords(
      parts,
      constraints.keywords,
      "The tool cannot be strict",
      `${strictly} then do without them.`,
    ),
    ...(constraints.openObjects ? openObjects(parts) : []),
    ...withKeywords(
      parts,
      constraints.unseen,
      "The model is not told",
      "Say in the description what they say; the server still checks them.",
    ),
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

function rootWithoutProperties({ inputSchema }: PublishedTool): Breach[] {
  if (Object.hasOwn(inputSchema, "properties")) return [];
  const what = "A root without `properties` is refused, with the whole request.";
  return [
    { place: "/inputSchema", what, instead: "Write `properties: {}` where a tool takes no arguments." },
  ];
}

function typeLists(parts: readonly Part[]): Breach[] {
  const first = parts.find(({ schema }) => Array.isArray(schema.type));
  const what =
    "A client that passes it on as `parameters` is refused, with the whole request: `type` is a list. As `parametersJsonSchema` it works.";
  const instead = "Leave `null` out where an argument that is left out says the same.";
  return first ? [{ place: `${first.place}/type`, what, instead }] : [];
}

function arraysWithoutItems(parts: readonly Part[]): Breach[] {
  const first = parts.find(({ schema }) => schema.type === "array" && !(schema.items ?? schema.prefixItems));
  const instead = "Describe an item: `items: { type: string }`, or `items: {}` for anything.";
  return first ? [{ place: first.place, what: "An array without `items` is refused.", instead }] : [];
}

function recursive({ inputSchema, outputSchema }: PublishedTool, what: string): Breach[] {
  const instead = "Write as many levels as callers need, or take the inner levels as text.";
  return Object.entries({ inputSchema, outputSchema }).flatMap(([key, schema = {}]) =>
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

interface RuledClient extends Client {
  /** The documentation or report that describes it. */
  readonly source: string;
  readonly refused?: Constraints;
  readonly lost?: Constraints;
  readonly noted?: Constraints;
}

export const ruledClients: readonly RuledClient[] = clients;

/** Returns findings by the rules: for each constraint that a tool breaks, the first place. */
export function findByRules(tools: readonly PublishedTool[], server: string): Finding[] {
  return tools.flatMap((tool) =>
    ruledClients.flatMap((client) =>
      effects.flatMap((effect) =>
        findBreaches(tool, server, client[effect] ?? {}).map((breach) => ({
          tool: tool.name,
          client: client.name,
          effect,
          ...breach,
        })),
      ),
    ),
  );
}
