/** What a run leaves on its target, and how it is removed: instances that calls created, and sessions. */
import { makeCalls } from "../behaviour/calls.ts";
import { trackCreated } from "../behaviour/created-instances.ts";
import { noBehaviour, readBehaviour } from "../behaviour/engine.ts";
import { Caller, type CallerOptions } from "../calls/caller.ts";
import type { Context } from "../calls/context.ts";
import { Spending } from "../calls/spending.ts";
import type { CaseFile } from "../cases/format.ts";
import type { Target } from "../target/target.ts";
import type { SessionTransport } from "../wire/sessions.ts";

export type Leftovers = ReturnType<typeof makeLeftovers>;

const cleanupMs = 60_000;

export function makeLeftovers(
  target: Target,
  transport: SessionTransport,
  callerOptions: Pick<CallerOptions, "client" | "tokens" | "cases" | "refusalCode">,
) {
  const { cases } = callerOptions;
  const rules = keepsNothing(target) ? noBehaviour : readBehaviour(cases);
  const created = trackCreated(cases.tools, rules, target.cleanup);
  let sent = 0;
  return {
    /** Sees every call of the run. */
    record: created.record,
    listExisting: created.listExisting,
    /** The number of requests that removing everything will take. */
    pendingRequests: () => created.pendingRequests() + transport.openSessions(),
    /** Deletes what the run created, and ends its sessions. Returns notes for the report. */
    async clean(context: Context): Promise<string[]> {
      // A call that was under way when the run was interrupted may make something, too.
      await context.caller.settled();
      const caller = new Caller({
        ...callerOptions,
        spending: new Spending(readBehaviour(cases), "all"),
        budget: { requests: Number.POSITIVE_INFINITY, reserved: () => 0 },
        signal: AbortSignal.timeout(cleanupMsFor(created.pendingRequests(), cases)),
        onCall: () => undefined,
      });
      const before = caller.sent();
      const notes = await created.end(makeCalls({ ...context, caller }));
      sent = caller.sent() - before + transport.openSessions();
      await transport.endSessions();
      return notes;
    },
    /** The number of requests that cleaning up took. */
    sent: () => sent,
  };
}

/** Cleaning up keeps to the declared rate, too. */
function cleanupMsFor(requests: number, { rate }: CaseFile): number {
  return cleanupMs + (rate === undefined ? 0 : 1000 * rate.seconds * Math.ceil(requests / rate.max));
}

/** A server that was started for the run in a folder of its own, which is deleted afterwards. */
function keepsNothing({ start }: Target): boolean {
  return Object.values(start?.env ?? {}).some((value) => value.includes("{folder}"));
}
