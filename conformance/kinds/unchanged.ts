/** Proves that rejected calls have no side effects, by comparing snapshots of what the reading tools return. */

import { type Difference, differences } from "@toolwright/runtime/json";
import { baseArguments } from "../calls/arguments.ts";
import type { Context } from "../calls/context.ts";
import type { Json } from "../cases/edits.ts";
import { describeDifference } from "../judge/difference.ts";
import { failed, held, unverified, type Verdict } from "../results/verdict.ts";

/** The results of the reading tools at one moment: tool -> result. */
export type Snapshot = ReadonlyMap<string, Json>;

/** Calls every reading tool with its required arguments only. */
export async function snapshot({ cases, caller, bindings }: Context): Promise<Snapshot> {
  const results = new Map<string, Json>();
  for (const [tool, { readOnly }] of Object.entries(cases.tools)) {
    if (!readOnly || cases.bases[tool] === undefined) continue;
    const called = await caller.call(
      tool,
      await bindings.shared().into(baseArguments(cases, tool)),
      caller.allScopes,
    );
    if ("missing" in called || called.outcome.is !== "success") continue;
    const { structuredContent, content } = called.outcome.result;
    results.set(tool, structuredContent ?? content ?? null);
  }
  return results;
}

/** The steps from which the proof is made. */
export interface SnapshotSteps {
  /** A snapshot from the beginning, before any rejected call: what changes by itself has had time to change. */
  readonly earlier: Promise<Snapshot>;
  takeSnapshot(): Promise<Snapshot>;
  /** Makes the calls that must be rejected: all of them, or those of one tool. */
  makeRejectedCalls(tool?: string): Promise<void>;
  /** Waits until a clock that counts seconds has moved on. */
  pause(): Promise<void>;
}

/** Tool -> whether its rejected calls changed what the reading tools return. */
export async function unchangedVerdicts(
  tools: readonly string[],
  steps: SnapshotSteps,
): Promise<Map<string, Verdict>> {
  const earlier = await steps.earlier;
  const before = await steps.takeSnapshot();
  await steps.makeRejectedCalls();
  const after = await steps.takeSnapshot();
  const forAll = (verdict: Verdict) => new Map(tools.map((tool) => [tool, verdict]));
  if (before.size === 0) {
    return forAll(
      unverified("unobserved", "no reading tool of the target answers, so a change would not show"),
    );
  }
  const volatileBefore = changes(earlier, before);
  if (unexplained(changes(before, after), volatileBefore).length === 0) return forAll(held);
  // Values that change by themselves change again: the time, ids that are new in each answer.
  await steps.pause();
  const later = await steps.takeSnapshot();
  const volatile = [...volatileBefore, ...changes(after, later)];
  const [change] = unexplained(changes(before, after), volatile);
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
  steps: SnapshotSteps,
): Promise<Map<string, Verdict>> {
  const culprits = new Map<string, Verdict>();
  let before = await steps.takeSnapshot();
  for (const tool of tools) {
    await steps.makeRejectedCalls(tool);
    const after = await steps.takeSnapshot();
    const [change] = unexplained(changes(before, after), volatile);
    if (change) culprits.set(tool, sideEffect(change));
    before = after;
  }
  return culprits;
}

interface Change {
  readonly tool: string;
  readonly difference: Difference;
}

function changes(before: Snapshot, after: Snapshot): Change[] {
  return [...before].flatMap(([tool, value]) =>
    differences(value, after.get(tool), Number.POSITIVE_INFINITY).map((difference) => ({ tool, difference })),
  );
}

function unexplained(candidates: readonly Change[], volatile: readonly Change[]): Change[] {
  const volatilePlaces = new Set(volatile.map(({ tool, difference }) => `${tool} ${difference.at}`));
  return candidates.filter(({ tool, difference }) => !volatilePlaces.has(`${tool} ${difference.at}`));
}

function sideEffect({ tool, difference }: Change): Verdict {
  return failed("no change by rejected calls", `${tool}: ${describeDifference(difference)}`);
}
