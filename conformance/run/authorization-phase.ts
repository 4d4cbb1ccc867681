import { setTimeout as delay } from "node:timers/promises";
import type { AuthorizationCase } from "toolwright/runtime";
import type { Context } from "../calls/context.ts";
import type { CalledCase } from "../kinds/authorization.ts";
import { type Snapshot, snapshot, unchangedVerdicts } from "../kinds/unchanged.ts";
import { unverified, type Verdict } from "../results/verdict.ts";
import { cutShort, untilAborted } from "./cut-short.ts";
import type { Runnable } from "./runnable.ts";

/** Clocks that count seconds have moved on after so long. */
const clockMs = 1_200;

export interface AuthorizationRun {
  readonly context: Context;
  readonly signal: AbortSignal;
  /** What the reading tools said a while ago; left out: nobody has looked yet. */
  readonly idle?: Promise<Snapshot> | undefined;
  settle(some: readonly Runnable[], note?: (each: Runnable, verdict: Verdict) => void): Promise<void>;
  settled(each: Runnable): Promise<Verdict>;
  report(each: Runnable, verdict: Verdict): void;
}

/**
 * Runs the cases of kind authorization: first calls that must be turned away, with a look at the target before and after
 * them; then those that are let through, since they may change things.
 */
export async function runAuthorization(
  some: readonly AuthorizationCase[],
  { context, signal, idle, settle, settled, report }: AuthorizationRun,
): Promise<void> {
  const called = some.filter((each): each is CalledCase => !("unchanged" in each));
  const unchanged = some.filter((each) => "unchanged" in each);
  const turnedAway = called.filter(({ expect }) => expect !== "allowed");
  const seen = new Map<Runnable, Verdict>();
  const make = () => settle(turnedAway, (each, verdict) => seen.set(each, verdict));
  if (unchanged.length > 0) {
    const tools = unchanged.map(({ tool }) => tool);
    const take = () => untilAborted(() => snapshot(context), signal);
    const verdictOf = await unchangedVerdicts(tools, {
      idle: idle ?? take(),
      take,
      turnAway: (tool) => (tool === undefined ? make() : again(tool)),
      pause: () => delay(clockMs, undefined, { signal }),
    }).then(
      (verdicts) => (tool: string) => (isMade(tool) ? verdicts.get(tool)! : nothingMade),
      (error: unknown) => () => cutShort(error, signal),
    );
    for (const each of unchanged) report(each, verdictOf(each.tool));
  }
  await settle(called.filter((each) => !seen.has(each)));

  /** Calls that are decided already, only for what they do. */
  async function again(tool: string): Promise<void> {
    for (const each of turnedAway.filter((candidate) => candidate.tool === tool)) await settled(each);
  }

  /** What no call was made for is not shown by the calls of other tools. */
  function isMade(tool: string): boolean {
    return turnedAway.some((each) => each.tool === tool && seen.get(each)?.status !== "unverified");
  }
}

const nothingMade = unverified("unobserved", "no call of the tool was made that has to be turned away");
