#!/usr/bin/env node
import { join } from "node:path";
import { generatedCases } from "../cases/load.ts";
import { styleFor } from "../report/terminal.ts";
import { readTarget } from "../target/target-file.ts";
import { UsageError } from "../usage/usage-error.ts";
import { experiment } from "./experiment.ts";
import { findingsOf, knownSurvivors } from "./findings.ts";
import { help, type Options, parseOptions } from "./options.ts";
import { progressOn } from "./progress.ts";
import { faultsReport } from "./report.ts";

const ownTarget = join(import.meta.dirname, "..", "targets", "local.yaml");
const survivorsFile = join(import.meta.dirname, "survivors.yaml");

// Exiting stops the server under test as well, also when the user interrupts.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => process.exit(130));

process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  try {
    const options = parseOptions(args);
    if (!options.help) return await faults(options);
    process.stdout.write(help);
    return 0;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`conformance:faults: ${error.message}\n--help explains.\n`);
    return 2;
  }
}

async function faults({ seed, count, healthy, workers, only, list }: Options): Promise<number> {
  const progress = progressOn(process.stderr, { count, healthy });
  process.stderr.write(`seed ${seed}\n`);
  const done = await experiment({
    cases: generatedCases(),
    target: readTarget(ownTarget),
    seed,
    count: list ? 0 : count,
    healthyRuns: list ? 0 : healthy,
    workers,
    only,
    ...progress,
  });
  if (list) {
    for (const { id, description } of [...done.possible.values()].flat())
      process.stdout.write(`${id}  ${description}\n`);
    return 0;
  }
  const findings = findingsOf(done, knownSurvivors(survivorsFile));
  process.stdout.write(
    `\n${faultsReport(findings, styleFor(process.stdout.isTTY && !process.env.NO_COLOR))}\nseed ${seed}\n`,
  );
  return findings.passed ? 0 : 1;
}
