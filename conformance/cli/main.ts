import { suiteCommand } from "../usage/invocation.ts";
import { UsageError } from "../usage/usage-error.ts";
import { conformance } from "./conformance.ts";
import { help } from "./help.ts";
import { parseOptions } from "./options.ts";

/** Runs the command line. Resolves with the exit code. */
export async function main(args: readonly string[]): Promise<number> {
  try {
    const options = parseOptions(args);
    if (!options.help) return await conformance(options);
    process.stdout.write(help);
    return 0;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`toolwright: ${error.message}\n\`${suiteCommand} --help\` explains.\n`);
    return 2;
  }
}
