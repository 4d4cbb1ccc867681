import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { ErrorCode, McpError, ResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { isSchemaObject } from "@toolwright/json-schema";
import { ImportError, type Listing, readTools } from "../surface/listing.ts";
import { readIdentity } from "../surface/manifest-file.ts";
import { type ByteLimit, byteLimit, ChildServer, countedFetch } from "./child-server.ts";
import { toImportError } from "./errors.ts";
import { discoverMeta, modernVersions, servedVersions } from "./protocol-versions.ts";

/** How to reach a running server. */
export type Source =
  | { readonly kind: "http"; readonly url: URL; readonly headers: Readonly<Record<string, string>> }
  | { readonly kind: "stdio"; readonly command: string };

/** A list with more pages is taken to be endless. */
const maxPages = 1_000;

/** The most that a server may send, in bytes: far more than the longest list of tools. */
const maxBytes = 64 * 2 ** 20;

const signals = ["SIGINT", "SIGTERM"] as const;

/** How long a server over HTTP may take to end the session. */
const closeTimeoutMs = 2_000;

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
  const connection = open(source, limit);
  const client = new Client({ name: "toolwright-import", version: "1.0.0" });
  const timer = setTimeout(() => deadline.abort(), timeoutMs);
  // A second Ctrl-C does not wait for the connection to close.
  for (const signal of signals) process.once(signal, interrupt);
  try {
    return await unlessAborted(
      deadline.signal,
      requestListing(client, connection.transport, source, { timeout: timeoutMs, limit }),
    );
  } catch (error) {
    throw toImportError(error, {
      server,
      sentHeaders: source.kind === "http" && Object.keys(source.headers).length > 0,
      timedOut: deadline.signal.aborted,
      seconds: timeoutMs / 1_000,
      stderr: connection.child?.stderr ?? "",
      strayOutput: connection.child?.strayOutput ?? "",
    });
  } finally {
    clearTimeout(timer);
    await connection.close();
    for (const signal of signals) process.off(signal, interrupt);
  }
}

async function requestListing(
  client: Client,
  transport: Transport,
  source: Source,
  { timeout, limit }: { readonly timeout: number; readonly limit: ByteLimit },
): Promise<Listing> {
  const opened = captureFirstResult(transport);
  await client.connect(transport, { timeout });
  const { serverInfo, protocolVersion, instructions } = opened();
  const { server, notes } = readIdentity(serverInfo, "server");
  const { resources, prompts, extensions } = client.getServerCapabilities() ?? {};
  const list = (method: string, key: string) => listAll(client, method, key, timeout);
  const hasSkills = extensions?.["io.modelcontextprotocol/skills"] !== undefined;
  const skills = hasSkills ? await unlessUnknown(list("skills/list", "skills")) : [];
  const isHttp = source.kind === "http";
  const read = {
    ...(Boolean(instructions) && { instructions: String(instructions) }),
    endpoint: isHttp ? { transport: "streamable-http", path: source.url.pathname } : { transport: "stdio" },
    scheme: isHttp && Object.keys(source.headers).length > 0 ? await readScheme(source.url, limit) : "none",
    notes: [...notes, ...skills.map(skillNote)],
    ...readTools(await list("tools/list", "tools")),
    offers: {
      ...(resources && {
        resources: await unlessUnknown(list("resources/list", "resources")),
        resourceTemplates: await unlessUnknown(list("resources/templates/list", "resourceTemplates")),
      }),
      ...(prompts && { prompts: await unlessUnknown(list("prompts/list", "prompts")) }),
    },
  };
  const modern = await readModernVersions(client, source, timeout);
  return { ...read, server: { ...server, protocolVersions: [protocolVersion, ...modern] } };
}

/** A server over stdio that does not know the request should say so at once. Some never answer. */
const discoverTimeoutMs = 2_000;

