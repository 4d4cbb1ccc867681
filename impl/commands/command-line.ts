/** What the operator's commands share: errors, exit codes and the start of a command. */
import { ConfigError } from "../config/config.ts";
import { StorageError } from "../storage/error.ts";

/** A command line that cannot be followed; the message says what is wrong with it. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Nothing is wrong with the command line, and yet it cannot be done; the message says why and what helps. */
export class CommandFailed extends Error {
  override readonly name = "CommandFailed";
}

/**
 * Runs a command of the operator. Exit codes: 0 done, 1 failed, 2 the command line or the configuration is wrong.
 * @param name as in `npm run -s NAME -- --help`
 * @param run gets the arguments; what it throws is explained, and what is a bug of ours is not caught
 */
export async function runCommand(
  name: string,
  run: (args: readonly string[]) => Promise<void>,
): Promise<void> {
  // A reader such as `head` has seen enough.
  process.stdout.on("error", () => process.exit(1));
  try {
    await run(process.argv.slice(2));
  } catch (error) {
    // Not process.exit: what is still on its way into a pipe would be lost.
    process.exitCode = explain(name, error);
  }
}

function explain(name: string, error: unknown): 1 | 2 {
  if (error instanceof UsageError) {
    process.stderr.write(`${error.message}\nnpm run -s ${name} -- --help shows how it is done.\n`);
    return 2;
  }
  if (error instanceof ConfigError || error instanceof CommandFailed || error instanceof StorageError) {
    process.stderr.write(`${error.message}\n`);
    return error instanceof ConfigError ? 2 : 1;
  }
  throw error;
}
