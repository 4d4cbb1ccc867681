/** Removes the data that a run leaves on its target: instances that calls created, and sessions. */
import { Calls } from "../behaviour/calls/calls.ts";
import { CreatedInstances } from "../behaviour/instances/created-instances.ts";
import { noBehaviour, readBehaviour } from "../behaviour/rules/rules.ts";
import { Caller, type CallerOptions } from "../calls/caller.ts";
import { listAccountCaps } from "../calls/cap-reached.ts";
import type { CompletedCall } from "../calls/completed-call.ts";
import { LiveValues } from "../calls/live-values.ts";
import { Spending } from "../calls/spending.ts";
import type { CaseFile } from "../cases/format.ts";
import type { Drawn } from "../results/report.ts";
import type { Target } from "../target/target.ts";
import type { SessionTransport } from "../wire/sessions.ts";
import { CleanupTimer } from "./cleanup-timer.ts";

const cleanupMs = 60_000;

/** The options that all callers of a run share. */
export type SharedCallerOptions = Pick<
  CallerOptions,
  "client" | "tokens" | "cases" | "exclude" | "refusalCode" | "ownCodes" | "errorsRefuse"
>;

export class Leftovers {
  readonly #transport: SessionTransport;
  readonly #callerOptions: SharedCallerOptions;
  /** Knows the instances that the run has made and not ended yet. */
  readonly created: CreatedInstances;
  #sent = 0;

  constructor(target: Target, transport: SessionTransport, callerOptions: SharedCallerOptions) {
    const { cases } = callerOptions;
    const all = readBehaviour(cases);
    const rules = keepsNothing(target) && listAccountCaps(all).length === 0 ? noBehaviour : all;
    this.#transport = transport;
    this.#callerOptions = callerOptions;
    this.created = new CreatedInstances(cases.tools, rules, target.cleanup);
  }

  /** Called with every call of the run. */
  record(call: CompletedCall): void {
    this.created.record(call);
  }

  /** Remembers the instances that existed before the run, which are never ended. */
  listExisting(calls: Calls): Promise<void> {
    return this.created.listExisting(calls);
  }

  /** The number of requests that the cleanup needs. */
  pendingRequests(): number {
    return this.created.pendingRequests() + this.#transport.openSessions();
  }

  /** Lists how many instances the run made of each entity that a call ends, and how many of them are left. */
  listMade(): Drawn[] {
    return this.created.listMade();
  }

  /** The number of requests that the cleanup made. */
  countSent(): number {
    return this.#sent;
  }

  /**
   * Deletes what the run created, and ends its sessions. Returns notes for the report.
   * @param callerOfRun the caller whose last calls may still create instances if the run was interrupted
   */
  async clean(callerOfRun: Caller, say: (sentence: string) => void = () => undefined): Promise<string[]> {
    await callerOfRun.waitUntilSettled();
    const { cases } = this.#callerOptions;
    const pending = this.created.pendingRequests();
    const timer = new CleanupTimer(cleanupMsFor(pending, cases), () =>
      say(`Ending ${pending} instances that the run created. This takes long at a slow server.`),
    );
    const left = callerOfRun.countLeft();
    const caller = new Caller({
      ...this.#callerOptions,
      spending: new Spending(readBehaviour(cases), "all"),
      budget: { requestsAfter: () => Number.POSITIVE_INFINITY, reserved: () => 0 },
      signal: timer.signal,
      onCall: ({ outcome }) => {
        if (outcome.is === "success") timer.noteSuccess();
      },
    });
    const before = caller.countSent();
    const notes = await this.created.end(new Calls({ cases, caller, live: noLiveValues }), left);
    timer.stop();
    this.#sent = caller.countSent() - before + this.#transport.openSessions();
    await this.#transport.endSessions();
    return notes;
  }
}

/** Ends name instances that are there, so nothing in their arguments is decided anew. */
const noLiveValues = new LiveValues({ cases: {}, now: async () => Date.now(), fits: () => true });

/** Returns the time in which one call of the cleanup has to succeed, within the declared rate. */
function cleanupMsFor(requests: number, { rate }: CaseFile): number {
  return cleanupMs + (rate === undefined ? 0 : 1000 * rate.seconds * Math.ceil(requests / rate.max));
}

/** Whether the server was started for the run in a temporary folder, which is deleted afterwards. */
function keepsNothing({ start }: Target): boolean {
  return Object.values(start?.env ?? {}).some((value) => value.includes("{folder}"));
}
