/** Runs cases through an adapter and counts how they came out. */
import { type Adapter, runCase } from "./adapter.ts";
import { type Finding, OUTCOMES, type Outcome, type Result } from "./answers.ts";
import type { Case } from "./corpus.ts";
import { judge } from "./judge.ts";

export interface Judged {
  readonly case: Case;
  readonly result: Result;
  readonly findings: readonly Finding[];
}

export type Counts = Readonly<Record<Outcome, number>> & {
  readonly cases: number;
  /** Parts that forms can have. */
  readonly expressible: number;
};

/**
 * @param onJudged called after each case
 * @returns as the cases are ordered
 */
export async function evaluate(
  cases: readonly Case[],
  adapter: Adapter,
  onJudged: () => void = () => undefined,
): Promise<Judged[]> {
  const { signal } = new AbortController();
  const judged: Judged[] = [];
  const waiting = cases.entries();
  const work = async () => {
    for (const [index, each] of waiting) {
      const result = await runCase(each, adapter, signal);
      judged[index] = { case: each, result, findings: judge(each, result) };
      onJudged();
    }
  };
  await Promise.all(Array.from({ length: adapter.parallel }, work));
  return judged;
}

export function count(judged: readonly Judged[]): Counts {
  const findings = judged.flatMap((one) => one.findings);
  const counts = OUTCOMES.map((outcome) => [
    outcome,
    findings.filter((one) => one.outcome === outcome).length,
  ]);
  return {
    ...(Object.fromEntries(counts) as Record<Outcome, number>),
    cases: judged.length,
    expressible: findings.filter(({ expressible }) => expressible).length,
  };
}

/** The part of the supported demands that was built, from 0 to 1. */
export function builtShare({ built, expressible }: Counts): number {
  return expressible === 0 ? 1 : built / expressible;
}

/** The part of all demands that is wrong without a warning, from 0 to 1. */
export function silentShare(counts: Counts): number {
  const all = OUTCOMES.reduce((sum, outcome) => sum + counts[outcome], 0);
  return all === 0 ? 0 : counts["wrong in silence"] / all;
}

/** The part of the supported demands with this outcome, from 0 to 1. */
export function shareOfExpressible(outcome: Outcome, judged: readonly Judged[]): number {
  const parts = judged.flatMap(({ findings }) => findings).filter(({ expressible }) => expressible);
  return parts.length === 0 ? 0 : parts.filter((part) => part.outcome === outcome).length / parts.length;
}
