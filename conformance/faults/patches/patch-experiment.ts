/** Starts a copy of the service with each mistake, and looks whether the suite notices. */
import type { Result } from "../../results/verdict.ts";
import type { Runnable } from "../../run/runnable.ts";
import { type CopyRunOptions, casesAboutBehaviour, onCopy, runCases } from "./copy-run.ts";
import { makeServiceCopy, type ServiceCopy } from "./patched-copy.ts";
import type { Patch } from "./patches.ts";

export interface PatchExperimentOptions extends CopyRunOptions {
  readonly patches: readonly Patch[];
  /** How many copies run side by side. */
  readonly parallel: number;
  onOutcome(outcome: PatchOutcome): void;
}

export interface PatchOutcome {
  readonly patch: Patch;
  /** The first failure of a case that held for the service without a mistake. */
  readonly firstFinding: Result | undefined;
  readonly seconds: number;
}

/** What holds for the service without a mistake. */
interface Healthy {
  /** Cases that held when each ran alone, as those that are tried first do. */
  readonly alone: ReadonlySet<string>;
  /** Cases that held in a run of all. Only a patch that its first case does not find needs them. */
  readonly together: () => Promise<ReadonlySet<string>>;
}

/**
 * Looks for a case that fails with the patch and holds without it: first the case that the list names, then all. So the list
 * decides how long a patch takes, and never whether it is caught.
 */
export async function patchExperiment(options: PatchExperimentOptions): Promise<readonly PatchOutcome[]> {
  const { patches, parallel } = options;
  const copies = Array.from({ length: parallel }, makeServiceCopy);
  try {
    const firstCases = [...new Set(patches.flatMap(({ first }) => first ?? []))];
    const alone = new Set(
      (await onCopies(copies, firstCases, (id, copy) => heldAlone(id, copy, options))).flat(),
    );
    let all: Promise<ReadonlySet<string>> | undefined;
    const healthy: Healthy = { alone, together: () => (all ??= heldTogether(options)) };
    return await onCopies(copies, patches, async (patch, copy) => {
      const outcome = await tryPatch(patch, copy, healthy, options);
      options.onOutcome(outcome);
      return outcome;
    });
  } finally {
    for (const copy of copies) copy.remove();
  }
}

/** Each copy takes the next item when it is done with one. */
async function onCopies<Item, Outcome>(
  copies: readonly ServiceCopy[],
  items: readonly Item[],
  use: (item: Item, copy: ServiceCopy) => Promise<Outcome>,
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

async function heldAlone(id: string, { folder }: ServiceCopy, options: CopyRunOptions): Promise<string[]> {
  const results = await onCopy(folder, options, (started) =>
    runCases(casesNamed(id, options), started, options),
  );
  return idsOfHeld(results);
}

async function heldTogether(options: CopyRunOptions): Promise<ReadonlySet<string>> {
  const copy = makeServiceCopy();
  try {
    const results = await onCopy(copy.folder, options, (started) =>
      runCases(casesAboutBehaviour(options.cases), started, options),
    );
    return new Set(idsOfHeld(results));
  } finally {
    copy.remove();
  }
}

async function tryPatch(
  patch: Patch,
  copy: ServiceCopy,
  { alone, together }: Healthy,
  options: CopyRunOptions,
): Promise<PatchOutcome> {
  const startedAt = performance.now();
  const { first } = patch;
  copy.apply(patch);
  try {
    const firstFinding =
      (first !== undefined && alone.has(first)
        ? await findingAmong(casesNamed(first, options), alone, copy, options)
        : undefined) ??
      (await findingAmong(casesAboutBehaviour(options.cases), await together(), copy, options));
    return { patch, firstFinding, seconds: (performance.now() - startedAt) / 1000 };
  } finally {
    copy.restore();
  }
}

async function findingAmong(
  selected: readonly Runnable[],
  held: ReadonlySet<string>,
  { folder }: ServiceCopy,
  options: CopyRunOptions,
): Promise<Result | undefined> {
  let firstFinding: Result | undefined;
  await onCopy(folder, options, (started) =>
    runCases(selected, started, options, (result) => {
      if (result.verdict.status !== "failed" || !held.has(result.subject.id)) return false;
      firstFinding ??= result;
      return true;
    }),
  );
  return firstFinding;
}

function casesNamed(id: string, { cases }: CopyRunOptions): readonly Runnable[] {
  return casesAboutBehaviour(cases).filter((each) => each.id === id);
}

function idsOfHeld(results: readonly Result[]): string[] {
  return results.filter(({ verdict }) => verdict.status === "held").map(({ subject }) => subject.id);
}
