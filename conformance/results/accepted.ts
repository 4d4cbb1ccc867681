/**
 * Lists of results that the team has reviewed and accepts: which results they cover, and which entries are stale.
 */
import type { Result } from "./verdict.ts";

/** An accepted result, and the reason. */
export interface Accepted {
  /** Id of a case; `*` matches anything but `/`, `**` matches anything. */
  readonly case: string;
  /** Accept only results that are unverified for this cause. */
  readonly cause?: string;
  readonly reason: string;
}

/** A result, with the reason for which it is accepted, if it is. */
export interface ReportedResult extends Result {
  readonly acceptedFor?: string;
}

export interface AppliedLists {
  readonly results: readonly ReportedResult[];
  /** Entries that no longer accept anything and have to be removed. */
  readonly stale: readonly Accepted[];
}

/**
 * Marks the results that a list accepts. `whole`: every case ran, so an entry that matches no case is stale.
 * Otherwise an entry whose cases did not run is left alone.
 */
export function applyAccepted(
  results: readonly Result[],
  lists: { readonly unverified: readonly Accepted[]; readonly failures: readonly Accepted[] },
  whole: boolean,
): AppliedLists {
  const entries = [
    ...lists.unverified.map((accepted) => entryOf(accepted, "unverified")),
    ...lists.failures.map((accepted) => entryOf(accepted, "failed")),
  ];
  const reported = results.map((result): ReportedResult => {
    const matching = entries.filter(({ pattern }) => pattern.test(result.subject.id));
    for (const entry of matching) entry.ran = true;
    const accepting = matching.filter((entry) => accepts(entry, result));
    for (const entry of accepting) entry.used = true;
    return accepting[0] ? { ...result, acceptedFor: accepting[0].accepted.reason } : result;
  });
  const isStale = ({ ran, used }: Entry) => !used && (ran || whole);
  return { results: reported, stale: entries.filter(isStale).map(({ accepted }) => accepted) };
}

interface Entry {
  readonly accepted: Accepted;
  readonly status: "unverified" | "failed";
  readonly pattern: RegExp;
  /** Whether one of its cases ran. */
  ran: boolean;
  used: boolean;
}

function entryOf(accepted: Accepted, status: Entry["status"]): Entry {
  return { accepted, status, pattern: globPattern(accepted.case), ran: false, used: false };
}

function accepts({ accepted, status }: Entry, { verdict }: Result): boolean {
  if (verdict.status !== status) return false;
  return (
    accepted.cause === undefined || (verdict.status === "unverified" && verdict.cause === accepted.cause)
  );
}

/** `*` matches anything but `/`, `**` matches anything. */
export function globPattern(glob: string): RegExp {
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
