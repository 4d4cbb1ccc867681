/** Reads the interface of a running server, in each version of MCP that it speaks. */
import { findProtectedResource } from "@toolwright/conformance/login";
import {
  redactSecrets,
  type Source,
  secretsOf,
  sourceName,
  splitCommand,
} from "@toolwright/conformance/server-options";
import { isSchemaObject } from "@toolwright/json-schema";
import { ImportError, type Listing, type VersionListing } from "../surface/listing.ts";
import { readIdentity } from "../surface/manifest-file.ts";
import { type ByteLimit, byteLimit } from "./byte-limit.ts";
import { ChildServer } from "./child-server.ts";
import type { Connection } from "./connection.ts";
import { withoutCredentials } from "./credentials.ts";
import { explain, toImportError } from "./errors.ts";
import { HttpConnection } from "./http-connection.ts";
import { type ReadLists, readLists } from "./lists.ts";
import { ClosedError, HttpError, RpcError } from "./messages.ts";
import { discover, initialize, type Opened } from "./opening.ts";

/** The most that a server may send, in bytes: far more than the longest list of tools. */
const maxBytes = 64 * 2 ** 20;

/** Lets a caller follow the reading of a server, and end it. */
export interface ReadOptions {
  /** Called before each step: `starting the server`, `tools/list`. */
  onStep?(step: string): void;
  /** Ends the reading, and the server that it started. */
  readonly signal?: AbortSignal;
}

/**
 * Reads everything that a server shows to its clients.
 *
 * @throws ImportError that says what to do next, within `timeoutMs` and a few seconds to close the connection.
 */
export async function readServer(
  source: Source,
  timeoutMs: number,
  options: ReadOptions = {},
): Promise<Listing> {
  const reading = new Reading(source, timeoutMs, options);
  return await reading.run();
}

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** A surface in one version of MCP. */
interface Read {
  readonly opened: Opened;
  readonly lists: ReadLists;
}

/** One reading: its deadline, its limit of bytes, and the connections that it opened. */
class Reading {
  readonly #source: Source;
  readonly #timeoutMs: number;
  readonly #onStep: (step: string) => void;
  readonly #limit: ByteLimit;
  readonly #deadline = new AbortController();
  readonly #signal: AbortSignal | undefined;
  #connection: Connection | undefined;
  #step = "";
  #strayOutput = "";

  constructor(source: Source, timeoutMs: number, { onStep = () => undefined, signal }: ReadOptions) {
    this.#source = source;
    this.#timeoutMs = timeoutMs;
    this.#signal = signal;
    this.#onStep = onStep;
    this.#limit = byteLimit(maxBytes, () => this.#abort(`it sent more than ${maxBytes / 2 ** 20} MiB.`));
  }

