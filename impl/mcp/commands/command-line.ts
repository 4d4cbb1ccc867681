/** Runs the commands of the operator, with their errors and exit codes. */
import { type Log, Unavailable } from "@toolwright/runtime";
import { type Config, ConfigError, readConfig } from "../../platform/config/config.ts";
import { stderrLog } from "../../platform/log/log.ts";
import { StorageError } from "../../platform/storage/error.ts";
import { openConfiguredStorage } from "../../platform/storage/open.ts";
import type { Storage } from "../../platform/storage/storage.ts";

/** The parts of its process that a command uses. */
export interface CommandIo {
  readonly env: NodeJS.ProcessEnv;
  readonly log: Log;
  /** Writes to standard output. */
  readonly out: (text: string) => void;
  /** Writes to standard error. */
  readonly err: (text: string) => void;
}

/** A command of the operator, with the arguments after its name. @throws UsageError, CommandFailed */
export type Command = (args: readonly string[], io: CommandIo) => Promise<void>;

/** 0 done, 1 failed, 2 invalid command line or configuration. */
export type ExitCode = 0 | 1 | 2;

/** The command line is wrong; the message says why. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** The command line is right but the command failed; the message says why and what to do. */
export class CommandFailed extends Error {
  override readonly name = "CommandFailed";
}

/**
 * Runs a command. Known errors are written to `io.err`, other errors are not caught.
 * @param name as in `npm run -s NAME -- --help`
 */
export async function runCommand(
  name: string,
  command: Command,
  args: readonly string[],
  io: CommandIo,
): Promise<ExitCode> {
  try {
    await command(args, io);
    return 0;
  } catch (error) {
    return explain(name, error, io);
  }
}

/** Opens the storage that the environment names, and closes it after the work. */
export async function withStorage<T>(
  { env, log }: CommandIo,
  work: (storage: Storage, config: Config) => Promise<T>,
): Promise<T> {
  const config = readConfig(env);
  const storage = await openConfiguredStorage(config, log);
  try {
    return await work(storage, config);
  } finally {
    await storage.close();
  }
}

/** The input and output of this process. */
export function processIo(): CommandIo {
  // A reader such as `head` has closed the pipe, so no more output is needed.
  process.stdout.on("error", () => process.exit(1));
  return {
    env: process.env,
    log: stderrLog(),
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
  };
}

function explain(name: string, error: unknown, { err }: CommandIo): ExitCode {
  if (error instanceof UsageError) {
    err(`${error.message}\nnpm run -s ${name} -- --help shows the options.\n`);
    return 2;
  }
  const known = [ConfigError, CommandFailed, StorageError, Unavailable];
  if (error instanceof Error && known.some((kind) => error instanceof kind)) {
    err(`${error.message}\n`);
    return error instanceof ConfigError ? 2 : 1;
  }
  throw error;
}
