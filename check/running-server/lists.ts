/** Reads the lists of an open connection. */
import { isSchemaObject } from "@toolwright/json-schema";
import {
  ImportError,
  isTooDeep,
  type Listing,
  maxDepth,
  type OfferLists,
  readTools,
} from "../surface/listing.ts";
import type { Connection } from "./connection.ts";
import { methodNotFound, type Result, RpcError } from "./messages.ts";
import type { Opened } from "./opening.ts";

/** A list with more pages is taken to be endless. */
const maxPages = 1_000;

export interface ReadLists extends Pick<Listing, "tools" | "unreadable"> {
  readonly offers: OfferLists;
  /** The entries of `skills/list`. */
  readonly skills: readonly unknown[];
}

/** @throws ImportError for lists that do not end, and the errors of the connection */
export async function readLists(connection: Connection, opened: Opened): Promise<ReadLists> {
  const { capabilities, meta } = opened;
  const { tools, resources, prompts, extensions } = capabilities;
  const list = (method: string, key: string) => listAll(connection, method, key, meta);
  const hasSkills = isSchemaObject(extensions) && extensions["io.modelcontextprotocol/skills"] !== undefined;
  const skills = hasSkills ? await unlessUnknown(list("skills/list", "skills")) : [];
  // Older servers list tools without saying that they have some.
  const hasTools = tools !== undefined || (resources ?? prompts) === undefined;
  const entries = hasTools ? await list("tools/list", "tools") : [];
  return {
    ...(entries.length === 0 ? { tools: [], unreadable: [] } : readTools(entries)),
    skills,
    offers: {
      ...(resources !== undefined && {
        resources: await unlessUnknown(list("resources/list", "resources")),
        resourceTemplates: await unlessUnknown(list("resources/templates/list", "resourceTemplates")),
      }),
      ...(prompts !== undefined && { prompts: await unlessUnknown(list("prompts/list", "prompts")) }),
    },
  };
}

/** A server that has resources need not have templates, and some then do not know the method. */
function unlessUnknown(entries: Promise<unknown[]>): Promise<unknown[]> {
  return entries.catch((error) => {
    if (error instanceof RpcError && error.code === methodNotFound) return [];
    throw error;
  });
}

/** Reads all pages of a list. */
async function listAll(
  connection: Connection,
  method: string,
  key: string,
  meta: Result | undefined,
): Promise<unknown[]> {
  const entries: unknown[] = [];
  const cursors = new Set<string>();
  let params: Result = { ...meta };
  for (;;) {
    const page = await connection.request(method, params);
    const found = page[key];
    if (!Array.isArray(found)) throw new ImportError(`${method} returned no list of ${key}.`);
    // One by one: the arguments of a call are limited, and pages may be long.
    for (const entry of found) {
      // A tool that is nested too deep is named beside the others, which are read.
      if (key !== "tools" && isTooDeep(entry))
        throw new ImportError(`${method} has an entry that is nested more than ${maxDepth} levels deep.`);
      entries.push(entry);
    }
    const { nextCursor } = page;
    if (typeof nextCursor !== "string") return entries;
    if (cursors.has(nextCursor))
      throw new ImportError(
        `${method} does not end: its page ${cursors.size + 1} leads back to an earlier one.`,
      );
    if (cursors.size === maxPages)
      throw new ImportError(`${method} does not end: after ${maxPages} pages there is another one.`);
    cursors.add(nextCursor);
    params = { ...meta, cursor: nextCursor };
  }
}
