import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { pipeline, type Readable, Transform } from "node:stream";
import { deserializeMessage, serializeMessage } from "@modelcontextprotocol/sdk/shared/stdio.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { readLines } from "@toolwright/runtime/lines";

/** How long a server may take to exit after stdin was closed, and then again after SIGTERM. */
const exitTimeoutMs = 2_000;

/**
 * A server that speaks MCP over stdin and stdout of its process. Unlike the SDK's transport, it ends all processes that the
 * command started: under `npx` the server is a grandchild, which would keep the pipes open.
 */
export class ChildServer implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #command: readonly string[];
  readonly #limit: ByteLimit;
  #child: ChildProcess | undefined;
  #stderr = "";
  #strayOutput = "";

  constructor(command: readonly string[], limit: ByteLimit) {
    this.#command = command;
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
      detached: !isWindows,
      shell: isWindows,
      windowsHide: true,
    });
    this.#child = child;
    void this.#readMessages(child.stdout);
    child.stderr.on("data", (chunk: Buffer) => {
      this.#stderr = (this.#stderr + String(chunk)).slice(-2_000);
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
      await exited(child, exitTimeoutMs);
      killGroup(child, signal);
    }
    child.stdout?.destroy();
    child.stderr?.destroy();
    child.unref();
  }

  async #readMessages(stdout: Readable): Promise<void> {
    try {
      for await (const line of readLines(this.#counted(stdout), this.#limit.max)) {
        if (line) this.#parse(String(line));
      }
    } catch (error) {
      // The stream was closed before its end.
      this.onerror?.(error as Error);
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

  #parse(line: string): void {
    try {
      this.onmessage?.(deserializeMessage(line));
    } catch (error) {
      // Some servers also log to stdout.
      this.#strayOutput = line;
      this.onerror?.(error as Error);
    }
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

/** Counts the bytes that a server sends, so that a server that never stops cannot fill the memory. */
export interface ByteLimit {
  /** In bytes. */
  readonly max: number;
  add(bytes: number): void;
}

/** @param onExceeded is called once, when there are more bytes */
export function byteLimit(max: number, onExceeded: () => void): ByteLimit {
  let total = 0;
  return {
    max,
    add(bytes) {
      if (total > max) return;
      total += bytes;
      if (total > max) onExceeded();
    },
  };
}

/** A `fetch` that counts the bytes of response bodies as they arrive. */
export function countedFetch(limit: ByteLimit): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    const { body, status, statusText, headers } = response;
    const isRedirect = status < 200 || (status >= 300 && status < 400);
    if (!body || isRedirect) return response;
    const counter = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        limit.add(chunk.length);
        controller.enqueue(chunk);
      },
    });
    return new Response(body.pipeThrough(counter), { status, statusText, headers });
  };
}
