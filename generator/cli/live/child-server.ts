import { type ChildProcess, spawn } from "node:child_process";
import { ReadBuffer, serializeMessage } from "@modelcontextprotocol/sdk/shared/stdio.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";

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
  readonly #buffer = new ReadBuffer();
  #child: ChildProcess | undefined;
  #said = "";

  constructor(command: readonly string[]) {
    this.#command = command;
  }

  /** The end of what the server wrote to stderr. */
  get said(): string {
    return this.#said.trim();
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
    child.stdout.on("data", (chunk: Buffer) => this.#read(chunk));
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

  #read(chunk: Buffer): void {
    this.#buffer.append(chunk);
    for (;;) {
      try {
        const message = this.#buffer.readMessage();
        if (message === null) return;
        this.onmessage?.(message);
      } catch (error) {
        // Some servers also log to stdout; such lines are no messages.
        this.onerror?.(error as Error);
      }
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
