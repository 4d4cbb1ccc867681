/** Evaluates an experiment: the share of caught faults, the survivors, the false alarms. */
import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { globPattern } from "../results/accepted.ts";
import { UsageError } from "../usage/usage-error.ts";
import { type Experiment, hasNoFindings } from "./experiment.ts";
import type { Fault } from "./fault.ts";
import type { Outcome } from "./trial.ts";

/** A known survivor, and why it survives. */
export interface KnownSurvivor {
  readonly fault: string;
  readonly reason: string;
}

/** The evaluation of an experiment. */
export interface Findings {
  readonly rows: readonly Row[];
  readonly caught: number;
  readonly tried: number;
  readonly survivors: readonly Survivor[];
  /** Entries whose faults no longer survive. */
  readonly stale: readonly KnownSurvivor[];
  /** Control trials without a fault in which a case failed. */
  readonly falseAlarms: readonly Outcome[];
  readonly runsWithoutFindings: number;
  readonly healthyRuns: number;
  readonly passed: boolean;
}

export interface Row {
  readonly operator: string;
  readonly possible: number;
  /** Equivalent faults that were drawn and left out. */
  readonly equivalent: number;
  readonly tried: number;
  readonly caught: number;
}

export interface Survivor {
  readonly fault: Fault;
  /** The number of responses that the fault changed. */
  readonly changed: number;
  readonly reason: string | undefined;
}

/** Of a small sample, two known survivors say nothing about the share. */
const requiredShare = 0.98;

export function listFindings(
  { reference, possible, equivalent, outcomes, healthy }: Experiment,
  knownEntries: readonly KnownSurvivor[],
): Findings {
  const ofFaults = outcomes.filter(({ trial }) => trial.fault !== undefined);
  const patterns = knownEntries.map((entry) => ({ entry, pattern: globPattern(entry.fault) }));
  const survivors = ofFaults
    .filter(({ firstFinding }) => firstFinding === undefined)
    .map(({ trial, changed }): Survivor => {
      const fault = trial.fault!;
      return { fault, changed, reason: patterns.find(({ pattern }) => pattern.test(fault.id))?.entry.reason };
    });
  const rows = [...possible].map(([operator, faults]): Row => {
    const own = ofFaults.filter(({ trial }) => trial.fault!.operator === operator);
    const caught = own.filter(({ firstFinding }) => firstFinding !== undefined).length;
    const equivalents = equivalent.filter((fault) => fault.operator === operator).length;
    return { operator, possible: faults.length, equivalent: equivalents, tried: own.length, caught };
  });
  const caught = ofFaults.length - survivors.length;
  // An entry is stale when all its faults were tried and caught. Faults outside the sample prove nothing.
  const caughtIds = new Set(
    ofFaults.filter(({ firstFinding }) => firstFinding !== undefined).map(({ trial }) => trial.fault!.id),
  );
  const ids = [...possible.values()].flatMap((faults) => faults.map(({ id }) => id));
  const stale = patterns.filter(({ pattern }) =>
    ids.filter((id) => pattern.test(id)).every((id) => caughtIds.has(id)),
  );
  const falseAlarms = outcomes.filter(
    ({ trial, firstFinding }) => trial.fault === undefined && firstFinding !== undefined,
  );
  const runsWithoutFindings = healthy.filter(hasNoFindings).length;
  return {
    rows,
    caught,
    tried: ofFaults.length,
    survivors,
    stale: stale.map(({ entry }) => entry),
    falseAlarms,
    runsWithoutFindings,
    healthyRuns: healthy.length,
    passed:
      hasNoFindings(reference) &&
      survivors.length <= Math.max(2, (1 - requiredShare) * ofFaults.length) &&
      survivors.every(({ reason }) => reason !== undefined) &&
      stale.length === 0 &&
      falseAlarms.length === 0 &&
      runsWithoutFindings === healthy.length,
  };
}

/** @throws UsageError if an entry has no reason */
export function knownSurvivors(file: string): KnownSurvivor[] {
  const list: unknown = parse(readFileSync(file, "utf8")) ?? [];
  if (!Array.isArray(list)) throw new UsageError(`${file} is not a list of { fault, reason }.`);
  return list.map((entry, index) => {
    const { fault, reason } = (entry ?? {}) as Record<string, unknown>;
    if (typeof fault === "string" && typeof reason === "string" && reason.trim() !== "")
      return { fault, reason };
    throw new UsageError(`${file}, entry ${index + 1}, needs a fault and a reason.`);
  });
}
