import { isUtf8 } from "node:buffer";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { pipeline, type Readable, Transform } from "node:stream";
import {
  groupOf,
  groupOptions,
  type ProcessGroup,
  prepareFolder,
} from "@toolwright/conformance/server-options";
import { isSchemaObject } from "@toolwright/json-schema";
import { readLines } from "@toolwright/runtime/lines";
import type { ByteLimit } from "./byte-limit.ts";
import type { Connection } from "./connection.ts";
import {
  answerTo,
  ClosedError,
  type IncomingMessage,
  NotMcpError,
  notUtf8,
  type OutgoingMessage,
  type Result,
  readResult,
  requestId,
  withId,
} from "./messages.ts";

/** How long a server may take to exit after stdin was closed, and then again after SIGTERM. */
const exitTimeoutMs = 2_000;

/** The same when the user does not want to wait. */
const quickExitTimeoutMs = 300;

/** The characters that are kept of a line that has no end. */
const maxUnfinished = 2_000;

/** How long answers that were written before the end may take to arrive, if another process keeps the pipes open. */
const lastOutputMs = 2_000;

/**
 * A server that speaks MCP over stdin and stdout of its process. Closing it ends all processes that the command started: under `npx`
 * the server is a grandchild, which would keep the pipes open.
 */
export class ChildServer implements Connection {
  readonly #command: readonly string[];
  readonly #environment: Readonly<Record<string, string>>;
  readonly #limit: ByteLimit;
  readonly #waiting = new Map<
    number,
    { resolve(message: IncomingMessage): void; reject(error: Error): void }
  >();
  #child: ChildProcess | undefined;
  #group: ProcessGroup | undefined;
  #ended: Error | undefined;
  #lastId = -1;
  /** Notifications that some server may answer, which none should. */
  #openNotifications = 0;
  #hasSentMessage = false;
  #stderr = "";
  #strayOutput = "";
  #unmatchedAnswer = "";
  #unfinishedLine = "";

  /** @param environment variables beside those of this process */
  constructor(command: readonly string[], environment: Readonly<Record<string, string>>, limit: ByteLimit) {
    this.#command = command;
    this.#environment = environment;
    this.#limit = limit;
  }

  /** The end of what the server wrote to stderr. */
  get stderr(): string {
    return this.#stderr.trim();
  }

  /** The last line on its stdout that was not a message. */
  get strayOutput(): string {
    return this.#strayOutput;
  }

  /** The last answer whose id is that of no request. */
  get unmatchedAnswer(): string {
    return this.#unmatchedAnswer;
  }

  /** The begin of a line on its stdout that has no end yet. */
  get unfinishedLine(): string {
    return this.#unfinishedLine;
  }

