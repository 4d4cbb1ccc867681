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
export type Mistake = Pick<Fault, "id" | "operator" | "description">;

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
 * The share that the suite must catch: of named faults and patches, of mutants of a new project, of mutants of the service.
 * The last are only counted.
 */
export const requiredShares = { named: 0.98, ofProject: 0.4, ofService: 0 };

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

/** The number of survivors that is always tolerated, since two survivors of a small sample say nothing about the share. */
const toleratedSurvivors = 2;

/** @param bar the known survivors, if every survivor must be known, or the share of the drawn mutants that must be caught */
export function listFindings(
  { reference, possible, equivalent, outcomes, healthy = [] }: Tried,
  bar: readonly KnownSurvivor[] | number,
): Findings {
  const [known, share] = typeof bar === "number" ? [[], bar] : [bar, requiredShares.named];
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
      return { fault, changed, reason: patterns.find(({ pattern }) => pattern.test(fault.id))?.entry.reason };
    });
  const rows = [...possible].map(([operator, faults]): Row => {
    const tried = ofFaults.filter(({ fault }) => fault.operator === operator).length;
    const caught = caughtFaults.filter(({ fault }) => fault.operator === operator).length;
    const equivalents = equivalent.filter((fault) => fault.operator === operator).length;
    return { operator, possible: faults.length, equivalent: equivalents, tried, caught };
  });
  // An entry is stale when all its faults were tried and caught. Faults outside the sample prove nothing.
  const caughtIds = new Set(caughtFaults.map(({ fault }) => fault.id));
  const ids = [...possible.values()].flatMap((faults) => faults.map(({ id }) => id));
  const stale = patterns.filter(({ pattern }) =>
    ids.filter((id) => pattern.test(id)).every((id) => caughtIds.has(id)),
  );
  const falseAlarms = outcomes.filter(
    ({ trial, firstFinding }) => trial.fault === undefined && firstFinding !== undefined,
  );
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
      survivors.length <= Math.max(toleratedSurvivors, (1 - share) * ofFaults.length) &&
      (typeof bar === "number" || survivors.every(({ reason }) => reason !== undefined)) &&
      stale.length === 0 &&
      falseAlarms.length === 0 &&
      runsWithoutFindings === healthy.length,
  };
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
