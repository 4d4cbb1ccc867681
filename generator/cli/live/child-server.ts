import { type ChildProcess, spawn } from "node:child_process";
import { pipeline, type Readable, Transform } from "node:stream";
import { deserializeMessage, serializeMessage } from "@modelcontextprotocol/sdk/shared/stdio.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { readLines } from "@toolwright/runtime/lines";
import type { Intake } from "./intake.ts";

/** How long a server may take to end by itself, and then to end when it is told to. */
const patienceMs = 2_000;

/**
 * A server that speaks MCP over the stdin and stdout of its process. Unlike the SDK's own transport it ends everything
 * that the command started: with `npx` in front, the server is a grandchild that would keep the pipes open.
 */
export class ChildServer implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #command: readonly string[];
  readonly #intake: Intake;
  #child: ChildProcess | undefined;
  #said = "";
  #noise = "";

  constructor(command: readonly string[], intake: Intake) {
    this.#command = command;
    this.#intake = intake;
  }

  /** The end of what the server wrote to stderr. */
  get said(): string {
    return this.#said.trim();
  }

  /** The last line on its stdout that was no message. */
  get noise(): string {
    return this.#noise;
  }

  async start(): Promise<void> {
    const [file = "", ...args] = this.#command;
    const isWindows = process.platform === "win32";
    const child = spawn(file, args, {
      stdio: "pipe",
      detached: !isWindows,
      shell: isWindows,
      windowsHide: true,
    });
    this.#child = child;
    void this.#listen(child.stdout);
    child.stderr.on("data", (chunk: Buffer) => {
      this.#said = (this.#said + String(chunk)).slice(-2_000);
    });
    child.stdin.on("error", (error) => this.onerror?.(error));
    child.on("exit", () => this.onclose?.());
    await new Promise<void>((resolve, reject) => child.once("spawn", resolve).once("error", reject));
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.#child?.stdin?.write(serializeMessage(message));
  }

  async close(): Promise<void> {
    const child = this.#child;
    if (!child) return;
    this.#child = undefined;
    child.stdin?.end();
    for (const signal of ["SIGTERM", "SIGKILL"] as const) {
      await ended(child, patienceMs);
      endAll(child, signal);
    }
    child.stdout?.destroy();
    child.stderr?.destroy();
    child.unref();
  }

  async #listen(stdout: Readable): Promise<void> {
    try {
      for await (const line of readLines(this.#counted(stdout), this.#intake.most)) {
        if (line) this.#read(String(line));
      }
    } catch (error) {
      // It was closed before its end.
      this.onerror?.(error as Error);
    }
  }

  #counted(stdout: Readable): Readable {
    const counter = new Transform({
      transform: (chunk: Buffer, _, done) => {
        this.#intake.take(chunk.length);
        done(null, chunk);
      },
    });
    return pipeline(stdout, counter, () => undefined);
  }

  #read(line: string): void {
    try {
      this.onmessage?.(deserializeMessage(line));
    } catch (error) {
      // Some servers also log to stdout; such lines are no messages.
      this.#noise = line;
      this.onerror?.(error as Error);
    }
  }
}

async function ended(child: ChildProcess, withinMs: number): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, withinMs);
  });
  await Promise.race([new Promise((resolve) => child.once("exit", resolve)), patience]);
  clearTimeout(timer);
}

/** The process and those that it started; they form a group, also when the first of them has ended. */
function endAll(child: ChildProcess, signal: "SIGTERM" | "SIGKILL"): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === "win32") child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // All of them have ended.
  }
}
