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
  /** Resolves when the target is set up for calls; what opens a conversation does not wait for it. */
  readonly ready: Promise<unknown>;
  readonly cases: readonly Runnable[];
  readonly seed: number;
  readonly parallel: number;
  readonly signal: AbortSignal;
  onResult(result: Result): void;
}

/**
 * Runs cases: first what opens a conversation, then calls that must change nothing, watched from both sides; then the rest, in an order that the
 * seed decides; in the end what was watched all along. Ends early, with every case named, when the signal aborts.
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

  /** What was not seen may have come later. */
  async function watchedVerdict(each: Runnable): Promise<Verdict> {
    const verdict = await decide(each);
    return signal.aborted && verdict.status === "unverified" ? undecidedVerdict(undefined, signal) : verdict;
  }

  /** While conversations are opened there is time for a look at the target, unless one thing is to come after another. */
  function takeEarlySnapshot(authorization: readonly Runnable[]): Promise<Snapshot> | undefined {
    if (parallel === 1 || !authorization.some((each) => "unchanged" in each)) return undefined;
    const earlySnapshot = ready.then(() => untilAborted(() => snapshot(context), signal));
    // Its failure shows where it is waited for.
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
