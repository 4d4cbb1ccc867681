/** What a run leaves on its target, and how it is removed: instances that calls created, and sessions. */
import { type Calls, makeCalls } from "../behaviour/calls.ts";
import { trackCreated } from "../behaviour/created-instances.ts";
import { noBehaviour, readBehaviour } from "../behaviour/engine.ts";
import { type CallerOptions, type CompletedCall, createCaller } from "../calls/caller.ts";
import { cleanerFor } from "../calls/cleanup.ts";
import type { Context } from "../calls/context.ts";
import { makeSpending } from "../calls/spending.ts";
import type { CaseFile } from "../cases/format.ts";
import type { Target } from "../target/target.ts";
import type { SessionTransport } from "../wire/sessions.ts";

export interface Leftovers {
  /** Sees every call of the run. */
  record(call: CompletedCall): void;
  /** Remembers what there was before the run, which stays. */
  listExisting(calls: Calls): Promise<void>;
  /** The number of requests that removing everything will take. */
  pendingRequests(): number;
  /** Deletes what the run created, and ends its sessions. Returns notes for the report. */
  clean(context: Context): Promise<string[]>;
  /** The number of requests that cleaning up took. */
  sent(): number;
}

const cleanupMs = 60_000;

export function makeLeftovers(
  target: Target,
  transport: SessionTransport,
  callerOptions: Pick<CallerOptions, "client" | "tokens" | "cases" | "refusalCode">,
): Leftovers {
  const { cases } = callerOptions;
  const created = trackCreated(cases.tools, keepsNothing(target) ? noBehaviour : readBehaviour(cases));
  const cleaner = cleanerFor(target);
  let sent = 0;
  return {
    record({ tool, input, credential, outcome }) {
      cleaner.record(tool, outcome);
      created.record(tool, input, outcome, typeof credential === "string" ? undefined : credential.account);
    },
    listExisting: (calls) => created.listExisting(calls),
    pendingRequests: () => callsToSend() + transport.openSessions(),
    async clean(context) {
      const caller = createCaller({
        ...callerOptions,
        spending: makeSpending(readBehaviour(cases), "all"),
        budget: { requests: Number.POSITIVE_INFINITY, reserved: () => 0 },
        signal: AbortSignal.timeout(cleanupMsFor(callsToSend(), cases)),
        onCall: () => undefined,
      });
      const before = caller.sent();
      const notes = [
        ...(await created.end(makeCalls({ ...context, caller }))),
        ...(await cleaner.clean(caller)),
      ];
      sent = caller.sent() - before + transport.openSessions();
      await transport.endSessions();
      return notes;
    },
    sent: () => sent,
  };

  function callsToSend(): number {
    return created.pendingRequests() + cleaner.pendingRequests();
  }
}

/** Cleaning up keeps to the declared rate, too. */
function cleanupMsFor(requests: number, { rate }: CaseFile): number {
  return cleanupMs + (rate === undefined ? 0 : 1000 * rate.seconds * Math.ceil(requests / rate.max));
}

/** A server that was started for the run in a folder of its own, which is deleted afterwards. */
function keepsNothing({ start }: Target): boolean {
  return Object.values(start?.env ?? {}).some((value) => value.includes("{folder}"));
}
