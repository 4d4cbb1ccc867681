import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { ResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { identityOf } from "../../import/identity.ts";
import { ImportError, type Listing, readTools } from "../../import/listing.ts";
import { ChildServer } from "./child-server.ts";
import { splitCommand } from "./command-line.ts";
import { explain } from "./errors.ts";
import { countedFetch, type Intake, intakeOf } from "./intake.ts";

/** A server that runs, and how to reach it. */
export type Source =
  | { readonly kind: "http"; readonly url: URL; readonly headers: Readonly<Record<string, string>> }
  | { readonly kind: "stdio"; readonly command: string };

/** A list with more pages counts as one that never ends. */
const mostPages = 1_000;

/** All that a server may send, in bytes: far more than any list of tools is long. */
const mostBytes = 64 * 2 ** 20;

const signals = ["SIGINT", "SIGTERM"] as const;

/** How long a server over HTTP has to say goodbye. */
const farewellMs = 2_000;

/**
 * Asks a server who it is and what tools it has.
 *
 * @throws ImportError that says what to do next, within `timeoutMs` and a few seconds for the goodbye.
 */
export async function readServer(source: Source, timeoutMs: number): Promise<Listing> {
  const server = source.kind === "http" ? source.url.origin + source.url.pathname : source.command;
  const deadline = new AbortController();
  const giveUp = (why: string) => deadline.abort(new ImportError(`${server}: ${why}`));
  const intake = intakeOf(mostBytes, () => giveUp(`it sent more than ${mostBytes / 2 ** 20} MiB.`));
  const interrupt = () => giveUp("interrupted.");
  const connection = open(source, intake);
  const client = new Client({ name: "toolwright-import", version: "1.0.0" });
  const timer = setTimeout(() => deadline.abort(), timeoutMs);
  // A second Ctrl-C does not wait for the goodbye.
  for (const signal of signals) process.once(signal, interrupt);
  try {
    return await unlessAborted(deadline.signal, ask(client, connection.transport, source, timeoutMs));
  } catch (error) {
    throw explain(error, {
      server,
      sentHeaders: source.kind === "http" && Object.keys(source.headers).length > 0,
      timedOut: deadline.signal.aborted,
      seconds: timeoutMs / 1_000,
      said: connection.said(),
      noise: connection.noise(),
    });
  } finally {
    clearTimeout(timer);
    await connection.close();
    for (const signal of signals) process.off(signal, interrupt);
  }
}

async function ask(client: Client, transport: Transport, source: Source, timeout: number): Promise<Listing> {
  const said = whatIsSaid(transport);
  await client.connect(transport, { timeout });
  const { server, leftOut } = identityOf(said() ?? client.getServerVersion(), "server");
  const instructions = client.getInstructions();
  const capabilities = Object.keys(client.getServerCapabilities() ?? {});
  const others = capabilities.filter((name) => name === "prompts" || name === "resources");
  const isHttp = source.kind === "http";
  return {
    server,
    ...(instructions && { instructions }),
    endpoint: isHttp ? { transport: "streamable-http", path: source.url.pathname } : { transport: "stdio" },
    bearer: isHttp && Object.keys(source.headers).length > 0,
    notes: [...leftOut, ...others.map((name) => `The server also has ${name}; a spec says only its tools.`)],
    tools: readTools(await listTools(client, timeout)),
  };
}

/** `serverInfo` as the server says it: the client forgets keys that it does not know. To be called before it connects. */
function whatIsSaid(transport: Transport): () => unknown {
  let serverInfo: unknown;
  transport.onmessage = (message) => {
    if ("result" in message) serverInfo ??= message.result.serverInfo;
  };
  return () => serverInfo;
}

/** All pages. The client's own `listTools` would drop keys that it does not know. */
async function listTools(client: Client, timeout: number): Promise<unknown[]> {
  const tools: unknown[] = [];
  const cursors = new Set<string>();
  let params: { cursor?: string } = {};
  for (;;) {
    const page = await client.request({ method: "tools/list", params }, ResultSchema, { timeout });
    if (!Array.isArray(page.tools)) throw new ImportError("tools/list came back without a list of tools.");
    tools.push(...page.tools);
    if (typeof page.nextCursor !== "string") return tools;
    if (cursors.has(page.nextCursor) || cursors.size === mostPages)
      throw new ImportError("tools/list does not end: each page names a next one, again and again.");
    cursors.add(page.nextCursor);
    params = { cursor: page.nextCursor };
  }
}

interface Connection {
  readonly transport: Transport;
  /** The end of what the server wrote to stderr. */
  said(): string;
  /** The last line on its stdout that was no message. */
  noise(): string;
  close(): Promise<void>;
}

function open(source: Source, intake: Intake): Connection {
  if (source.kind === "stdio") {
    const child = new ChildServer(splitCommand(source.command), intake);
    return {
      transport: child,
      said: () => child.said,
      noise: () => child.noise,
      close: () => child.close(),
    };
  }
  const http = new StreamableHTTPClientTransport(source.url, {
    requestInit: { headers: source.headers },
    fetch: countedFetch(intake),
  });
  return {
    transport: http as Transport,
    said: () => "",
    noise: () => "",
    async close() {
      const goodbye = new AbortController();
      const timer = setTimeout(() => goodbye.abort(), farewellMs);
      await unlessAborted(goodbye.signal, http.terminateSession()).catch(() => undefined);
      clearTimeout(timer);
      await http.close();
    },
  };
}

/** Rejects when the signal aborts first, whatever the work waits for. */
async function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  return await Promise.race([work, aborted]);
}
