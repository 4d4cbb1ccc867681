/** Runs the planned cases in phases. */
import type { Context } from "../calls/context.ts";
import type { AuthorizationCase } from "../cases/format.ts";
import { type AuthorizationCall, authorizationVerdict } from "../kinds/authorization.ts";
import { errorVerdict, failureVerdict, outputVerdict } from "../kinds/examples.ts";
import { inputJudge } from "../kinds/input.ts";
import { manifestJudge } from "../kinds/manifest.ts";
import { protocolJudge } from "../kinds/protocol.ts";
import { type Snapshot, snapshot } from "../kinds/unchanged.ts";
import type { Result, Verdict } from "../results/verdict.ts";
import { runAuthorization } from "./authorization-phase.ts";
import { undecidedVerdict, untilAborted } from "./cut-short.ts";
import { inParallel, shuffled } from "./order.ts";
import { type Runnable, subjectOf } from "./runnable.ts";

export interface RunOptions {
  readonly context: Context;
  /** Resolves when the target is set up for calls; the opening phase does not wait for it. */
  readonly ready: Promise<unknown>;
  readonly cases: readonly Runnable[];
  readonly seed: number;
  readonly parallel: number;
  readonly signal: AbortSignal;
  onResult(result: Result): void;
}

/**
 * Runs the cases in phases: opening (protocol and manifest), authorization, calls in an order that the seed
 * decides, and at the end the properties that were watched in every call. If the signal aborts, the remaining cases
 * are reported as interrupted.
 */
export async function run({
  context,
  ready,
  cases,
  seed,
  parallel,
  signal,
  onResult,
}: RunOptions): Promise<void> {
  const decide = decider(context);
  const phases = Object.groupBy(cases, phaseOf);
  const earlySnapshot = takeEarlySnapshot(phases.authorization ?? []);
  await runAll(phases.opening ?? []);
  await ready;
  await runAuthorization((phases.authorization ?? []) as AuthorizationCase[], {
    context,
    signal,
    earlySnapshot,
    runAll,
    verdictOf,
    report,
  });
  await runAll(shuffled(phases.calls ?? [], seed));
  for (const each of phases.watched ?? []) report(each, await watchedVerdict(each));

  /** In an interrupted run a property that was not observed might still have been. */
  async function watchedVerdict(each: Runnable): Promise<Verdict> {
    const verdict = await decide(each);
    return signal.aborted && verdict.status === "unverified" ? undecidedVerdict(undefined, signal) : verdict;
  }

  /** The opening phase leaves time for a snapshot, unless requests may not overlap. */
  function takeEarlySnapshot(authorization: readonly Runnable[]): Promise<Snapshot> | undefined {
    if (parallel === 1 || !authorization.some((each) => "unchanged" in each)) return undefined;
    const earlySnapshot = ready.then(() => untilAborted(() => snapshot(context), signal));
    // Its failure is reported where the snapshot is awaited.
    earlySnapshot.catch(() => undefined);
    return earlySnapshot;
  }

  async function runAll(
    selected: readonly Runnable[],
    onVerdict: (each: Runnable, verdict: Verdict) => void = () => undefined,
  ): Promise<void> {
    await inParallel(selected, parallel, async (each) => {
      const verdict = await verdictOf(each);
      onVerdict(each, verdict);
      report(each, verdict);
    });
  }

  async function verdictOf(each: Runnable): Promise<Verdict> {
    try {
      return await untilAborted(() => decide(each), signal);
    } catch (error) {
      return undecidedVerdict(error, signal);
    }
  }

  function report(each: Runnable, verdict: Verdict): void {
    onResult({ subject: subjectOf(each), verdict });
  }
}

function phaseOf(each: Runnable): "opening" | "authorization" | "calls" | "watched" {
  if ("watch" in each) return "watched";
  if (each.kind === "authorization") return "authorization";
  return each.kind === "manifest" || each.kind === "protocol" ? "opening" : "calls";
}

function decider(context: Context): (each: Runnable) => Promise<Verdict> {
  const protocol = protocolJudge(context);
  const manifest = manifestJudge(context);
  const input = inputJudge(context);
  return async (each) => {
    switch (each.kind) {
      case "protocol":
        return protocol(each);
      case "manifest":
        return manifest(each);
      case "authorization":
        return authorizationVerdict(each as AuthorizationCall, context);
      case "input":
        return input(each);
      case "output":
        return outputVerdict(each, context);
      case "failures":
        return failureVerdict(each, context);
      case "errors":
        return errorVerdict(each, context);
    }
  };
}
