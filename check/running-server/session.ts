/** The connections to a running server, one after another: each has the same time, all have one limit of bytes, and they end with Ctrl-C. */
import { findProtectedResource } from "@toolwright/conformance/login";
import {
  redactSecrets,
  type Source,
  secretsOf,
  sourceName,
  splitCommand,
} from "@toolwright/conformance/server-options";
import { ImportError } from "../surface/listing.ts";
import { type ByteLimit, byteLimit } from "./byte-limit.ts";
import { ChildServer } from "./child-server.ts";
import type { Connection } from "./connection.ts";
import { explain, type FailureContext, toImportError } from "./errors.ts";
import { HttpConnection } from "./http-connection.ts";
import { HttpError, NoAnswerError, RpcError } from "./messages.ts";
import { discover, initialize, type Opened } from "./opening.ts";

/** The most that a server may send, in bytes: far more than the longest list of tools. */
const maxBytes = 64 * 2 ** 20;

/** The most that it may send for a list beside its tools. */
const maxListBytes = 16 * 2 ** 20;

/** Lets a caller follow what is done at a server, and end it. */
export interface SessionOptions {
  /** Called before each step: `starting the server`, `tools/list`. */
  onStep?(step: string): void;
  /** Ends the session, and the server that it started. */
  readonly signal?: AbortSignal;
}

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

export class Session {
  readonly source: Source;
  readonly timeoutMs: number;
  readonly #onStep: (step: string) => void;
  readonly #limit: ByteLimit;
  readonly #deadline = new AbortController();
  readonly #signal: AbortSignal | undefined;
  #timer: NodeJS.Timeout | undefined;
  #connection: Connection | undefined;
  #step = "";
  #strayOutput = "";
  #isInterrupted = false;

  constructor(source: Source, timeoutMs: number, { onStep = () => undefined, signal }: SessionOptions) {
    this.source = source;
    this.timeoutMs = timeoutMs;
    this.#signal = signal;
    this.#onStep = onStep;
    this.#limit = byteLimit(maxBytes, () => this.#abort(`it sent more than ${maxBytes / 2 ** 20} MiB.`));
  }

  /** Whether the time is over, the server sent too much, or the user ended the session. */
  get isOver(): boolean {
    return this.#deadline.signal.aborted;
  }

  /** Whether the user ended the session. */
  get isInterrupted(): boolean {
    return this.#isInterrupted;
  }

  /** The last line on the stdout of a server over stdio that was not a message. */
  get strayOutput(): string {
    return this.#strayOutput;
  }

  /** Does the work, then closes the connection. @throws ImportError */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const interrupt = () => {
      this.#isInterrupted = true;
      this.#abort("interrupted.");
    };
    // A second Ctrl-C does not wait for the connection to close.
    for (const signal of signals) process.once(signal, interrupt);
    this.#signal?.addEventListener("abort", interrupt, { once: true });
    if (this.#signal?.aborted === true) interrupt();
    try {
      return await this.#unlessAborted(work());
    } catch (error) {
      throw await this.#explained(error);
    } finally {
      clearTimeout(this.#timer);
      await this.close();
      for (const signal of signals) process.off(signal, interrupt);
      this.#signal?.removeEventListener("abort", interrupt);
    }
  }

  async connect(): Promise<Connection> {
    await this.close();
    // Nobody would close a connection that opens after the end of the session.
    this.#deadline.signal.throwIfAborted();
    this.#startTimer();
    const { source } = this;
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

  /** Opens a connection in the older version if the server has it. @throws the errors of the connection */
  async open(connection: Connection): Promise<Opened> {
    try {
      return await initialize(connection);
    } catch (error) {
      const mayBeModern =
        this.#step === "initialize" &&
        (error instanceof RpcError || (error instanceof HttpError && error.status === 400));
      const opened = mayBeModern ? await discover(connection).catch(() => undefined) : undefined;
      if (opened !== undefined) return opened;
      // The message is about the first request.
      if (mayBeModern) this.#step = "initialize";
      throw error;
    }
  }

  /**
   * Does work that the session goes on without, such as the reading of a list beside the tools: its time and its bytes do not count
   * for the session. @throws NoAnswerError, ImportError, and the errors of the work, which may go on until the connection is closed
   */
  async apart<T>(work: () => Promise<T>): Promise<T> {
    clearTimeout(this.#timer);
    const exceeded = Promise.withResolvers<never>();
    const countAll = this.#limit.countApart(maxListBytes, () =>
      exceeded.reject(new ImportError(`it sent more than ${maxListBytes / 2 ** 20} MiB.`)),
    );
    exceeded.promise.catch(() => undefined);
    try {
      return await withinMs(this.timeoutMs, Promise.race([work(), exceeded.promise]));
    } finally {
      countAll();
      this.#startTimer();
    }
  }

  /** @param atOnce a server that was started gets no time to end by itself */
  async close(atOnce = this.isOver): Promise<void> {
    const connection = this.#connection;
    if (connection === undefined) return;
    if (connection.strayOutput !== "") this.#strayOutput = connection.strayOutput;
    await connection.close(atOnce);
    this.#connection = undefined;
  }

  /** Why a step failed, in a sentence. */
  explain(error: unknown): string {
    return redactSecrets(explain(error, this.#context()), secretsOf(this.source));
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

  #startTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#deadline.abort(), this.timeoutMs);
  }

  #begin(step: string): void {
    this.#step = step;
    this.#onStep(step);
  }

  #abort(why: string): void {
    this.#deadline.abort(new ImportError(`${sourceName(this.source)}: ${why}`));
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

  #context(): FailureContext {
    const { source } = this;
    return {
      server: sourceName(source),
      hasUnusedProxy: source.kind === "http" && hasUnusedProxy(process.env),
      sentHeaders: source.kind === "http" && Object.keys(source.headers).length > 0,
      timedOut: this.isOver,
      seconds: this.timeoutMs / 1_000,
      step: this.#step,
      stderr: this.#connection?.stderr ?? "",
      strayOutput: this.#connection?.strayOutput ?? "",
      unmatchedAnswer: this.#connection?.unmatchedAnswer ?? "",
      unfinishedLine: this.#connection?.unfinishedLine ?? "",
    };
  }

  async #explained(error: unknown): Promise<ImportError> {
    const context = this.#context();
    const { source } = this;
    const isDenied = error instanceof HttpError && error.status === 401 && source.kind === "http";
    const canSignIn =
      isDenied && !context.sentHeaders && (await offersLogin(source.url, error.challenge, this.timeoutMs));
    const explained = toImportError(error, { ...context, canSignIn });
    explained.message = redactSecrets(explained.message, secretsOf(source));
    return explained;
  }
}

function hasUnusedProxy(env: NodeJS.ProcessEnv): boolean {
  const names = ["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy"];
  return env.NODE_USE_ENV_PROXY !== "1" && names.some((name) => Boolean(env[name]));
}

/** Whether the server publishes how to sign in. */
export async function offersLogin(url: URL, challenge: string | null, timeoutMs: number): Promise<boolean> {
  const found = withinMs(timeoutMs, findProtectedResource(url, challenge));
  return (await found.catch(() => undefined)) !== undefined;
}

/** @throws NoAnswerError if the work takes longer */
export async function withinMs<T>(ms: number, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new NoAnswerError(ms)), ms);
  work.catch(() => undefined);
  return await Promise.race([work, promise]).finally(() => clearTimeout(timer));
}
