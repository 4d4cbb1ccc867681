#!/usr/bin/env node
/** `npm run conformance:faults`: breaks our own server in many ways, and counts the faults that the suite catches. */
import { join } from "node:path";
import { generatedCases } from "../cases/load.ts";
import { styleFor } from "../report/terminal-style.ts";
import { UsageError } from "../usage/usage-error.ts";
import { runExperiment } from "./experiment.ts";
import {
  type Bar,
  listFindings,
  readKnownSurvivors,
  requiredShares,
  type Tried,
  toleratedSurvivors,
} from "./findings.ts";
import { help, type Options, parseOptions } from "./options.ts";
import { findMutants } from "./patches/mutants.ts";
import { runPatchExperiment } from "./patches/patch-experiment.ts";
import { type Copy, makeServiceCopy, makeTemplateCopy, ownTarget } from "./patches/patched-copy.ts";
import { readPatches } from "./patches/patches.ts";
import { makeProgress } from "./progress.ts";
import { formatFaultsReport } from "./report.ts";
import { readStartedTarget } from "./whole-run.ts";

const patchesFile = join(import.meta.dirname, "patches", "patches.yaml");
const survivorsFile = join(import.meta.dirname, "survivors.yaml");
const mutantSurvivorsFile = join(import.meta.dirname, "mutant-survivors.yaml");

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
    process.stderr.write(`conformance:faults: ${error.message}\nRun it with --help for its options.\n`);
    return 2;
  }
}

async function faults(options: Options): Promise<number> {
  const { seed, ways, list } = options;
  process.stderr.write(`seed ${seed}\n`);
  const named: Bar = {
    share: requiredShares.named,
    known: readKnownSurvivors(survivorsFile),
    tolerated: toleratedSurvivors,
    isComplete: true,
  };
  const ofProject = { share: requiredShares.ofProject, known: [], isComplete: false };
  const read = readKnownSurvivors(mutantSurvivorsFile);
  const ofService = { share: requiredShares.ofService, known: read, isComplete: false };
  const results = [
    !ways.proxy || report("faults", await faultsOfProxy(options), list, named),
    !ways.patches || report("patches", await faultsOfPatches(options), list, named),
    !ways.mutants ||
      report("mutants of a new project", await mutants("src", makeTemplateCopy, options), list, ofProject),
    !ways.mutants ||
      report("mutants of the service", await mutants("impl", makeServiceCopy, options), list, ofService),
  ];
  if (!list) process.stdout.write(`seed ${seed}\n`);
  return results.every(Boolean) ? 0 : 1;
}

/** @returns whether the suite passed */
function report(name: string, tried: Tried, list: boolean, bar: Bar): boolean {
  if (list) {
    for (const { id, description } of [...tried.possible.values()].flat())
      process.stdout.write(`${id}  ${description}\n`);
    return true;
  }
  if (tried.outcomes.length === 0) {
    process.stdout.write(`\nno ${name} tried\n`);
    return true;
  }
  const findings = listFindings(tried, bar);
  const style = styleFor(process.stdout.isTTY && !process.env.NO_COLOR);
  process.stdout.write(`\n${formatFaultsReport(name, findings, style)}\n`);
  return findings.passed;
}

async function faultsOfProxy({ count, healthy, list, ...rest }: Options): Promise<Tried> {
  return await runExperiment({
    ...rest,
    cases: generatedCases(),
    target: readStartedTarget(ownTarget),
    count: list ? 0 : count,
    healthyRuns: list ? 0 : healthy,
    ...makeProgress(process.stderr, count, healthy),
  });
}

async function faultsOfPatches(options: Options): Promise<Tried> {
  const patches = readPatches(patchesFile);
  const { onOutcome } = makeProgress(process.stderr, patches.length);
  const { seed, only, list } = options;
  const makeCopy = makeServiceCopy;
  return await runPatchExperiment({ seed, only, list, onOutcome, makeCopy, findPatches: () => patches });
}

/** @param folder the folder of the sources, inside the copy */
async function mutants(folder: string, makeCopy: () => Copy, options: Options): Promise<Tried> {
  const findPatches = (root: string) => findMutants(root, folder);
  const { onOutcome } = makeProgress(process.stderr, options.count);
  return await runPatchExperiment({ ...options, onOutcome, makeCopy, findPatches });
}
