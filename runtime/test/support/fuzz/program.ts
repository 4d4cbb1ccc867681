import { fork } from "node:child_process";
import { once } from "node:events";
import { onTestFinished } from "vitest";

/** The first message of a program that serves for a proof. */
export interface Ready {
  readonly endpoint: string;
  readonly tokens: readonly string[];
}

/** The state of the program after a garbage collection, which it sends on request. */
export interface Health {
  readonly residentBytes: number;
  readonly heapBytes: number;
  /** The errors that were logged since the last message. */
  readonly errors: readonly string[];
}

export interface ServingProgram<Told extends Ready> {
  readonly ready: Told;
  health(): Promise<Health>;
  /** Has it stop its server as if told by the operator; resolves when it has ended. */
  stop(): Promise<void>;
}

/** Starts a TypeScript program in a process of its own, so that its memory can be told from ours. Ends with the test. */
export async function startProgram<Told extends Ready>(
  file: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<ServingProgram<Told>> {
  const program = fork(file, {
    execArgv: ["--conditions=toolwright-source", "--expose-gc"],
    env: { PATH: process.env.PATH, ...environment },
  });
  const ended = once(program, "exit");
  onTestFinished(async () => {
    program.kill("SIGKILL");
    await ended;
  });
  const [ready] = (await once(program, "message")) as [Told];
  return {
    ready,
    async health() {
      program.send("health");
      const [health] = (await once(program, "message")) as [Health];
      return health;
    },
    async stop() {
      program.send("stop");
      await ended;
    },
  };
}

/** The other side: tells the parent that it serves, and then what it asks. */
export function serveParent(ready: Ready, errors: string[], stop: () => Promise<void>): void {
  process.on("message", (wish) => {
    if (wish === "stop") void stop().then(() => process.disconnect());
    if (wish !== "health") return;
    globalThis.gc?.();
    const { rss, heapUsed } = process.memoryUsage();
    process.send?.({ residentBytes: rss, heapBytes: heapUsed, errors: errors.splice(0) } satisfies Health);
  });
  process.send?.(ready);
}
