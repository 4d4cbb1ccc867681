/** Starts a stranger's server over stdio. It has no address for hooks, so its clock is a file that a command moves. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Hook } from "../../target/target.ts";
import type { Limits } from "../../wire/reply.ts";
import { stdioTransport } from "../../wire/stdio.ts";
import type { Transport } from "../../wire/transport.ts";

export interface StdioProgram {
  /** The program and its arguments. */
  readonly command: readonly string[];
  /** The folder of the program. */
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  /** The variable with the file of the clock, and the command that moves it; left out: the server has the time of the machine. */
  readonly clock?: { readonly variable: string; readonly hook: readonly string[] } | undefined;
  readonly limits: Limits;
}

export interface RunningProgram {
  readonly transport: Transport;
  /** The environment of the program and of its hooks. */
  readonly environment: Readonly<Record<string, string>>;
  readonly clock: Hook | undefined;
  /** Ends the program, and removes its files. */
  stop(): void;
}

export function startOverStdio({ command, folder, clock, limits, ...rest }: StdioProgram): RunningProgram {
  const files = mkdtempSync(join(tmpdir(), "stranger-"));
  const file = join(files, "clock.json");
  writeFileSync(file, "{}");
  const environment = { ...rest.environment, ...(clock && { [clock.variable]: file }) };
  const [program, ...args] = command;
  const transport = stdioTransport({ program: program!, args, folder, environment, limits });
  return {
    transport,
    environment,
    clock: clock?.hook.map((part) => (part.endsWith(".ts") ? join(folder, part) : part)),
    stop() {
      transport.close();
      rmSync(files, { recursive: true, force: true });
    },
  };
}
