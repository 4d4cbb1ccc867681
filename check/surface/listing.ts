/** Describes what a server or a manifest has, and checks its list of tools. */
import { isSchemaObject, type SchemaObject } from "@toolwright/json-schema";
import type { AuthScheme, PublishedTool, UnreadableTool } from "./published-interface.ts";

/** The contents of a server or a manifest. */
export interface Listing {
  /** `serverInfo` of `initialize`: at least `name` and `version`. */
  readonly server: SchemaObject;
  /** What the server tells models about itself. */
  readonly instructions?: string;
  /** Its endpoint, in the form of a spec. */
  readonly endpoint: SchemaObject;
  /** How callers authenticate. */
  readonly scheme: "none" | AuthScheme;
  /** Features of the server that a spec cannot express; shown to the user. */
  readonly notes: readonly string[];
  /** In the order of `tools/list`. */
  readonly tools: readonly Entry[];
  /** Tools that are not MCP, and so are not among `tools`. */
  readonly unreadable: readonly UnreadableTool[];
  /** Lists that could not be read, or whose end could not; left out where all were read. */
  readonly listProblems?: readonly ListProblem[];
  /** The last line on the stdout of a server over stdio that was not a message; left out where there was none. */
  readonly strayOutput?: string;
  /** Credentials that the server repeats, such as `$API_KEY`. Here, their names are in their place. Left out where there are none. */
  readonly repeatedCredentials?: readonly string[];
  /** Its resources and prompts, if it has some. */
  readonly offers?: OfferLists;
  /** Left out for a manifest. */
  readonly capabilities?: SchemaObject;
  /** The same server in its other versions of MCP. */
  readonly others?: readonly VersionListing[];
}

/** A list of a server that is not as MCP defines it. */
export interface ListProblem {
  /** The method: `resources/list`. */
  readonly list: string;
  /** `unreadable`: none of its entries was read. `empty-cursor`: its last page has an empty `nextCursor`. */
  readonly kind: "unreadable" | "empty-cursor";
  /** As a sentence. */
  readonly problem: string;
}

/** A server in another version of MCP. */
export interface VersionListing
  extends Partial<
    Pick<Listing, "capabilities" | "instructions" | "tools" | "unreadable" | "listProblems" | "offers">
  > {
  /** The version of MCP. */
  readonly version: string;
  /** Why the server could not be read in this version, which it says it speaks; then the lists are left out. */
  readonly problem?: string;
}

/** The lists of a server beside its tools: unchecked entries. */
export type OfferLists = Readonly<Partial<Record<OfferKey, readonly unknown[]>>>;

/** The keys of the lists in MCP results. */
export type OfferKey = "resources" | "resourceTemplates" | "prompts";

/** The lists beside that of the tools. */
export const offerKeys: readonly OfferKey[] = ["resources", "resourceTemplates", "prompts"];

/** A tool as `tools/list` has it. */
export type Entry = PublishedTool;

/** A server or a manifest cannot be imported. The message names the problem and the remedy. */
export class ImportError extends Error {
  /** The name by which code tells it from other errors. */
  override readonly name = "ImportError";
}

/**
 * Checks the `tools` of a `tools/list` result or of a manifest. A malformed tool does not prevent the others from being read.
 *
 * @throws ImportError if no tool can be read; the message names the first one and its problem.
 */
export function readTools(list: unknown): Pick<Listing, "tools" | "unreadable"> {
  if (!Array.isArray(list))
    throw new ImportError('There is no list of tools: { "tools": [...] } is expected.');
  if (list.length === 0) throw new ImportError("The list of tools is empty, so there is nothing to import.");
  const tools = new Map<string, Entry>();
  const unreadable: UnreadableTool[] = [];
  for (const [index, tool] of list.entries()) {
    try {
      const entry = checkEntry(tool, "Tool", index, "name", checks) as Entry;
      if (tools.has(entry.name)) throw new ImportError(twiceText("tools", entry.name));
      tools.set(entry.name, entry);
    } catch (error) {
      if (!(error instanceof ImportError)) throw error;
      unreadable.push({ name: readName(tool, index), problem: error.message });
    }
  }
  if (tools.size === 0) throw new ImportError(unreadable[0]!.problem);
  return { tools: [...tools.values()], unreadable };
}