/** The revisions that `initialize` does not agree on, and that the server serves beside the one that it agreed on. */
async function readModernVersions(client: Client, source: Source, timeout: number): Promise<string[]> {
  if (source.kind === "http")
    return await servedVersions(source.url, source.headers, modernVersions, timeout);
  const params = { _meta: discoverMeta(modernVersions.at(-1)!) };
  const options = { timeout: Math.min(timeout, discoverTimeoutMs) };
  try {
    const result = await client.request({ method: "server/discover", params }, ResultSchema, options);
    const { supportedVersions } = result;
    return modernVersions.filter(
      (version) => Array.isArray(supportedVersions) && supportedVersions.includes(version),
    );
  } catch {
    return [];
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

/** Captures the answer to `initialize`: the client drops keys of `serverInfo` that it does not know. Must be called before it connects. */
function captureFirstResult(transport: Transport): () => Readonly<Record<string, unknown>> {
  let result: Readonly<Record<string, unknown>> | undefined;
  transport.onmessage = (message) => {
    if ("result" in message) result ??= message.result;
  };
  return () => result ?? {};
}

/** A server that has resources need not have templates, and some then do not know the method. */
function unlessUnknown(entries: Promise<unknown[]>): Promise<unknown[]> {
  return entries.catch((error) => {
    if (error instanceof McpError && error.code === ErrorCode.MethodNotFound) return [];
    throw error;
  });
}

/** All pages. The client's own methods would drop keys that they do not know. */
async function listAll(client: Client, method: string, key: string, timeout: number): Promise<unknown[]> {
  const entries: unknown[] = [];
  const cursors = new Set<string>();
  let params: { cursor?: string } = {};
  for (;;) {
    const page = await client.request({ method, params }, ResultSchema, { timeout });
    const found = page[key];
    if (!Array.isArray(found)) throw new ImportError(`${method} came back without a list of ${key}.`);
    entries.push(...found);
    if (typeof page.nextCursor !== "string") return entries;
    if (cursors.has(page.nextCursor) || cursors.size === maxPages)
      throw new ImportError(`${method} does not end: each page names a next one, again and again.`);
    cursors.add(page.nextCursor);
    params = { cursor: page.nextCursor };
  }
}

interface Connection {
  readonly transport: Transport;
  /** Absent for a server over HTTP. */
  readonly child?: ChildServer;
  close(): Promise<void>;
}

function open(source: Source, limit: ByteLimit): Connection {
  if (source.kind === "stdio") {
    const child = new ChildServer(splitCommand(source.command), limit);
    return { transport: child, child, close: () => child.close() };
  }
  const http = new StreamableHTTPClientTransport(source.url, {
    requestInit: { headers: source.headers },
    fetch: countedFetch(limit),
  });
  return {
    transport: http as Transport,
    async close() {
      const timeout = AbortSignal.timeout(closeTimeoutMs);
      await unlessAborted(timeout, http.terminateSession()).catch(() => undefined);
      await http.close();
    },
  };
}

/** Rejects if the signal aborts before the work is done. */
async function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  return await Promise.race([work, aborted]);
}

/** An escaped character, a text in quotes, spaces, or any other character. */
const pieces = /\\(.)|"((?:\\.|[^"\\])*)"|'([^']*)'|(\s)|[^"']/gsy;

/**
 * Splits a command line into words, as a shell does: spaces separate words, quotes group them, and a backslash escapes the next
 * character (outside single quotes). Nothing is expanded.
 *
 * @throws ImportError for a quote that does not end.
 */
function splitCommand(line: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let end = 0;
  for (const [piece, escaped, double, single, space] of line.matchAll(pieces)) {
    end += piece.length;
    if (space === undefined)
      word = (word ?? "") + (escaped ?? double?.replaceAll(/\\(.)/gs, "$1") ?? single ?? piece);
    else {
      if (word !== undefined) words.push(word);
      word = undefined;
    }
  }
  if (end < line.length) throw new ImportError(`The command has a ${line[end]} that does not end.`);
  return word === undefined ? words : [...words, word];
}
