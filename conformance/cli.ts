#!/usr/bin/env node
import { conformance } from "./cli/conformance.ts";
import { help } from "./cli/help.ts";
import { parseOptions } from "./cli/options.ts";
import { TargetError } from "./target/target.ts";

process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  try {
    const options = parseOptions(args);
    if (!options.help) return await conformance(options);
    process.stdout.write(help);
    return 0;
  } catch (error) {
    if (!(error instanceof TargetError)) throw error;
    process.stderr.write(`conformance: ${error.message}\n--help explains.\n`);
    return 2;
  }
}
