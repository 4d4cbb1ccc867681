/** Starts a copy of the sources with each mistake, and looks whether the suite notices. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Report } from "../../results/report.ts";
import type { Result } from "../../results/verdict.ts";
import type { Runnable } from "../../run/runnable.ts";
import { UsageError } from "../../usage/usage-error.ts";
import type { Tried, TriedMistake } from "../findings.ts";
import { drawSample, matchingFaults } from "../sample.ts";
import { idsOfHeld, makePlan, runOnFreshServer } from "../whole-run.ts";
import { readCoverage, type WasCalled } from "./coverage.ts";
import type { Copy } from "./patched-copy.ts";
import type { Patch } from "./patches.ts";

export interface PatchExperimentOptions {
  readonly makeCopy: () => Copy;
  /** @param folder of a copy */
  readonly findPatches: (folder: string) => readonly Patch[];
  /** How many are drawn of those in code that a run of all cases executes. Without it all are tried. */
  readonly count?: number;
  /** Only patches whose ids match; empty means all. */
  readonly only: readonly RegExp[];
  readonly seed: number;
  /** Whether the patches are only listed, and none is tried. */
  readonly list: boolean;
  onOutcome(outcome: TriedMistake): void;
}

/** What holds for the service without a mistake. */
interface Healthy {
  /** Cases that held when each ran alone, as those that are tried first do. */
  readonly alone: ReadonlySet<string>;
  /** Cases that held in a run of all. Only a patch that its first case does not find needs them. */
  readonly together: () => Promise<HeldTogether>;
}

interface HeldTogether {
  readonly held: ReadonlySet<string>;
  readonly wasCalled: WasCalled;
}

/** Each copy is a server and a client, which keep two cores busy. */
const parallelCopies = 2;

/**
 * Looks for a case that fails with the patch and holds without it: first the case that the list names, then all. So the list
 * decides how long a patch takes, and never whether it is caught.
 */
export async function patchExperiment(options: PatchExperimentOptions): Promise<Tried> {
  const { makeCopy, only, count, seed, list } = options;
  const copies = Array.from({ length: parallelCopies }, makeCopy);
  try {
    const possible = Map.groupBy(options.findPatches(copies[0]!.folder), ({ operator }) => operator);
    const matching = [...matchingFaults(possible, only).values()].flat();
    if (list || matching.length === 0) return { possible, equivalent: [], outcomes: [] };
    let all: Promise<HeldTogether> | undefined;
    const together = () => (all ??= heldTogether(options));
    const chosen =
      count === undefined ? matching : drawPatches(matching, (await together()).wasCalled, count, seed);
    const firstCases = [...new Set(chosen.flatMap(({ first }) => first ?? []))];
    const aloneHeld = await onCopies(copies, firstCases, async (id, copy) => [
      ...idsOfHeld(await runCases(casesNamed(id, copy), copy, seed)),
    ]);
    const healthy = { alone: new Set(aloneHeld.flat()), together };
    const tried = await onCopies(copies, chosen, async (patch, copy) => {
      const outcome = await tryPatch(patch, copy, healthy, seed);
      if (outcome) options.onOutcome(outcome);
      return outcome ?? patch;
    });
    const outcomes = tried.filter((each) => "trial" in each);
    return { possible, equivalent: tried.filter((each) => "id" in each), outcomes };
  } finally {
    for (const copy of copies) copy.remove();
  }
}

/** Draws patches in code that ran, as many of one operator as of another. */
export function drawPatches(
  patches: readonly Patch[],
  wasCalled: WasCalled,
  count: number,
  seed: number,
): readonly Patch[] {
  const called = patches.filter(({ edits }) => edits.every(({ file, at = 0 }) => wasCalled(file, at)));
  const byOperator = Map.groupBy(called, ({ operator }) => operator);
  return drawSample(byOperator, count, seed).chosen;
}

/** Each copy takes the next item when it is done with one. */
async function onCopies<Item, Outcome>(
  copies: readonly Copy[],
  items: readonly Item[],
  use: (item: Item, copy: Copy) => Promise<Outcome>,
): Promise<Outcome[]> {
  const waiting = items.values();
  const outcomes: Outcome[] = [];
  await Promise.all(
    copies.map(async (copy) => {
      for (const item of waiting) outcomes.push(await use(item, copy));
    }),
  );
  return outcomes;
}

async function heldTogether({ makeCopy, seed }: PatchExperimentOptions): Promise<HeldTogether> {
  const copy = makeCopy();
  const coverage = mkdtempSync(join(tmpdir(), "coverage-"));
  try {
    const report = await runCases(casesAboutBehaviour(copy), observed(copy, coverage), seed);
    return { held: idsOfHeld(report), wasCalled: readCoverage(coverage, copy.folder) };
  } finally {
    copy.remove();
    rmSync(coverage, { recursive: true, force: true });
  }
}

function observed({ cases, target }: Copy, coverage: string): Pick<Copy, "cases" | "target"> {
  const env = { ...target.start.env, NODE_V8_COVERAGE: coverage };
  return { cases, target: { ...target, start: { ...target.start, env } } };
}

/** Nothing of a mutant that never gave another value, or with which the service does not start. */
async function tryPatch(
  patch: Patch,
  copy: Copy,
  { alone, together }: Healthy,
  seed: number,
): Promise<TriedMistake | undefined> {
  const { first } = patch;
  copy.apply(patch);
  try {
    const firstFinding =
      (first !== undefined && alone.has(first)
        ? await findingAmong(casesNamed(first, copy), alone, copy, seed)
        : undefined) ?? (await findingAmong(casesAboutBehaviour(copy), (await together()).held, copy, seed));
    return patch.isMutant && !copy.hadEffect() ? undefined : { trial: { fault: patch }, firstFinding };
  } catch (error) {
    if (patch.isMutant && error instanceof UsageError) return undefined;
    throw error;
  } finally {
    copy.restore();
  }
}

async function findingAmong(
  selected: readonly Runnable[],
  held: ReadonlySet<string>,
  copy: Copy,
  seed: number,
): Promise<Result | undefined> {
  const isFinding = ({ verdict, subject }: Result) => verdict.status === "failed" && held.has(subject.id);
  return (await runCases(selected, copy, seed, isFinding)).results.find(isFinding);
}

async function runCases(
  selected: readonly Runnable[],
  { cases, target }: Pick<Copy, "cases" | "target">,
  seed: number,
  isEnough = (_: Result) => false,
): Promise<Report> {
  return await runOnFreshServer(target, { cases, plan: makePlan(cases, selected), seed, isEnough });
}

/** The form of arguments and of the protocol is proven by the faults of the proxy. */
function casesAboutBehaviour({ cases: { cases } }: Copy): readonly Runnable[] {
  return cases.filter(({ kind }) => kind !== "manifest" && kind !== "input");
}

function casesNamed(id: string, copy: Copy): readonly Runnable[] {
  return casesAboutBehaviour(copy).filter((each) => each.id === id);
}
