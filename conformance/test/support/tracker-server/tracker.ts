/** A tracker without a transport: its handlers, tokens and clock. Two servers serve it, one of Toolwright and one of the SDK. */
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { Caller } from "@toolwright/runtime";
import { casesOf } from "../notes-server.ts";
import type { Has, TrackerFault } from "./faults.ts";
import { TrackerHandlers } from "./handlers.ts";

export const trackerSpec = join(import.meta.dirname, "../../tracker");
export const trackerCases = casesOf(trackerSpec);

const all = trackerCases.scopes;
const named: readonly {
  readonly token: string;
  readonly scopes: readonly string[];
  readonly account?: string;
}[] = [
  { token: "trk_a1", scopes: all },
  { token: "trk_a2", scopes: ["issues:read", "issues:write"] },
  { token: "trk_a3", scopes: ["issues:read"] },
  { token: "trk_b1", scopes: all, account: "other" },
];

/** The tokens, as a target file names them. */
export const trackerTokens = named;

/** The account of the tokens that name none. */
export const mainAccount = "ana";

export interface Tracker {
  readonly handlers: TrackerHandlers;
  readonly has: Has;
  readonly now: () => number;
  readonly authenticate: (token: string) => Caller | undefined;
  /** Answers the hooks of a target, for example with tokens, or by setting the clock. */
  control(question: Question): object;
}

/** The questions of the suite at `/control` of the tracker. */
export type Question =
  | { readonly hook: "mint"; readonly tokens: readonly Wanted[] }
  | { readonly hook: "revoke" | "expire"; readonly token: { readonly token: string } }
  | { readonly hook: "respond"; readonly id: string; readonly count: number }
  | { readonly hook: "clock"; readonly seconds: number; readonly still?: boolean };

interface Wanted {
  readonly scopes: readonly string[];
  readonly count: number;
  readonly account?: string;
  /** Whether the token ends by itself. */
  readonly expires?: boolean;
}

/** How long a token lives that ends by itself. */
const tokenSeconds = 1_800;

export function createTracker(faults: readonly TrackerFault[] = []): Tracker {
  let ahead = 0;
  // Only the hook moves the clock, so a busy machine uses none of the seconds before an end.
  const startedAt = Date.now();
  const now = () => startedAt + ahead;
  const callers = new Map<string, Caller>();
  /** Token -> when it ends, in milliseconds. */
  const ends = new Map<string, number>();
  const handlers = new TrackerHandlers(faults, now);
  for (const { token, ...holder } of named) admit(token, holder);
  return {
    handlers,
    has: (fault) => faults.includes(fault),
    now,
    authenticate: (token) => (isOver(token) ? undefined : callers.get(token)),
    control(question) {
      if (question.hook === "mint") return { tokens: question.tokens.flatMap(mint) };
      if (question.hook === "respond") return { added: comment(question.id, question.count) };
      if (question.hook !== "clock")
        return {
          ended: !faults.includes("revoked-tokens-are-accepted") && callers.delete(question.token.token),
        };
      ahead += question.seconds * 1000;
      if (question.still !== undefined) handlers.issues.stoppedAt = question.still ? Date.now() : undefined;
      return { now: new Date(now()).toISOString() };
    },
  };

  function isOver(token: string): boolean {
    const end = ends.get(token) ?? Number.POSITIVE_INFINITY;
    if (faults.includes("tokens-live-a-minute-longer")) return now() >= end + 60_000;
    if (faults.includes("tokens-end-a-minute-early")) return now() >= end - 60_000;
    if (faults.includes("tokens-live-on-when-used") && now() < end) ends.delete(token);
    return now() >= end;
  }

  /** Adds comments like a user who works without the tools of the tracker. */
  function comment(id: string, count: number): number {
    const texts = Array.from({ length: count }, (_, index) => `Comment ${index + 1}`);
    return handlers.issues.all.get(id)!.comments.push(...texts);
  }

  function admit(token: string, { scopes, account }: Pick<Wanted, "scopes" | "account">): void {
    callers.set(token, { account: account ?? mainAccount, token, scopes: new Set(scopes) });
  }

  function mint({ count, expires = false, ...holder }: Wanted): object[] {
    return Array.from({ length: count }, () => {
      const token = `trk_${randomBytes(9).toString("hex")}`;
      admit(token, holder);
      if (expires) ends.set(token, now() + tokenSeconds * 1000);
      return { token, ...holder, ...(expires && { expires_in: tokenSeconds }) };
    });
  }
}
