/** Reads the lists of an open connection. */
import { patienceMs } from "@toolwright/conformance/server-options";
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
import { type Session, withinMs } from "./session.ts";

/** A list with more pages is taken to be endless. */
const maxPages = 1_000;

export interface ReadLists extends Pick<Listing, "tools" | "unreadable"> {
  readonly offers: OfferLists;
  /** The entries of `skills/list`. */
  readonly skills: readonly unknown[];
  readonly listProblems: readonly ListProblem[];
}

/** An open connection, and how to open another one where this one answers no more. */
export interface OpenServer extends Opened {
  readonly connection: Connection;
  /** How long the start of the server and its first answer took, in milliseconds. */
  readonly openingMs: number;
  reopen(): Promise<Connection>;
}

/**
 * Reads the tools, and then the other lists: those that cannot be read, or do not end, are named beside the tools.
 *
 * @throws ImportError for tools that do not end, and the errors of the connection
 */
export async function readLists(session: Session, server: OpenServer): Promise<ReadLists> {
  const { tools, resources, prompts, extensions } = server.capabilities;
  const reader = new ListReader(session, server);
  // Older servers list tools without saying that they have some.
  const hasTools = tools !== undefined || (resources ?? prompts) === undefined;
  const entries = hasTools ? await reader.readTools() : [];
  const hasSkills = isSchemaObject(extensions) && extensions["io.modelcontextprotocol/skills"] !== undefined;
  return {
    ...(entries.length === 0 ? { tools: [], unreadable: [] } : readTools(entries)),
    skills: hasSkills ? await reader.readOther("skills/list", "skills") : [],
    offers: {
      ...(resources !== undefined && {
        resources: await reader.readOther("resources/list", "resources"),
        resourceTemplates: await reader.readOther("resources/templates/list", "resourceTemplates"),
      }),
      ...(prompts !== undefined && { prompts: await reader.readOther("prompts/list", "prompts") }),
    },
    listProblems: reader.problems,
  };
}

/** Reads the lists of a server one after another, from a new connection where the last one answers no more. */
class ListReader {
  readonly problems: ListProblem[] = [];
  readonly #session: Session;
  readonly #server: OpenServer;
  /** Undefined when the server could not be opened again. */
  #connection: Connection | undefined;
  /** How long the slowest answer took, in milliseconds. */
  #slowestMs: number;

  constructor(session: Session, server: OpenServer) {
    this.#session = session;
    this.#server = server;
    this.#connection = server.connection;
    this.#slowestMs = server.openingMs;
  }

  async readTools(): Promise<unknown[]> {
    const before = performance.now();
    const tools = await this.#read(this.#server.connection, "tools/list", "tools", Number.POSITIVE_INFINITY);
    this.#slowestMs = Math.max(this.#slowestMs, performance.now() - before);
    return tools;
  }

  /** Reads a list that the tools are judged without. */
  async readOther(method: string, key: string): Promise<unknown[]> {
    const connection = this.#connection;
    if (connection === undefined) {
      this.#note(method, "it was not read, since the server did not answer any more.");
      return [];
    }
    try {
      const answerMs = patienceMs(this.#slowestMs);
      return await this.#session.apart(() => this.#read(connection, method, key, answerMs));
    } catch (error) {
      if (this.#session.isOver) throw error;
      // A server that has resources need not have templates.
      const isUnknown = error instanceof RpcError && error.code === methodNotFound;
      if (!isUnknown) this.#note(method, this.#session.explain(error));
      if (!(error instanceof RpcError)) this.#connection = await this.#reopen();
      return [];
    }
  }

  async #read(connection: Connection, method: string, key: string, answerMs: number): Promise<unknown[]> {
    const reading = { method, key, meta: this.#server.meta, answerMs, listMs: this.#session.timeoutMs };
    const { entries, hasEmptyCursor } = await listAll(connection, reading);
    if (hasEmptyCursor) {
      const problem = 'its last page says nextCursor: ""';
      this.problems.push({ list: method, kind: "empty-cursor", problem });
    }
    return entries;
  }

  /** A server that handles requests in turn never comes to those after the one that it does not answer. */
  async #reopen(): Promise<Connection | undefined> {
    await this.#session.close(true);
    const mostMs = patienceMs(this.#slowestMs);
    const opening = this.#session.apart(() => withinMs(mostMs, this.#server.reopen()));
    return await opening.catch((error: unknown) => {
      if (this.#session.isOver) throw error;
      return undefined;
    });
  }

  #note(list: string, problem: string): void {
    this.problems.push({ list, kind: "unreadable", problem });
  }
}

interface ReadList {
  readonly entries: unknown[];
  /** Clients that look for the absence of the cursor never find the end of such a list. */
  readonly hasEmptyCursor: boolean;
}

/** A list to read, and how long it may take. */
interface Reading {
  readonly method: string;
  readonly key: string;
  readonly meta: Result | undefined;
  /** The most for one answer, in milliseconds. */
  readonly answerMs: number;
  /** The time of all pages, in milliseconds. */
  readonly listMs: number;
}

/** The part of its time after which a list that still has pages is taken to be endless, before it counts as one without an answer. */
const endlessPart = 0.8;

/** Reads all pages of a list. */
async function listAll(
  connection: Connection,
  { method, key, meta, answerMs, listMs }: Reading,
): Promise<ReadList> {
  const entries: unknown[] = [];
  const cursors = new Set<string>();
  const before = performance.now();
  let params: Result = { ...meta };
  for (;;) {
    const answer = connection.request(method, params);
    const page = await (answerMs < listMs ? withinMs(answerMs, answer) : answer);
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
    const isLate = performance.now() - before > endlessPart * listMs;
    refuseEndless(method, cursors, nextCursor, isLate);
    cursors.add(nextCursor);
    params = { ...meta, cursor: nextCursor };
  }
}

/** @throws ImportError */
function refuseEndless(method: string, cursors: ReadonlySet<string>, next: string, isLate: boolean): void {
  const read = cursors.size + 1;
  if (cursors.has(next))
    throw new ImportError(`${method} does not end: its page ${read} leads back to an earlier one.`);
  if (cursors.size === maxPages)
    throw new ImportError(`${method} does not end: after ${maxPages} pages there is another one.`);
  if (isLate)
    throw new ImportError(
      `${method} does not end within its time: after ${read} pages there is another one. Give it longer with --timeout SECONDS.`,
    );
}