  async start(): Promise<void> {
    const prepared = prepareFolder({ command: this.#command, environment: this.#environment });
    const [file = "", ...args] = prepared.command;
    const child = spawn(file, args, {
      stdio: "pipe",
      env: { ...process.env, ...prepared.environment },
      shell: process.platform === "win32",
      ...groupOptions,
    });
    this.#child = child;
    this.#group = groupOf(child);
    void this.#readMessages(child.stdout);
    child.stderr.on("data", (chunk: Buffer) => {
      this.#stderr = (this.#stderr + String(chunk)).slice(-2_000);
    });
    // A message that cannot be written shows as an answer that does not come.
    child.stdin.on("error", () => undefined);
    child.once("exit", (code, signal) => {
      const timer = setTimeout(() => this.#end(code, signal), lastOutputMs);
      child.once("close", () => {
        prepared.remove();
        clearTimeout(timer);
        this.#end(code, signal);
      });
    });
    await new Promise<void>((resolve, reject) => child.once("spawn", resolve).once("error", reject));
  }

  async request(method: string, params: Result): Promise<Result> {
    const id = ++this.#lastId;
    const answer = new Promise<IncomingMessage>((resolve, reject) => {
      if (this.#ended) reject(this.#ended);
      this.#waiting.set(id, { resolve, reject });
    });
    this.#send({ jsonrpc: "2.0", id, method, params });
    try {
      return readResult(await answer);
    } finally {
      this.#waiting.delete(id);
    }
  }

  async notify(method: string): Promise<void> {
    this.#openNotifications++;
    this.#send({ jsonrpc: "2.0", method });
  }

  /** Over stdio, requests do not repeat the version. */
  useVersion(): void {}

  async close(atOnce = false): Promise<void> {
    const child = this.#child;
    if (!child) return;
    this.#child = undefined;
    child.stdin?.end();
    if (atOnce) this.#group?.kill("SIGTERM");
    await waitForExit(child, atOnce ? quickExitTimeoutMs : exitTimeoutMs);
    this.#group?.kill("SIGTERM");
    await waitForExit(child, atOnce ? quickExitTimeoutMs : exitTimeoutMs);
    this.#group?.end();
    child.stdout?.destroy();
    child.stderr?.destroy();
    child.unref();
  }

  async #readMessages(stdout: Readable): Promise<void> {
    try {
      for await (const line of readLines(this.#counted(stdout), this.#limit.max)) {
        if (line) this.#receive(line);
      }
    } catch {
      // The stream was closed before its end.
    }
  }

  #counted(stdout: Readable): Readable {
    const counter = new Transform({
      transform: (chunk: Buffer, _, done) => {
        this.#limit.add(chunk.length);
        const text = String(chunk);
        const end = text.lastIndexOf("\n");
        const begin = end === -1 ? this.#unfinishedLine : "";
        this.#unfinishedLine = (begin + text.slice(end + 1)).slice(0, maxUnfinished);
        done(null, chunk);
      },
    });
    return pipeline(stdout, counter, () => undefined);
  }

  #send(message: OutgoingMessage): void {
    this.#child?.stdin?.write(`${JSON.stringify(message)}\n`);
  }

  #receive(line: Buffer): void {
    const text = String(line);
    const message = parseLine(text);
    if (message === undefined) {
      // Some servers also log to stdout.
      if (text.trim() !== "") this.#strayOutput = text;
      if (!this.#hasSentMessage && contentLength.test(text)) this.#fail(new NotMcpError(framed));
      return;
    }
    this.#hasSentMessage = true;
    if (message.method !== undefined) {
      const answer = answerTo(message);
      if (answer) this.#send(answer);
    } else {
      this.#settle(message, line);
    }
  }

  #settle(message: IncomingMessage, line: Buffer): void {
    const id = requestId(message);
    const request = id === undefined ? undefined : this.#waiting.get(id);
    if (request === undefined) this.#settleUnmatched(message, line);
    else if (isUtf8(line)) request.resolve(message);
    else request.reject(new NotMcpError(notUtf8));
  }

  /** An answer to none of the requests that were sent belongs to the one that waits, unless the server answers a notification. */
  #settleUnmatched(message: IncomingMessage, line: Buffer): void {
    this.#unmatchedAnswer = String(line);
    const id = requestId(message);
    const [waiting] = this.#waiting;
    const isLate = id !== undefined && id <= this.#lastId;
    if (waiting === undefined || isLate) return;
    if (this.#openNotifications > 0) {
      this.#openNotifications--;
      return;
    }
    const [sent, request] = waiting;
    try {
      request.resolve(withId(message, sent));
    } catch (error) {
      request.reject(error as Error);
    }
  }

  #end(code: number | null, signal: string | null): void {
    this.#fail(new ClosedError(code === null ? `by ${signal}` : `with exit code ${code}`));
  }

  /** Ends the requests that wait, and the later ones. */
  #fail(error: Error): void {
    this.#ended ??= error;
    for (const { reject } of this.#waiting.values()) reject(this.#ended);
  }
}

/** The first line of a message of the Language Server Protocol. */
const contentLength = /^content-length: *\d+\s*$/i;

const framed =
  "its messages begin with Content-Length, as those of the Language Server Protocol do, and a message of MCP is one line";

function parseLine(line: string): IncomingMessage | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isSchemaObject(value) && value.jsonrpc === "2.0" ? value : undefined;
  } catch {
    return undefined;
  }
}

async function waitForExit(child: ChildProcess, withinMs: number): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  await once(child, "exit", { signal: AbortSignal.timeout(withinMs) }).catch(() => undefined);
}
