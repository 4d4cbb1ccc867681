/** Proves that rejected calls have no side effects, by comparing observations of the account. */
import {
  type Change,
  compareObservations,
  describeChange,
  type Observation,
} from "../behaviour/observation.ts";
import { failed, held, unverified, type Verdict } from "../results/verdict.ts";

/** The steps from which the proof is made. */
export interface ObservationSteps {
  observe(): Promise<Observation>;
  /** Makes the calls that must be rejected: all of them, or those of one tool. */
  makeRejectedCalls(tool?: string): Promise<void>;
  /** Waits until a clock that counts seconds has moved on. */
  pause(): Promise<void>;
}

/** Tool -> whether its rejected calls changed what the reading tools return. */
export async function unchangedVerdicts(
  tools: readonly string[],
  steps: ObservationSteps,
): Promise<Map<string, Verdict>> {
  const earlier = await steps.observe();
  const before = await steps.observe();
  await steps.makeRejectedCalls();
  const after = await steps.observe();
  const forAll = (verdict: Verdict) => new Map(tools.map((tool) => [tool, verdict]));
  if (before.every(({ value }) => value === undefined)) {
    return forAll(
      unverified("unobserved", "no reading tool of the target answers, so a change would not show"),
    );
  }
  const volatileBefore = compareObservations(earlier, before);
  if (unexplained(compareObservations(before, after), volatileBefore).length === 0) return forAll(held);
  // Values that change by themselves change again: the time, ids that are new in each answer.
  await steps.pause();
  const later = await steps.observe();
  const volatile = [...volatileBefore, ...compareObservations(after, later)];
  const [change] = unexplained(compareObservations(before, after), volatile);
  if (change === undefined) return forAll(held);
  const culprits = await toolsWithSideEffects(tools, volatile, steps);
  return culprits.size > 0
    ? new Map(tools.map((tool) => [tool, culprits.get(tool) ?? held]))
    : forAll(sideEffect(change));
}

/** Repeats the calls tool by tool, and returns the tools whose calls change something again. */
async function toolsWithSideEffects(
  tools: readonly string[],
  volatile: readonly Change[],
  steps: ObservationSteps,
): Promise<Map<string, Verdict>> {
  const culprits = new Map<string, Verdict>();
  let before = await steps.observe();
  for (const tool of tools) {
    await steps.makeRejectedCalls(tool);
    const after = await steps.observe();
    const [change] = unexplained(compareObservations(before, after), volatile);
    if (change) culprits.set(tool, sideEffect(change, tool));
    before = after;
  }
  return culprits;
}

function unexplained(candidates: readonly Change[], volatile: readonly Change[]): Change[] {
  const volatilePlaces = new Set(volatile.map(showPlace));
  return candidates.filter((change) => !volatilePlaces.has(showPlace(change)));
}

function showPlace({ tool, at }: Change): string {
  return `${tool} ${at}`;
}

function sideEffect(change: Change, tool = "*"): Verdict {
  const shownBy = `authorization/${tool}/*`;
  return { ...failed("no change by rejected calls", describeChange(change)), shownBy };
}
