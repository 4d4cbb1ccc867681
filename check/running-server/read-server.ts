/** Reads the interface of a running server. */
import { isSchemaObject } from "@toolwright/json-schema";
import { ImportError, type Listing, readTools } from "../surface/listing.ts";
import { readIdentity } from "../surface/manifest-file.ts";
import { type ByteLimit, byteLimit, countedFetch } from "./byte-limit.ts";
import { ChildServer } from "./child-server.ts";
import { splitCommand } from "./command-line.ts";
import type { Connection } from "./connection.ts";
import { toImportError } from "./errors.ts";
import { HttpConnection } from "./http-connection.ts";
import { HttpError, methodNotFound, NotMcpError, type Result, RpcError } from "./messages.ts";
import { servedVersions } from "./protocol-versions.ts";
import { clientInfo, modernVersions, requestMeta } from "./versions.ts";

/** How to reach a running server. */
export type Source =
  | { readonly kind: "http"; readonly url: URL; readonly headers: Readonly<Record<string, string>> }
  | {
      readonly kind: "stdio";
      readonly command: string;
      /** Variables of its environment beside those of this process. */
      readonly environment?: Readonly<Record<string, string>>;
    };

/** A list with more pages is taken to be endless. */
const maxPages = 1_000;

/** The most that a server may send, in bytes: far more than the longest list of tools. */
const maxBytes = 64 * 2 ** 20;

const signals = ["SIGINT", "SIGTERM"] as const;

/** The version that `initialize` asks for. */
const legacyVersion = "2025-11-25";

/**
 * Reads the name, the instructions and the tools of a running server.
 *
 * @throws ImportError that says what to do next, within `timeoutMs` and a few seconds to close the connection.
 */
export async function readServer(source: Source, timeoutMs: number): Promise<Listing> {
  const server = source.kind === "http" ? source.url.origin + source.url.pathname : source.command;
  const deadline = new AbortController();
  const abort = (why: string) => deadline.abort(new ImportError(`${server}: ${why}`));
  const limit = byteLimit(maxBytes, () => abort(`it sent more than ${maxBytes / 2 ** 20} MiB.`));
  const interrupt = () => abort("interrupted.");
  const connection = connectionTo(source, limit);
  const timer = setTimeout(() => deadline.abort(), timeoutMs);
  // A second Ctrl-C does not wait for the connection to close.
  for (const signal of signals) process.once(signal, interrupt);
  try {
    return await unlessAborted(deadline.signal, requestListing(connection, source, { timeoutMs, limit }));
  } catch (error) {
    throw toImportError(error, {
      server,
      sentHeaders: source.kind === "http" && Object.keys(source.headers).length > 0,
      timedOut: deadline.signal.aborted,
      seconds: timeoutMs / 1_000,
      stderr: connection.stderr,
      strayOutput: connection.strayOutput,
    });
  } finally {
    clearTimeout(timer);
    await connection.close();
    for (const signal of signals) process.off(signal, interrupt);
  }
}

function connectionTo(source: Source, limit: ByteLimit): Connection & { start?(): Promise<void> } {
  return source.kind === "http"
    ? new HttpConnection(source.url, source.headers, limit)
    : new ChildServer(splitCommand(source.command), source.environment ?? {}, limit);
}

/** The answers of a server when the connection was opened. */
interface Opened {
  readonly serverInfo: unknown;
  readonly capabilities: Result;
  readonly instructions: unknown;
  /** The version that `initialize` agreed on; undefined for a server that has no `initialize`. */
  readonly agreed?: string;
  readonly modern: readonly string[];
  /** Goes into each request of a modern version. */
  readonly meta?: Result;
}

async function requestListing(
  connection: Connection & { start?(): Promise<void> },
  source: Source,
  { timeoutMs, limit }: { readonly timeoutMs: number; readonly limit: ByteLimit },
): Promise<Listing> {
  await connection.start?.();
  const { serverInfo, capabilities, instructions, agreed, modern, meta } = await open(
    connection,
    source,
    timeoutMs,
  );
  const { server, notes } = readIdentity(serverInfo, "server");
  const { resources, prompts, extensions } = capabilities;
  const list = (method: string, key: string) => listAll(connection, method, key, meta);
  const hasSkills = isSchemaObject(extensions) && extensions["io.modelcontextprotocol/skills"] !== undefined;
  const skills = hasSkills ? await unlessUnknown(list("skills/list", "skills")) : [];
  const isHttp = source.kind === "http";
  const read = {
    ...(Boolean(instructions) && { instructions: String(instructions) }),
    endpoint: isHttp ? { transport: "streamable-http", path: source.url.pathname } : { transport: "stdio" },
    scheme: isHttp && Object.keys(source.headers).length > 0 ? await readScheme(source.url, limit) : "none",
    notes: [...notes, ...skills.map(skillNote)],
    ...(capabilities.tools === undefined && (resources ?? prompts) !== undefined
      ? { tools: [], unreadable: [] }
      : readTools(await list("tools/list", "tools"))),
    offers: {
      ...(resources !== undefined && {
        resources: await unlessUnknown(list("resources/list", "resources")),
        resourceTemplates: await unlessUnknown(list("resources/templates/list", "resourceTemplates")),
      }),
      ...(prompts !== undefined && { prompts: await unlessUnknown(list("prompts/list", "prompts")) }),
    },
  } as const;
  const protocolVersions = [...(agreed === undefined ? [] : [agreed]), ...modern];
  const { strayOutput } = connection;
  return {
    ...read,
    server: { ...server, protocolVersions },
    ...(strayOutput !== "" && { strayOutput }),
  };
}

