import type { Result } from "./verdict.ts";

/** Results that somebody has looked at and lives with, and why. */
export interface Accepted {
  /** A case's id; `*` stands for anything but `/`, `**` for anything. */
  readonly case: string;
  /** Only results that are unverified for this cause. */
  readonly cause?: string;
  readonly reason: string;
}

/** A result that would count, or the reason for which it does not. */
export interface ReportedResult extends Result {
  readonly acceptedFor?: string;
}

export interface AppliedLists {
  readonly results: readonly ReportedResult[];
  /** Entries for which nothing is left to accept: they have to go. */
  readonly stale: readonly Accepted[];
}

/**
 * Holds results against what is accepted. `whole`: every case took part, so that an entry which matches none is stale;
 * otherwise an entry whose cases did not take part says nothing about them.
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
  /** Whether one of its cases took part. */
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

/** `*` stands for anything but `/`, `**` for anything. */
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
