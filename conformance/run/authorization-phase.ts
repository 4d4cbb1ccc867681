import { setTimeout as delay } from "node:timers/promises";
import type { Context } from "../calls/context.ts";
import type { AuthorizationCase } from "../cases/format.ts";
import type { AuthorizationCall } from "../kinds/authorization.ts";
import { type Snapshot, snapshot, unchangedVerdicts } from "../kinds/unchanged.ts";
import { unverified, type Verdict } from "../results/verdict.ts";
import { undecidedVerdict, untilAborted } from "./cut-short.ts";
import type { Runnable } from "./runnable.ts";

/** Clocks that count seconds have moved on after so long. */
const clockTickMs = 1_200;

export interface AuthorizationRun {
  readonly context: Context;
  readonly signal: AbortSignal;
  /** What the reading tools said a while ago; left out: nobody has looked yet. */
  readonly earlySnapshot?: Promise<Snapshot> | undefined;
  runAll(
    selected: readonly Runnable[],
    onVerdict?: (each: Runnable, verdict: Verdict) => void,
  ): Promise<void>;
  verdictOf(each: Runnable): Promise<Verdict>;
  report(each: Runnable, verdict: Verdict): void;
}

/**
 * Runs the cases of kind authorization: first calls that must be turned away, with a look at the target before and after
 * them; then those that are let through, since they may change things.
 */
export async function runAuthorization(
  selected: readonly AuthorizationCase[],
  { context, signal, earlySnapshot, runAll, verdictOf, report }: AuthorizationRun,
): Promise<void> {
  const calls = selected.filter((each): each is AuthorizationCall => !("unchanged" in each));
  const unchanged = selected.filter((each) => "unchanged" in each);
  const rejected = calls.filter(({ expect }) => expect !== "allowed");
  const verdicts = new Map<Runnable, Verdict>();
  const makeRejected = () => runAll(rejected, (each, verdict) => verdicts.set(each, verdict));
  if (unchanged.length > 0) {
    const tools = unchanged.map(({ tool }) => tool);
    const takeSnapshot = () => untilAborted(() => snapshot(context), signal);
    const verdictOf = await unchangedVerdicts(tools, {
      earlier: earlySnapshot ?? takeSnapshot(),
      takeSnapshot,
      makeRejectedCalls: (tool) => (tool === undefined ? makeRejected() : repeatCalls(tool)),
      pause: () => delay(clockTickMs, undefined, { signal }),
    }).then(
      (verdicts) => (tool: string) => (wasCalled(tool) ? verdicts.get(tool)! : noCallMade),
      (error: unknown) => () => undecidedVerdict(error, signal),
    );
    for (const each of unchanged) report(each, verdictOf(each.tool));
  }
  await runAll(calls.filter((each) => !verdicts.has(each)));

  /** Calls that are decided already, only for what they do. */
  async function repeatCalls(tool: string): Promise<void> {
    for (const each of rejected.filter((candidate) => candidate.tool === tool)) await verdictOf(each);
  }

  /** What no call was made for is not shown by the calls of other tools. */
  function wasCalled(tool: string): boolean {
    return rejected.some((each) => each.tool === tool && verdicts.get(each)?.status !== "unverified");
  }
}

const noCallMade = unverified("unobserved", "no call of the tool was made that has to be turned away");
