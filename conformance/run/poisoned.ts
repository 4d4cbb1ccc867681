/** Says of a target that fails every call after one of them what happened, instead of one failure for each case after that. */
import type { CompletedCall } from "../calls/completed-call.ts";
import type { Poisoning } from "../calls/health.ts";
import { findOrigin } from "../calls/transcript.ts";
import { answersOthers } from "../results/alike.ts";
import { failed, type Result, unverified } from "../results/verdict.ts";

/** A result, and the time at which it was decided, of `performance.now()`. */
export interface TimedResult extends Result {
  readonly at: number;
}

const shownLength = 200;

/**
 * Returns the results of a run in which a call poisoned the target. What was decided since then says nothing about the cases, so they
 * are not verified. The case that made the call failed: that is the finding. Of calls without an answer nothing says which one did it,
 * so the cases of all that were under way are one finding.
 */
export function markPoisoned(results: readonly TimedResult[], poisoning: Poisoning): Result[] {
  const { since, suspects, probe } = poisoning;
  const ids = new Set(results.map(({ subject }) => subject.id));
  const known = suspects.filter(({ exchange }) => ids.has(findOrigin(exchange) ?? ""));
  const culprits = "tool" in probe ? known.slice(0, 1) : known;
  const got = `every call fails after ${showSuspects(suspects)}: ${showProbe(poisoning)}`;
  return results.map(({ at, ...result }) => {
    const culprit = culprits.find(({ exchange }) => findOrigin(exchange) === result.subject.id);
    if (culprit !== undefined) {
      const verdict = failed(answersOthers, got, culprit.exchange);
      return { ...result, verdict: "tool" in probe ? verdict : { ...verdict, unanswered: true } };
    }
    if (at < since || isOfTheRun(result)) return result;
    return { ...result, verdict: unverified("poisoned", got) };
  });
}

/** Describes what happened, for the notes of the report. */
export function describePoisoning(poisoning: Poisoning): string {
  const { probe, suspects } = poisoning;
  const asked =
    "tool" in probe
      ? `${showCall(probe)} succeeded before, and was asked again: ${probe.got}.`
      : `A ${probe.method} after it was not answered either: ${probe.got}.`;
  return `The target answers no call any more since ${showSuspects(suspects)}. ${asked} Cases after that are not verified.`;
}

/** Whether a case was left out for another reason than the target. */
function isOfTheRun({ verdict }: Result): boolean {
  if (verdict.status === "inapplicable") return true;
  return (
    verdict.status === "unverified" && ["read-only", "excluded", "left-out", "spent"].includes(verdict.cause)
  );
}

function showProbe({ probe }: Poisoning): string {
  return "tool" in probe ? `${showCall(probe)} gives ${probe.got}` : `${probe.method} gives ${probe.got}`;
}

/** Shows the calls of which one changed the target, the most likely one first. */
export function showSuspects(suspects: readonly CompletedCall[]): string {
  return suspects.map((call) => showCall(call)).join(" or ");
}

function showCall({ tool, input }: Pick<CompletedCall, "tool" | "input">): string {
  const shown = JSON.stringify(input) ?? "";
  return `${tool}(${shown.length > shownLength ? `${shown.slice(0, shownLength)}…` : shown})`;
}
