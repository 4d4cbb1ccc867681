/** Evaluates an experiment: the share of caught faults, the survivors, the false alarms. */
import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { compileGlob } from "../results/accepted.ts";
import type { Report } from "../results/report.ts";
import type { Result } from "../results/verdict.ts";
import { UsageError } from "../usage/usage-error.ts";
import { hasNoFindings } from "./experiment.ts";
import type { Fault } from "./fault.ts";

/** A known survivor, and the reason why it survives. */
export interface KnownSurvivor {
  readonly fault: string;
  readonly reason: string;
}

/** A way to be wrong: a fault of the proxy, a patch or a mutant. */
export type Mistake = Pick<Fault, "id" | "operator" | "description"> & {
  /** The name under which the list of survivors knows a mutant: its id changes when lines move. */
  readonly key?: string;
};

/** The mistakes that an experiment tried, and the findings of the suite. */
export interface Tried {
  /** Operator -> the mistakes that it can make. */
  readonly possible: ReadonlyMap<string, readonly Mistake[]>;
  /** The drawn mistakes that no answer can show. */
  readonly equivalent: readonly Mistake[];
  readonly outcomes: readonly TriedMistake[];
  /** The reports of whole runs against the healthy server. */
  readonly reference?: Report;
  readonly healthy?: readonly Report[];
}

export interface TriedMistake {
  /** The trial. A trial without a fault is a control, in which no case may fail. */
  readonly trial: { readonly fault: Mistake | undefined };
  /** The first failure of a case that held for the healthy server. */
  readonly firstFinding: Result | undefined;
  /** The number of changed responses, where a proxy counted them. */
  readonly changed?: number;
}

/**
 * The share that the suite must catch: of named faults and patches, of mutants of a new project, of mutants of the service. Mutants
 * that were read and that no client can see do not count (evidence/suite.md).
 */
export const requiredShares = { named: 0.98, ofProject: 0.4, ofService: 0.5 };

/** The requirements of an experiment. */
export interface Bar {
  /** The share of the mistakes that the suite must catch. Known survivors of mutants do not count. */
  readonly share: number;
  readonly known: readonly KnownSurvivor[];
  /** Survivors that are tolerated whatever the share is; by default none. */
  readonly tolerated?: number;
  /** Whether each survivor must be known. If not, a known survivor is one that no client can see. */
  readonly isComplete: boolean;
}

/** The evaluation of an experiment. */
export interface Findings {
  readonly rows: readonly Row[];
  /** Kind of case -> how many mistakes a case of this kind caught first. */
  readonly caughtBy: ReadonlyMap<string, number>;
  readonly caught: number;
  readonly tried: number;
  readonly survivors: readonly Survivor[];
  /** Entries whose faults no longer survive. */
  readonly stale: readonly KnownSurvivor[];
  /** Control trials without a fault in which a case failed. */
  readonly falseAlarms: readonly TriedMistake[];
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
  readonly fault: Mistake;
  readonly changed: number | undefined;
  readonly reason: string | undefined;
}

/**
 * The number of survivors among named faults that is always tolerated, since two known ones of a small sample say nothing about a share
 * of 98 %. Mutants have no such number: with it, a run of three mutants passed that caught one.
 */
export const toleratedSurvivors = 2;

export function listFindings(
  { reference, possible, equivalent, outcomes, healthy = [] }: Tried,
  { share, known, tolerated = 0, isComplete }: Bar,
): Findings {
  const ofFaults = outcomes.flatMap(({ trial: { fault }, ...outcome }) =>
    fault ? { fault, ...outcome } : [],
  );
  const caughtFaults = ofFaults.flatMap(({ fault, firstFinding }) =>
    firstFinding ? { fault, kind: firstFinding.subject.kind } : [],
  );
  // One list names the survivors of all experiments: an entry belongs to the one that has its operator.
  const patterns = known
    .filter(({ fault }) => possible.has(fault.slice(0, fault.indexOf("/"))))
    .map((entry) => ({ entry, pattern: compileGlob(entry.fault) }));
  const survivors = ofFaults
    .filter(({ firstFinding }) => firstFinding === undefined)
    .map(({ fault, changed }): Survivor => {
      return {
        fault,
        changed,
        reason: patterns.find(({ pattern }) => pattern.test(nameOf(fault)))?.entry.reason,
      };
    });
  const rows = [...possible].map(([operator, faults]): Row => {
    const tried = ofFaults.filter(({ fault }) => fault.operator === operator).length;
    const caught = caughtFaults.filter(({ fault }) => fault.operator === operator).length;
    const equivalents = equivalent.filter((fault) => fault.operator === operator).length;
    return { operator, possible: faults.length, equivalent: equivalents, tried, caught };
  });
  // An entry is stale when all its faults were tried and caught. Faults outside the sample prove nothing.
  const caughtIds = new Set(caughtFaults.map(({ fault }) => nameOf(fault)));
  const ids = [...possible.values()].flatMap((faults) => faults.map(nameOf));
  const stale = patterns.filter(({ pattern }) =>
    ids.filter((id) => pattern.test(id)).every((id) => caughtIds.has(id)),
  );
  const falseAlarms = outcomes.filter(
    ({ trial, firstFinding }) => trial.fault === undefined && firstFinding !== undefined,
  );
  const invisible = isComplete ? 0 : survivors.filter(({ reason }) => reason !== undefined).length;
  const counted = { tried: ofFaults.length - invisible, survivors: survivors.length - invisible };
  const laws = Map.groupBy(caughtFaults, ({ kind }) => kind);
  const runsWithoutFindings = healthy.filter(hasNoFindings).length;
  return {
    rows,
    caughtBy: new Map([...laws].map(([kind, own]) => [kind, own.length])),
    caught: caughtFaults.length,
    tried: ofFaults.length,
    survivors,
    stale: stale.map(({ entry }) => entry),
    falseAlarms,
    runsWithoutFindings,
    healthyRuns: healthy.length,
    passed:
      (reference === undefined || hasNoFindings(reference)) &&
      counted.survivors <= Math.max(tolerated, (1 - share) * counted.tried) &&
      (!isComplete || survivors.every(({ reason }) => reason !== undefined)) &&
      stale.length === 0 &&
      falseAlarms.length === 0 &&
      runsWithoutFindings === healthy.length,
  };
}

/** Returns the name of a mistake in the list of known survivors. */
function nameOf({ id, key = id }: Mistake): string {
  return key;
}

/** Reads the list of known survivors. @throws UsageError if an entry has no reason */
export function readKnownSurvivors(file: string): KnownSurvivor[] {
  const list: unknown = parse(readFileSync(file, "utf8")) ?? [];
  if (!Array.isArray(list)) throw new UsageError(`${file} is not a list of { fault, reason }.`);
  return list.map((entry, index) => {
    const { fault, reason } = (entry ?? {}) as Record<string, unknown>;
    if (typeof fault === "string" && typeof reason === "string" && reason.trim() !== "")
      return { fault, reason };
    throw new UsageError(`${file}, entry ${index + 1}, needs a fault and a reason.`);
  });
}
