/** Reads the interface of a running server, in each version of MCP that it speaks. */
import { patienceMs, type Source } from "@toolwright/conformance/server-options";
import { isSchemaObject } from "@toolwright/json-schema";
import type { Listing, ListProblem, VersionListing } from "../surface/listing.ts";
import { readIdentity } from "../surface/manifest-file.ts";
import { withoutCredentials } from "./credentials.ts";
import { type OpenServer, type ReadLists, readLists } from "./lists.ts";
import { discover } from "./opening.ts";
import { offersLogin, Session, type SessionOptions, withinMs } from "./session.ts";

/**
 * Reads everything that a server shows to its clients.
 *
 * @throws ImportError that says what to do next, within `timeoutMs` for each connection, and a few seconds to close it.
 */
export async function readServer(
  source: Source,
  timeoutMs: number,
  options: SessionOptions = {},
): Promise<Listing> {
  const session = new Session(source, timeoutMs, options);
  return await session.run(async () => withoutCredentials(await readAll(session), source));
}

/** A surface in one version of MCP. */
interface Read {
  readonly opened: OpenServer;
  readonly lists: ReadLists;
}

/** The older version first: nearly every server has it, and some end when the first request is of a newer one. */
async function readAll(session: Session): Promise<Listing> {
  const { source } = session;
  const first = await readFirst(session);
  const { opened, lists } = first;
  const isModern = opened.meta !== undefined;
  await session.close();
  const second = isModern ? undefined : await readModern(session, opened.openingMs);
  const versions = [opened.version, ...(second === undefined ? [] : [second.version])];
  const { server, notes } = readIdentity(opened.serverInfo, "server");
  const { url, headers = {} } = source.kind === "http" ? source : {};
  return {
    ...toSurface(first),
    server: { ...server, protocolVersions: versions },
    endpoint: url ? { transport: "streamable-http", path: url.pathname } : { transport: "stdio" },
    scheme: url && Object.keys(headers).length > 0 ? await readScheme(url, session.timeoutMs) : "none",
    notes: [...notes, ...lists.skills.map(skillNote), ...lists.listProblems.map(listNote)],
    ...(second && { others: [second] }),
    ...(session.strayOutput !== "" && { strayOutput: session.strayOutput }),
  };
}

async function readFirst(session: Session): Promise<Read> {
  const before = performance.now();
  const connection = await session.connect();
  const plain = await session.open(connection);
  const reopen = async () => {
    const again = await session.connect();
    await session.open(again);
    return again;
  };
  const opened = { ...plain, connection, openingMs: performance.now() - before, reopen };
  return { opened, lists: await readLists(session, opened) };
}

/**
 * A server over stdio is started again: its first request decides the version of a connection. A server that serves no newer version
 * should say so at once, and some never answer.
 */
async function readModern(session: Session, firstMs: number): Promise<VersionListing | undefined> {
  const connection = await session.connect();
  const mostMs = Math.min(patienceMs(firstMs), session.timeoutMs * silentPart);
  const before = performance.now();
  const plain = await withinMs(mostMs, discover(connection)).catch(() => undefined);
  if (plain === undefined) return undefined;
  const { version } = plain;
  const reopen = async () => {
    const again = await session.connect();
    await discover(again);
    return again;
  };
  const openingMs = Math.max(firstMs, performance.now() - before);
  const opened = { ...plain, connection, openingMs, reopen };
  try {
    return { version, ...toSurface({ opened, lists: await readLists(session, opened) }) };
  } catch (error) {
    if (session.isOver) throw error;
    return { version, problem: session.explain(error) };
  }
}

/** The part of the time of a connection after which a server counts as silent, and not as one that cannot be read. */
const silentPart = 0.8;

function toSurface({ opened, lists }: Read) {
  const { capabilities, instructions } = opened;
  const { tools, unreadable, offers, listProblems } = lists;
  return {
    capabilities,
    ...(Boolean(instructions) && { instructions: String(instructions) }),
    tools,
    unreadable,
    ...(listProblems.length > 0 && { listProblems }),
    offers,
  };
}

function listNote({ list, kind, problem }: ListProblem): string {
  return `${list}${kind === "unreadable" ? " is left out" : ""}: ${problem}`;
}

function skillNote(skill: unknown): string {
  const uri = isSchemaObject(skill) ? String(skill.uri).slice(0, 80) : "";
  return `skills: ${JSON.stringify(uri)} is left out: a spec makes skills of workflows. Its files are resources, as far as resources/list has them.`;
}

/** Returns the auth scheme of a server that takes tokens: OAuth if it publishes protected resource metadata (RFC 9728). */
async function readScheme(url: URL, timeoutMs: number): Promise<Listing["scheme"]> {
  return (await offersLogin(url, null, timeoutMs)) ? "oauth" : "bearer";
}