/** The key that identifies an entry for clients. */
const offerNames = { resources: "uri", resourceTemplates: "uriTemplate", prompts: "name" } as const;

/** Checks the lists that `toolwright verify` compares. @throws ImportError */
export function readOffers(lists: OfferLists): SchemaObject[] {
  return offerKeys.flatMap((key) => {
    const name = offerNames[key];
    const entries = (lists[key] ?? []).map((each, index) => checkEntry(each, key, index, name, offerChecks));
    refuseTwice(key, entries, name);
    return entries;
  });
}

function refuseTwice(what: string, entries: readonly SchemaObject[], key: string): void {
  const names = entries.map((entry) => entry[key]);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new ImportError(twiceText(what, twice));
}

function twiceText(what: string, name: unknown): string {
  return `Two ${what} are called ${JSON.stringify(name)}.`;
}

function readName(tool: unknown, index: number): string {
  return isSchemaObject(tool) && typeof tool.name === "string" && tool.name !== ""
    ? tool.name
    : `Tool ${index + 1}`;
}

type Check = readonly [fits: (value: unknown) => boolean, words: string];
type Checks = Readonly<Record<string, Check>>;

const isText = (value: unknown): boolean => typeof value === "string";
const text: Check = [isText, "a text"];
const map: Check = [isSchemaObject, "a map"];
const maps: Check = [(value) => Array.isArray(value) && value.every(isSchemaObject), "a list of maps"];

/** The MCP requirements for the keys of an entry. Other keys may have any value. */
const checks: Checks = {
  title: text,
  description: text,
  inputSchema: [
    (value) => isSchemaObject(value) && value.type === "object",
    "a JSON Schema that says `type: object`",
  ],
  outputSchema: [isSchemaObject, "a JSON Schema"],
  annotations: [isAnnotations, "a map whose hints are true or false"],
  icons: maps,
  execution: map,
  _meta: map,
};

const offerChecks: Checks = {
  title: text,
  description: text,
  mimeType: text,
  arguments: maps,
  _meta: map,
};

function checkEntry(entry: unknown, kind: string, index: number, key: string, checks: Checks): SchemaObject {
  const name = isSchemaObject(entry) ? entry[key] : undefined;
  if (!isSchemaObject(entry) || typeof name !== "string" || name === "")
    throw new ImportError(`${kind} ${index + 1} has no ${key}.`);
  const what = `${kind} ${JSON.stringify(name)}`;
  if (isTooDeep(entry)) throw new ImportError(`${what} is nested more than ${maxDepth} levels deep.`);
  for (const [key, [fits, words]] of Object.entries(checks)) {
    const isMissing = !Object.hasOwn(entry, key);
    if (isMissing ? key !== "inputSchema" : fits(entry[key])) continue;
    throw new ImportError(
      `${what}: ${key} ${isMissing ? "is missing" : `is not ${words}`}, which is not MCP.`,
    );
  }
  return entry;
}

/** Whether a value is nested more deeply than this package reads: deeper ones end functions that recurse. */
export function isTooDeep(value: unknown): boolean {
  return isDeeperThan(maxDepth, value);
}

/** The most levels of maps and lists in an entry. A spec nests an entry a few levels deeper, and has a limit too. */
export const maxDepth = 190;

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner));
}

/** The annotations of MCP. */
const annotationNames = ["title", "readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"];

function isAnnotations(value: unknown): boolean {
  if (!isSchemaObject(value)) return false;
  return annotationNames.every(
    (name) => !Object.hasOwn(value, name) || typeof value[name] === (name === "title" ? "string" : "boolean"),
  );
}
