import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { pipeline, type Readable, Transform } from "node:stream";
import { isSchemaObject } from "@toolwright/json-schema";
import { readLines } from "@toolwright/runtime/lines";
import type { ByteLimit } from "./byte-limit.ts";
import type { Connection } from "./connection.ts";
import {
  answerTo,
  ClosedError,
  type IncomingMessage,
  type OutgoingMessage,
  type Result,
  resultOf,
} from "./messages.ts";

/** How long a server may take to exit after stdin was closed, and then again after SIGTERM. */
const exitTimeoutMs = 2_000;

/** The same when the user does not want to wait. */
const quickExitTimeoutMs = 300;

/** How long answers that were written before the end may take to arrive. */
const lastOutputMs = 200;

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
  #ended: Error | undefined;
  #lastId = -1;
  #stderr = "";
  #strayOutput = "";

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

  async start(): Promise<void> {
    const [file = "", ...args] = this.#command;
    const isWindows = process.platform === "win32";
    const child = spawn(file, args, {
      stdio: "pipe",
      env: { ...process.env, ...this.#environment },
      detached: !isWindows,
      shell: isWindows,
      windowsHide: true,
    });
    this.#child = child;
    void this.#readMessages(child.stdout);
    child.stderr.on("data", (chunk: Buffer) => {
      this.#stderr = (this.#stderr + String(chunk)).slice(-2_000);
    });
    // A message that cannot be written shows as an answer that does not come.
    child.stdin.on("error", () => undefined);
    process.once("exit", this.#onExit);
    child.once("exit", (code, signal) => {
      const timer = setTimeout(() => this.#end(code, signal), lastOutputMs);
      child.once("close", () => {
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
      return resultOf(await answer);
    } finally {
      this.#waiting.delete(id);
    }
  }

  async notify(method: string): Promise<void> {
    this.#send({ jsonrpc: "2.0", method });
  }

  /** Nothing but HTTP repeats the version. */
  useVersion(): void {}

  async close(atOnce = false): Promise<void> {
    const child = this.#child;
    if (!child) return;
    this.#child = undefined;
    child.stdin?.end();
    if (atOnce) killGroup(child, "SIGTERM");
    for (const signal of ["SIGTERM", "SIGKILL"] as const) {
      await exited(child, atOnce ? quickExitTimeoutMs : exitTimeoutMs);
      killGroup(child, signal);
    }
    process.off("exit", this.#onExit);
    child.stdout?.destroy();
    child.stderr?.destroy();
    child.unref();
  }

  async #readMessages(stdout: Readable): Promise<void> {
    try {
      for await (const line of readLines(this.#counted(stdout), this.#limit.max)) {
        if (line) this.#receive(String(line));
      }
    } catch {
      // The stream was closed before its end.
    }
  }

  #counted(stdout: Readable): Readable {
    const counter = new Transform({
      transform: (chunk: Buffer, _, done) => {
        this.#limit.add(chunk.length);
        done(null, chunk);
      },
    });
    return pipeline(stdout, counter, () => undefined);
  }

  #send(message: OutgoingMessage): void {
    this.#child?.stdin?.write(`${JSON.stringify(message)}\n`);
  }

  #receive(line: string): void {
    const message = parsed(line);
    if (message === undefined) {
      // Some servers also log to stdout.
      this.#strayOutput = line;
    } else if (message.method !== undefined) {
      const answer = answerTo(message);
      if (answer) this.#send(answer);
    } else {
      this.#waiting.get(Number(message.id))?.resolve(message);
    }
  }

  /** This process ends without having closed the connection, as at a second Ctrl-C. */
  readonly #onExit = () => {
    if (this.#child) killGroup(this.#child, "SIGKILL");
  };

  #end(code: number | null, signal: string | null): void {
    this.#ended ??= new ClosedError(code === null ? `by ${signal}` : `with exit code ${code}`);
    for (const { reject } of this.#waiting.values()) reject(this.#ended);
  }
}

function parsed(line: string): IncomingMessage | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isSchemaObject(value) && value.jsonrpc === "2.0" ? value : undefined;
  } catch {
    return undefined;
  }
}

async function exited(child: ChildProcess, withinMs: number): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  await once(child, "exit", { signal: AbortSignal.timeout(withinMs) }).catch(() => undefined);
}

/** Kills the process and those that it started. They form a group, even after the first of them has exited. */
function killGroup(child: ChildProcess, signal: "SIGTERM" | "SIGKILL"): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === "win32") child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // All of them have exited.
  }
}
