/**
 * Lists of results that the team has reviewed and accepted. Finds the results that they cover, and the entries that no longer
 * describe the run.
 */
import { causesOfTheRun, type Result } from "./verdict.ts";

/** An accepted result, and the reason. */
export interface Accepted {
  /** The id of a case; `*` matches anything except `/`, `**` matches anything. */
  readonly case: string;
  /** Accept only results that are unverified for this cause. */
  readonly cause?: string;
  /** The exact number of results that it accepts; by default one, if `case` is the id of one case. */
  readonly count?: number;
  /** Why the team accepts it, in words. */
  readonly reason: string;
}

/** A result, with the reason if it is accepted. */
export interface ReportedResult extends Result {
  /** The reason of the entry that accepts it; absent if none does. */
  readonly acceptedFor?: string;
}

/** An entry that does not describe the run, and the number of results that it accepted. */
export interface WrongEntry extends Accepted {
  /** The number of results that it accepted. */
  readonly accepted: number;
}

export interface AppliedLists {
  readonly results: readonly ReportedResult[];
  /** Entries that no longer accept a result, or not the number of results that they state. */
  readonly wrongEntries: readonly WrongEntry[];
}

/**
 * Marks the results that a list accepts. An entry is wrong only if the run had the chance to need it: `unselected` are
 * the ids of the cases that the user left out.
 */
export function applyAccepted(
  results: readonly Result[],
  lists: { readonly unverified: readonly Accepted[]; readonly failures: readonly Accepted[] },
  unselected: readonly string[],
): AppliedLists {
  const entries = [
    ...lists.unverified.map((accepted) => toEntry(accepted, "unverified")),
    ...lists.failures.map((accepted) => toEntry(accepted, "failed")),
  ];
  for (const entry of entries) entry.isPartial = unselected.some((id) => entry.pattern.test(id));
  const reported = results.map((result): ReportedResult => {
    const matching = entries.filter(({ pattern }) => pattern.test(result.subject.id));
    const accepting = matching.filter((entry) => accepts(entry, result));
    for (const entry of accepting) entry.count++;
    if (isUndecidedByRun(result))
      for (const entry of matching) entry.isPartial ||= !accepting.includes(entry);
    return accepting[0] ? { ...result, acceptedFor: accepting[0].accepted.reason } : result;
  });
  const wrong = entries.filter(isWrong);
  return {
    results: reported,
    wrongEntries: wrong.map(({ accepted, count }) => ({ ...accepted, accepted: count })),
  };
}

/** Describes the problem of an entry and what to do, in a sentence. */
export function describeEntryProblem({ accepted, count, case: glob }: WrongEntry): string {
  if (accepted === 0) return "it is no longer needed: remove it";
  if (count === undefined && glob.includes("*"))
    return `it does not state how many results it accepts: add count: ${accepted}`;
  const difference = accepted > (count ?? 1) ? "check the new ones" : "some are no longer needed";
  return `it states ${count ?? 1} and accepts ${accepted}: ${difference}, then set count: ${accepted}`;
}

interface Entry {
  readonly accepted: Accepted;
  readonly status: "unverified" | "failed";
  readonly pattern: RegExp;
  /** The number of results that it accepts. */
  count: number;
  /** Whether the run did not decide all of its cases. */
  isPartial: boolean;
}

function toEntry(accepted: Accepted, status: Entry["status"]): Entry {
  return { accepted, status, pattern: compileGlob(accepted.case), count: 0, isPartial: false };
}

/** Whether an entry is wrong: too many results are wrong in every run, too few only if all its cases ran. */
function isWrong({ accepted, count, isPartial }: Entry): boolean {
  const stated = accepted.count ?? (accepted.case.includes("*") ? undefined : 1);
  if (count > (stated ?? Number.POSITIVE_INFINITY)) return true;
  return !isPartial && (count === 0 || count !== stated);
}

/** Whether the run was narrowed, stopped or read-only, so that the case proves nothing about an entry. */
function isUndecidedByRun({ verdict }: Result): boolean {
  if (verdict.status === "inapplicable") return verdict.unasked === true;
  return verdict.status === "unverified" && causesOfTheRun.includes(verdict.cause);
}

function accepts({ accepted, status }: Entry, { verdict }: Result): boolean {
  if (verdict.status !== status) return false;
  return (
    accepted.cause === undefined || (verdict.status === "unverified" && verdict.cause === accepted.cause)
  );
}

/** Converts a glob to a pattern: `*` matches anything except `/`, `**` matches anything. */
export function compileGlob(glob: string): RegExp {
  const source = glob
    .split("**")
    .map((part) =>
      part
        .split("*")
        .map((text) => text.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&"))
        .join("[^/]*"),
    )
    .join(".*");
  return new RegExp(`^${source}$`);
}
