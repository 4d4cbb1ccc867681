import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { globPattern } from "../results/accepted.ts";
import { UsageError } from "../usage/usage-error.ts";
import { type Experiment, isSilent } from "./experiment.ts";
import type { Fault } from "./fault.ts";
import type { Outcome } from "./trial.ts";

/** A survivor that is known, and why it survives. */
export interface Known {
  readonly fault: string;
  readonly reason: string;
}

/** What an experiment says of the suite. */
export interface Findings {
  readonly rows: readonly Row[];
  readonly caught: number;
  readonly tried: number;
  readonly survivors: readonly Survivor[];
  /** Entries of which no survivor is left. */
  readonly stale: readonly Known[];
  /** Controls, with nothing broken, in which something failed. */
  readonly falseAlarms: readonly Outcome[];
  readonly silent: number;
  readonly healthyRuns: number;
  readonly passed: boolean;
}

export interface Row {
  readonly operator: string;
  readonly possible: number;
  /** Drawn, and left out, since they change nothing. */
  readonly same: number;
  readonly tried: number;
  readonly caught: number;
}

export interface Survivor {
  readonly fault: Fault;
  /** Exchanges that were not what they should have been. */
  readonly changed: number;
  readonly reason: string | undefined;
}

const wantedShare = 0.98;

export function findingsOf(
  { reference, possible, same, outcomes, healthy }: Experiment,
  known: readonly Known[],
): Findings {
  const ofFaults = outcomes.filter(({ trial }) => trial.fault !== undefined);
  const patterns = known.map((entry) => ({ entry, pattern: globPattern(entry.fault) }));
  const survivors = ofFaults
    .filter(({ found }) => found === undefined)
    .map(({ trial, changed }): Survivor => {
      const fault = trial.fault!;
      return { fault, changed, reason: patterns.find(({ pattern }) => pattern.test(fault.id))?.entry.reason };
    });
  const rows = [...possible].map(([operator, faults]): Row => {
    const own = ofFaults.filter(({ trial }) => trial.fault!.operator === operator);
    const caught = own.filter(({ found }) => found !== undefined).length;
    const left = same.filter((fault) => fault.operator === operator).length;
    return { operator, possible: faults.length, same: left, tried: own.length, caught };
  });
  const caught = ofFaults.length - survivors.length;
  // An entry accepts nothing when all its faults were tried and caught; of those outside the sample nothing is known.
  const lost = new Set(
    ofFaults.filter(({ found }) => found !== undefined).map(({ trial }) => trial.fault!.id),
  );
  const ids = [...possible.values()].flatMap((faults) => faults.map(({ id }) => id));
  const stale = patterns.filter(({ pattern }) =>
    ids.filter((id) => pattern.test(id)).every((id) => lost.has(id)),
  );
  const falseAlarms = outcomes.filter(({ trial, found }) => trial.fault === undefined && found !== undefined);
  const silent = healthy.filter(isSilent).length;
  return {
    rows,
    caught,
    tried: ofFaults.length,
    survivors,
    stale: stale.map(({ entry }) => entry),
    falseAlarms,
    silent,
    healthyRuns: healthy.length,
    passed:
      isSilent(reference) &&
      caught >= wantedShare * ofFaults.length &&
      survivors.every(({ reason }) => reason !== undefined) &&
      stale.length === 0 &&
      falseAlarms.length === 0 &&
      silent === healthy.length,
  };
}

/** @throws UsageError if an entry lacks its reason */
export function knownSurvivors(file: string): Known[] {
  const list: unknown = parse(readFileSync(file, "utf8")) ?? [];
  if (!Array.isArray(list)) throw new UsageError(`${file} is not a list of { fault, reason }.`);
  return list.map((entry, index) => {
    const { fault, reason } = (entry ?? {}) as Record<string, unknown>;
    if (typeof fault === "string" && typeof reason === "string" && reason.trim() !== "")
      return { fault, reason };
    throw new UsageError(`${file}, entry ${index + 1}, needs a fault and a reason.`);
  });
}
