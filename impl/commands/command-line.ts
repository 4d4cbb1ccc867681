/** Starts the commands of the operator, with their errors and exit codes. */
import { Unavailable } from "@toolwright/runtime";
import { ConfigError } from "../config/config.ts";
import { StorageError } from "../storage/error.ts";

/** The command line is wrong; the message says why. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** The command line is right but the command failed; the message says why and what to do. */
export class CommandFailed extends Error {
  override readonly name = "CommandFailed";
}

/**
 * Runs a command of the operator. Exit codes: 0 done, 1 failed, 2 invalid command line or configuration.
 * @param name as in `npm run -s NAME -- --help`
 * @param run receives the arguments; known errors are printed to standard error, other errors are not caught
 */
export async function runCommand(
  name: string,
  run: (args: readonly string[]) => Promise<void>,
): Promise<void> {
  // A reader such as `head` has closed the pipe, so no more output is needed.
  process.stdout.on("error", () => process.exit(1));
  try {
    await run(process.argv.slice(2));
  } catch (error) {
    // Not process.exit, which would lose output that is still being written to a pipe.
    process.exitCode = explain(name, error);
  }
}

function explain(name: string, error: unknown): 1 | 2 {
  if (error instanceof UsageError) {
    process.stderr.write(`${error.message}\nnpm run -s ${name} -- --help shows the options.\n`);
    return 2;
  }
  const known = [ConfigError, CommandFailed, StorageError, Unavailable];
  if (known.some((kind) => error instanceof kind)) {
    process.stderr.write(`${(error as Error).message}\n`);
    return error instanceof ConfigError ? 2 : 1;
  }
  throw error;
}
