/** Runs the authorization cases of a run, with observations around the calls that must be rejected. */
import type { Engine } from "../behaviour/engine.ts";
import type { AuthorizationCase } from "../cases/format.ts";
import type { AuthorizationCall } from "../kinds/authorization.ts";
import { unchangedVerdicts } from "../kinds/unchanged.ts";
import { unverified, type Verdict } from "../results/verdict.ts";
import { undecidedVerdict, untilAborted } from "./cut-short.ts";
import type { Runnable } from "./runnable.ts";

export interface AuthorizationRun {
  readonly signal: AbortSignal;
  readonly engine: Engine;
  runAll(
    selected: readonly Runnable[],
    onVerdict?: (each: Runnable, verdict: Verdict) => void,
  ): Promise<void>;
  judge(each: Runnable): Promise<Verdict>;
  report(each: Runnable, verdict: Verdict): void;
}

/**
 * Runs the calls that must be rejected first, with an observation before and after them. The calls that must be allowed
 * come last, since they may change data.
 */
export async function runAuthorization(
  selected: readonly AuthorizationCase[],
  { engine, signal, runAll, judge, report }: AuthorizationRun,
): Promise<void> {
  const calls = selected.filter((each): each is AuthorizationCall => !("unchanged" in each));
  const unchanged = selected.filter((each) => "unchanged" in each);
  const rejected = calls.filter(({ expect }) => expect !== "allowed");
  const verdicts = new Map<Runnable, Verdict>();
  const makeRejected = () => runAll(rejected, (each, verdict) => verdicts.set(each, verdict));
  if (unchanged.length > 0) {
    const tools = unchanged.map(({ tool }) => tool);
    const verdictOf = await unchangedVerdicts(tools, {
      observe: () => untilAborted(() => engine.observer.observeAccount(), signal),
      makeRejectedCalls: (tool) => (tool === undefined ? makeRejected() : repeatCalls(tool)),
      pause: () => untilAborted(() => engine.observer.waitForClockTick(), signal),
    }).then(
      (verdicts) => (tool: string) => (wasCalled(tool) ? verdicts.get(tool)! : noCallMade),
      (error: unknown) => () => undecidedVerdict(error, signal),
    );
    for (const each of unchanged) report(each, verdictOf(each.tool));
  }
  await runAll(calls.filter((each) => !verdicts.has(each)));

  /** Repeats calls of a tool only for their side effects: they are decided already. */
  async function repeatCalls(tool: string): Promise<void> {
    for (const each of rejected.filter((candidate) => candidate.tool === tool)) await judge(each);
  }

  /** A tool without a rejected call is not proven by the calls of other tools. */
  function wasCalled(tool: string): boolean {
    return rejected.some((each) => each.tool === tool && verdicts.get(each)?.status !== "unverified");
  }
}

const noCallMade = unverified("unobserved", "no call that must be rejected was made");