/** Opens the connection by `initialize`; where the server refuses that, by `server/discover`. */
async function open(connection: Connection, source: Source, timeoutMs: number): Promise<Opened> {
  try {
    const opened = await initialize(connection);
    const modern =
      source.kind === "http"
        ? await servedVersions(source.url, source.headers, modernVersions, timeoutMs)
        : (await discovered(connection, discoverTimeoutMs))?.modern;
    return { ...opened, modern: modern ?? [] };
  } catch (error) {
    const mayBeModern = error instanceof RpcError || (error instanceof HttpError && error.status === 400);
    const opened = mayBeModern ? await discovered(connection, timeoutMs) : undefined;
    if (opened === undefined) throw error;
    return opened;
  }
}

async function initialize(connection: Connection): Promise<Omit<Opened, "modern">> {
  const result = await connection.request("initialize", {
    protocolVersion: legacyVersion,
    capabilities: {},
    clientInfo,
  });
  const { protocolVersion, serverInfo, capabilities, instructions } = result;
  if (typeof protocolVersion !== "string") throw new NotMcpError("protocolVersion is not a text");
  if (!isSchemaObject(serverInfo)) throw new NotMcpError("serverInfo is not an object");
  if (!isSchemaObject(capabilities)) throw new NotMcpError("capabilities is not an object");
  connection.useVersion(protocolVersion);
  await connection.notify("notifications/initialized");
  return { serverInfo, capabilities, instructions, agreed: protocolVersion };
}

/** A server over stdio that does not know the request should say so at once. Some never answer. */
const discoverTimeoutMs = 2_000;

/** Asks a server which modern versions it serves. Undefined if it serves none. */
async function discovered(connection: Connection, timeoutMs: number): Promise<Opened | undefined> {
  const version = modernVersions.at(-1) ?? modernVersions[0];
  const meta = { _meta: requestMeta(version) };
  try {
    connection.useVersion(version);
    const request = connection.request("server/discover", meta);
    const result = await unlessAborted(AbortSignal.timeout(timeoutMs), request);
    const { serverInfo, supportedVersions, capabilities, instructions } = result;
    const modern = modernVersions.filter(
      (each) => Array.isArray(supportedVersions) && supportedVersions.includes(each),
    );
    if (modern.length === 0) return undefined;
    return {
      serverInfo,
      capabilities: isSchemaObject(capabilities) ? capabilities : {},
      instructions,
      modern,
      meta,
    };
  } catch {
    return undefined;
  }
}

function skillNote(skill: unknown): string {
  const uri = isSchemaObject(skill) ? String(skill.uri).slice(0, 80) : "";
  return `skills: ${JSON.stringify(uri)} is left out: a spec makes skills of workflows. Its files are resources, as far as resources/list has them.`;
}

/**
 * Returns the auth scheme of a server that takes tokens: OAuth if it publishes protected resource metadata (RFC 9728, section
 * 3.1).
 */
async function readScheme({ origin, pathname }: URL, limit: ByteLimit): Promise<Listing["scheme"]> {
  const path = pathname === "/" ? "" : pathname;
  const address = `${origin}/.well-known/oauth-protected-resource${path}`;
  try {
    const response = await countedFetch(limit)(address, { redirect: "manual" });
    const metadata: unknown = response.status === 200 ? await response.json() : undefined;
    return isSchemaObject(metadata) && Array.isArray(metadata.authorization_servers) ? "oauth" : "bearer";
  } catch {
    return "bearer";
  }
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
    entries.push(...found);
    if (typeof page.nextCursor !== "string") return entries;
    if (cursors.has(page.nextCursor) || cursors.size === maxPages)
      throw new ImportError(`${method} does not end: every page has a next page.`);
    cursors.add(page.nextCursor);
    params = { ...meta, cursor: page.nextCursor };
  }
}

/** Rejects if the signal aborts before the work is done. */
async function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  return await Promise.race([work, aborted]);
}
