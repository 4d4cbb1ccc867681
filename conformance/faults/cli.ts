#!/usr/bin/env node
/** `npm run conformance:faults`: breaks our own server in many ways, and counts what the suite catches. */
import { join } from "node:path";
import { generatedCases } from "../cases/load.ts";
import { type Style, styleFor } from "../report/terminal.ts";
import { readTarget } from "../target/target-file.ts";
import { UsageError } from "../usage/usage-error.ts";
import { experiment } from "./experiment.ts";
import { type KnownSurvivor, knownSurvivors, listFindings } from "./findings.ts";
import { help, type Options, parseOptions } from "./options.ts";
import { patchExperiment } from "./patches/patch-experiment.ts";
import { patchFindings, patchReport } from "./patches/patch-report.ts";
import { readPatches } from "./patches/patches.ts";
import { progressOn } from "./progress.ts";
import { faultsReport } from "./report.ts";

const ownTarget = join(import.meta.dirname, "..", "targets", "local.yaml");
const patchesFile = join(import.meta.dirname, "patches", "patches.yaml");
/** Each copy is a server and a client, which keep two cores busy. */
const parallelCopies = 2;
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

async function faults(options: Options): Promise<number> {
  const { seed, ways, list } = options;
  process.stderr.write(`seed ${seed}\n`);
  const known = knownSurvivors(survivorsFile);
  const proxyPassed = !ways.proxy || (await faultsOfProxy(options, known));
  const patchesPassed = !ways.patches || (await faultsOfPatches(options, known));
  if (!list) process.stdout.write(`seed ${seed}\n`);
  return proxyPassed && patchesPassed ? 0 : 1;
}

async function faultsOfProxy(
  { seed, count, healthy, workers, only, list }: Options,
  known: readonly KnownSurvivor[],
): Promise<boolean> {
  const progress = progressOn(process.stderr, { count, healthy });
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
    return true;
  }
  const findings = listFindings(done, known);
  process.stdout.write(`\n${faultsReport(findings, style())}\n`);
  return findings.passed;
}

async function faultsOfPatches(
  { seed, only, list }: Options,
  known: readonly KnownSurvivor[],
): Promise<boolean> {
  const patches = readPatches(patchesFile).filter(
    ({ id }) => only.length === 0 || only.some((pattern) => pattern.test(id)),
  );
  if (list) {
    for (const { id, description } of patches) process.stdout.write(`${id}  ${description}\n`);
    return true;
  }
  const outcomes = await patchExperiment({
    cases: generatedCases(),
    target: readTarget(ownTarget),
    patches,
    seed,
    parallel: parallelCopies,
    onOutcome({ patch, firstFinding, seconds }) {
      const verdict = firstFinding === undefined ? "survives" : `caught by ${firstFinding.subject.id}`;
      process.stderr.write(`${patch.id}: ${verdict}, ${seconds.toFixed(0)} s\n`);
    },
  });
  const findings = patchFindings(outcomes, known);
  process.stdout.write(`\n${patchReport(findings, style())}\n`);
  return findings.passed;
}

function style(): Style {
  return styleFor(process.stdout.isTTY && !process.env.NO_COLOR);
}
