import { readHelp, suiteCommand } from "../usage/invocation.ts";
import { UsageError } from "../usage/usage-error.ts";
import { conformance } from "./conformance.ts";
import type { Io } from "./io.ts";
import { parseOptions } from "./options.ts";

/** Runs the command line. Resolves with the exit code. */
export async function main(args: readonly string[], io: Io = process): Promise<number> {
  try {
    const options = parseOptions(args, io.env);
    if (!options.help) return await conformance(options, io);
    io.stdout.write(readHelp());
    return 0;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    io.stderr.write(`toolwright: ${error.message}\n\`${suiteCommand} --help\` lists the options.\n`);
    return 2;
  }
}
