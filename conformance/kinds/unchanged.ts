import type { Json } from "toolwright/runtime";
import { baseArguments } from "../calls/arguments.ts";
import type { Context } from "../calls/context.ts";
import { type Difference, differenceInWords, differences } from "../judge/canonical.ts";
import { failed, held, unverified, type Verdict } from "../results/verdict.ts";

/** What the reading tools of a target say at one moment: tool -> result. */
export type Snapshot = ReadonlyMap<string, Json>;

/** Calls every reading tool that needs nothing but what is required. */
export async function snapshot({ cases, caller, bindings }: Context): Promise<Snapshot> {
  const taken = new Map<string, Json>();
  for (const [tool, { readOnly }] of Object.entries(cases.tools)) {
    if (!readOnly || cases.bases[tool] === undefined) continue;
    const called = await caller.call(
      tool,
      await bindings.shared().into(baseArguments(cases, tool)),
      caller.everyScope,
    );
    if ("missing" in called || called.outcome.is !== "success") continue;
    const { structuredContent, content } = called.outcome.result;
    taken.set(tool, structuredContent ?? content ?? null);
  }
  return taken;
}

/** How the proof is made. */
export interface Proof {
  /** A look from before, when nothing was turned away yet: what moves by itself has had time for it. */
  readonly idle: Promise<Snapshot>;
  take(): Promise<Snapshot>;
  /** Makes the calls that must be turned away: all of them, or those of one tool. */
  turnAway(tool?: string): Promise<void>;
  /** Long enough for a clock that counts seconds to move on. */
  pause(): Promise<void>;
}

/** Tool -> whether calls of it that were turned away changed what the reading tools say. */
export async function unchangedVerdicts(
  tools: readonly string[],
  proof: Proof,
): Promise<Map<string, Verdict>> {
  const idle = await proof.idle;
  const before = await proof.take();
  await proof.turnAway();
  const after = await proof.take();
  const same = (verdict: Verdict) => new Map(tools.map((tool) => [tool, verdict]));
  if (before.size === 0) {
    return same(
      unverified("unobserved", "no reading tool of the target answers, so a change would not show"),
    );
  }
  const restless = changes(idle, before);
  if (unexplained(changes(before, after), restless).length === 0) return same(held);
  // Whatever moves by itself moves again: the time of day, ids made anew each time.
  await proof.pause();
  const later = await proof.take();
  const moving = [...restless, ...changes(after, later)];
  const [change] = unexplained(changes(before, after), moving);
  if (change === undefined) return same(held);
  const culprits = await changedBy(tools, moving, proof);
  return culprits.size > 0
    ? new Map(tools.map((tool) => [tool, culprits.get(tool) ?? held]))
    : same(changed(change));
}

/** The tools whose calls, made once more and by themselves, change something again. */
async function changedBy(
  tools: readonly string[],
  moving: readonly Change[],
  proof: Proof,
): Promise<Map<string, Verdict>> {
  const culprits = new Map<string, Verdict>();
  let before = await proof.take();
  for (const tool of tools) {
    await proof.turnAway(tool);
    const after = await proof.take();
    const [change] = unexplained(changes(before, after), moving);
    if (change) culprits.set(tool, changed(change));
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

function unexplained(found: readonly Change[], moving: readonly Change[]): Change[] {
  const known = new Set(moving.map(({ tool, difference }) => `${tool} ${difference.at}`));
  return found.filter(({ tool, difference }) => !known.has(`${tool} ${difference.at}`));
}

function changed({ tool, difference }: Change): Verdict {
  return failed(
    "nothing changed by calls that were turned away",
    `${tool}: ${differenceInWords(difference)}`,
  );
}
