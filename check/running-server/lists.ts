/** Reads the lists of an open connection. */
import { isSchemaObject } from "@toolwright/json-schema";
import {
  ImportError,
  isTooDeep,
  type Listing,
  type ListProblem,
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
  readonly listProblems: readonly ListProblem[];
}

/**
 * @param explain gives the reason why a list cannot be read. @throws the error itself if nothing more can be read
 * @throws ImportError for tools that do not end, and the errors of the connection
 */
export async function readLists(
  connection: Connection,
  opened: Opened,
  explain: (error: unknown) => string,
): Promise<ReadLists> {
  const { capabilities, meta } = opened;
  const { tools, resources, prompts, extensions } = capabilities;
  const listProblems: ListProblem[] = [];
  const list = async (method: string, key: string) => {
    const { entries, hasEmptyCursor } = await listAll(connection, method, key, meta);
    if (hasEmptyCursor)
      listProblems.push({ list: method, kind: "empty-cursor", problem: 'its last page says nextCursor: ""' });
    return entries;
  };
  /** The tools are judged without the other lists. A server that has resources need not have templates. */
  const listOther = (method: string, key: string) =>
    list(method, key).catch((error) => {
      const isUnknown = error instanceof RpcError && error.code === methodNotFound;
      if (!isUnknown) listProblems.push({ list: method, kind: "unreadable", problem: explain(error) });
      return [];
    });
  const hasSkills = isSchemaObject(extensions) && extensions["io.modelcontextprotocol/skills"] !== undefined;
  const skills = hasSkills ? await listOther("skills/list", "skills") : [];
  // Older servers list tools without saying that they have some.
  const hasTools = tools !== undefined || (resources ?? prompts) === undefined;
  const entries = hasTools ? await list("tools/list", "tools") : [];
  return {
    ...(entries.length === 0 ? { tools: [], unreadable: [] } : readTools(entries)),
    skills,
    offers: {
      ...(resources !== undefined && {
        resources: await listOther("resources/list", "resources"),
        resourceTemplates: await listOther("resources/templates/list", "resourceTemplates"),
      }),
      ...(prompts !== undefined && { prompts: await listOther("prompts/list", "prompts") }),
    },
    listProblems,
  };
}

interface ReadList {
  readonly entries: unknown[];
  /** Clients that look for the absence of the cursor never find the end of such a list. */
  readonly hasEmptyCursor: boolean;
}

/** Reads all pages of a list. */
async function listAll(
  connection: Connection,
  method: string,
  key: string,
  meta: Result | undefined,
): Promise<ReadList> {
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
    if (typeof nextCursor !== "string" || nextCursor === "")
      return { entries, hasEmptyCursor: nextCursor === "" };
    refuseEndless(method, cursors, nextCursor);
    cursors.add(nextCursor);
    params = { ...meta, cursor: nextCursor };
  }
}

/** @throws ImportError */
function refuseEndless(method: string, cursors: ReadonlySet<string>, next: string): void {
  if (cursors.has(next))
    throw new ImportError(
      `${method} does not end: its page ${cursors.size + 1} leads back to an earlier one.`,
    );
  if (cursors.size === maxPages)
    throw new ImportError(`${method} does not end: after ${maxPages} pages there is another one.`);
}