  async run(): Promise<Listing> {
    const timer = setTimeout(() => this.#deadline.abort(), this.#timeoutMs);
    const interrupt = () => this.#abort("interrupted.");
    // A second Ctrl-C does not wait for the connection to close.
    for (const signal of signals) process.once(signal, interrupt);
    this.#signal?.addEventListener("abort", interrupt, { once: true });
    if (this.#signal?.aborted === true) interrupt();
    try {
      return withoutCredentials(await this.#unlessAborted(this.#readAll()), this.#source);
    } catch (error) {
      throw await this.#explained(error);
    } finally {
      clearTimeout(timer);
      await this.#close();
      for (const signal of signals) process.off(signal, interrupt);
      this.#signal?.removeEventListener("abort", interrupt);
    }
  }

  /** The older version first: nearly every server has it, and some end when the first request is of a newer one. */
  async #readAll(): Promise<Listing> {
    const first = await this.#readFirst();
    const { opened, lists } = first;
    const isModern = opened.meta !== undefined;
    await this.#close();
    const second = isModern ? undefined : await this.#readModern();
    const versions = [opened.version, ...(second === undefined ? [] : [second.version])];
    const { server, notes } = readIdentity(opened.serverInfo, "server");
    const { url, headers = {} } = this.#source.kind === "http" ? this.#source : {};
    return {
      ...toSurface(first),
      server: { ...server, protocolVersions: versions },
      endpoint: url ? { transport: "streamable-http", path: url.pathname } : { transport: "stdio" },
      scheme: url && Object.keys(headers).length > 0 ? await readScheme(url) : "none",
      notes: [...notes, ...lists.skills.map(skillNote)],
      ...(second && { others: [second] }),
      ...(this.#strayOutput !== "" && { strayOutput: this.#strayOutput }),
    };
  }

  async #readFirst(): Promise<Read> {
    const connection = await this.#connect();
    try {
      return await this.#lists(connection, await initialize(connection));
    } catch (error) {
      const mayBeModern =
        this.#step === "initialize" &&
        (error instanceof RpcError || (error instanceof HttpError && error.status === 400));
      const opened = mayBeModern ? await discover(connection).catch(() => undefined) : undefined;
      if (opened === undefined) {
        // The message is about the first request.
        if (mayBeModern) this.#step = "initialize";
        throw error;
      }
      return await this.#lists(connection, opened);
    }
  }

  /** A server over stdio is started again: its first request decides the version of a connection. */
  async #readModern(): Promise<VersionListing | undefined> {
    const connection = await this.#connect();
    const patienceMs = Math.min(discoverTimeoutMs, this.#timeoutMs / 3);
    const opened = await withinMs(patienceMs, discover(connection)).catch(() => undefined);
    if (opened === undefined) return undefined;
    const { version } = opened;
    try {
      return { version, ...toSurface(await this.#lists(connection, opened)) };
    } catch (error) {
      if (this.#deadline.signal.aborted) throw error;
      return { version, problem: explain(error, this.#context()) };
    }
  }

  async #lists(connection: Connection, opened: Opened): Promise<Read> {
    return { opened, lists: await readLists(connection, opened) };
  }

  async #connect(): Promise<Connection> {
    await this.#close();
    // Nobody would close a connection that opens after the end of the reading.
    this.#deadline.signal.throwIfAborted();
    const source = this.#source;
    const plain =
      source.kind === "http"
        ? new HttpConnection(source.url, source.headers, this.#limit)
        : new ChildServer(splitCommand(source.command), source.environment ?? {}, this.#limit);
    const connection = this.#announcing(plain);
    this.#connection = connection;
    if (source.kind === "stdio") this.#begin("the start of the server");
    await connection.start();
    return connection;
  }

  /** Names each message before it is sent, for the progress and for messages. */
  #announcing(connection: Connection): Connection {
    const request = connection.request.bind(connection);
    const notify = connection.notify.bind(connection);
    connection.request = (method, params) => {
      this.#begin(method);
      return request(method, params);
    };
    connection.notify = (method) => {
      this.#begin(method);
      return notify(method);
    };
    return connection;
  }

  #begin(step: string): void {
    this.#step = step;
    this.#onStep(step);
  }

  async #close(): Promise<void> {
    const connection = this.#connection;
    if (connection === undefined) return;
    if (connection.strayOutput !== "") this.#strayOutput = connection.strayOutput;
    await connection.close(this.#deadline.signal.aborted);
    this.#connection = undefined;
  }

  #abort(why: string): void {
    this.#deadline.abort(new ImportError(`${sourceName(this.#source)}: ${why}`));
  }

  async #unlessAborted<T>(work: Promise<T>): Promise<T> {
    const { signal } = this.#deadline;
    const aborted = new Promise<never>((_, reject) => {
      if (signal.aborted) reject(signal.reason);
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    });
    // The work goes on until the connection is closed, and then fails.
    work.catch(() => undefined);
    return await Promise.race([work, aborted]);
  }

  #context() {
    const source = this.#source;
    return {
      server: sourceName(source),
      hasUnusedProxy: source.kind === "http" && hasUnusedProxy(process.env),
      sentHeaders: source.kind === "http" && Object.keys(source.headers).length > 0,
      timedOut: this.#deadline.signal.aborted,
      seconds: this.#timeoutMs / 1_000,
      step: this.#step,
      stderr: this.#connection?.stderr ?? "",
      strayOutput: this.#connection?.strayOutput ?? "",
      unmatchedAnswer: this.#connection?.unmatchedAnswer ?? "",
    };
  }

  async #explained(error: unknown): Promise<ImportError> {
    const context = this.#context();
    const source = this.#source;
    const isDenied = error instanceof HttpError && error.status === 401 && source.kind === "http";
    const canSignIn = isDenied && !context.sentHeaders && (await offersLogin(source.url, error.challenge));
    const explained = toImportError(error, { ...context, canSignIn });
    explained.message = redactSecrets(explained.message, secretsOf(source));
    return explained;
  }
}

function hasUnusedProxy(env: NodeJS.ProcessEnv): boolean {
  const names = ["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy"];
  return env.NODE_USE_ENV_PROXY !== "1" && names.some((name) => Boolean(env[name]));
}

/** A server that serves no newer version should say so at once. Some never answer. */
const discoverTimeoutMs = 3_000;

/** How long the metadata about signing in, which only improve a message, may take. */
const metadataTimeoutMs = 3_000;

async function withinMs<T>(ms: number, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new ClosedError("no answer")), ms);
  work.catch(() => undefined);
  return await Promise.race([work, promise]).finally(() => clearTimeout(timer));
}

function toSurface({ opened, lists }: Read) {
  const { capabilities, instructions } = opened;
  const { tools, unreadable, offers } = lists;
  return {
    capabilities,
    ...(Boolean(instructions) && { instructions: String(instructions) }),
    tools,
    unreadable,
    offers,
  };
}

function skillNote(skill: unknown): string {
  const uri = isSchemaObject(skill) ? String(skill.uri).slice(0, 80) : "";
  return `skills: ${JSON.stringify(uri)} is left out: a spec makes skills of workflows. Its files are resources, as far as resources/list has them.`;
}

/** Returns the auth scheme of a server that takes tokens: OAuth if it publishes protected resource metadata (RFC 9728). */
async function readScheme(url: URL): Promise<Listing["scheme"]> {
  return (await offersLogin(url, null)) ? "oauth" : "bearer";
}

async function offersLogin(url: URL, challenge: string | null): Promise<boolean> {
  const found = withinMs(metadataTimeoutMs, findProtectedResource(url, challenge));
  return (await found.catch(() => undefined)) !== undefined;
}
