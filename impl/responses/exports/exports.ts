/** Runs exports: one at a time for the same request, shared by all calls that wait for it. */
import { setTimeout as wait } from "node:timers/promises";
import type { Log } from "@toolwright/runtime";
import { limits } from "../../../generated/limits.ts";
import { requireBudget } from "../../accounts/plans/budgets.ts";
import type { Form } from "../../forms/forms.ts";
import { newId } from "../../platform/ids.ts";
import type { SignedUrls } from "../../platform/signing/signed-urls.ts";
import type { Stores } from "../../platform/stores.ts";
import { removeExpiredExports } from "./cleanup.ts";
import { exportContentType, exportFileName } from "./file-name.ts";
import { ownerTurns } from "./owner-turns.ts";
import { type ExportRequest, requestKey } from "./request.ts";
import {
  completeExport,
  deliverExport,
  dropExport,
  type ExportRow,
  enterExport,
  findExport,
  findOpenExport,
  LEASE_MS,
  renewLease,
} from "./table.ts";
import { type RunTable, tablesHere } from "./tables/table-thread.ts";
import { writeExport } from "./write.ts";

export interface ExportDependencies extends Stores {
  readonly links: SignedUrls;
  readonly log: Log;
  /** Writes tables; absent in tests: in this thread. */
  readonly runTable?: RunTable;
}

/** An export that can be fetched. */
export interface DeliveredExport {
  readonly row: ExportRow;
  readonly downloadUrl: string;
  readonly expiresAt: string;
}

export interface Exports {
  /**
   * Exports responses of a form that the account may read. An export that takes longer than the caller waits continues, and a
   * repeated call joins it.
   */
  export(
    accountId: string,
    form: Form,
    request: ExportRequest,
    signal: AbortSignal,
  ): Promise<DeliveredExport>;
  /** Cancels running exports and stops the cleanup. */
  stop(): Promise<void>;
}

/** How often a call checks whether an export of another process is done. */
const JOIN_INTERVAL_MS = 100;
const CLEANING_INTERVAL_MS = 60_000;

export function openExports(parts: ExportDependencies): Exports {
  const { storage, links, clock, log } = parts;
  /** Exports for which calls of this process wait, by the key of their request. */
  const waiting = new Map<string, Promise<ExportRow | undefined>>();
  const stopping = new AbortController();
  const runs = exportRuns(parts, stopping.signal);
  const cleaning = setInterval(() => {
    removeExpiredExports(parts).catch((error: unknown) => log.error({ event: "exports_not_cleaned", error }));
  }, CLEANING_INTERVAL_MS).unref();

  /** The running or finished export for the request; starts one if there is none. */
  async function startOrJoin(
    openRequest: string,
    form: Form,
    request: ExportRequest,
  ): Promise<ExportRow | undefined> {
    await runs.dropAbandoned();
    await removeExpiredExports(parts, openRequest);
    const open = await findOpenExport(storage.db, openRequest);
    if (open !== undefined) return open;
    await runs.enter(openRequest, form, request);
    return findOpenExport(storage.db, openRequest);
  }

  /**
   * The export for the request when it is done; undefined if it was cancelled or its process died. Concurrent calls
   * share one promise, because the export may finish before a second query would find it.
   */
  function openExport(
    openRequest: string,
    form: Form,
    request: ExportRequest,
  ): Promise<ExportRow | undefined> {
    const shared = waiting.get(openRequest);
    if (shared) return shared;
    const promise = startOrJoin(openRequest, form, request)
      .then((started) => started && waitUntilDone(started))
      .finally(() => waiting.delete(openRequest));
    waiting.set(openRequest, promise);
    return promise;
  }

  async function waitUntilDone(started: ExportRow): Promise<ExportRow | undefined> {
    for (let row: ExportRow | undefined = started; ; row = await findExport(storage.db, started.id)) {
      if (row === undefined || row.storage_key !== null) return row;
      if (runs.isAbandoned(row.id)) return undefined;
      if (row.leased_until !== null && row.leased_until <= clock().toISOString()) return undefined;
      await (runs.jobOf(row.id) ?? wait(JOIN_INTERVAL_MS, undefined, { signal: stopping.signal }));
    }
  }

  function deliver(row: ExportRow): Promise<ExportRow | undefined> {
    const seconds = Math.floor(clock().getTime() / 1000) + limits.export_url_lifetime.seconds;
    return deliverExport(storage.db, row.id, new Date(seconds * 1000));
  }

  return {
    async export(accountId, form, request, signal) {
      const openRequest = requestKey(accountId, request);
      for (;;) {
        signal.throwIfAborted();
        const row = await orAborted(openExport(openRequest, form, request), signal);
        const delivered = row && (await deliver(row));
        // Cancelled meanwhile, such as by an erasure: export again, without the erased responses.
        if (delivered?.expires_at == null) continue;
        const expiresAt = new Date(delivered.expires_at);
        const downloadUrl = links.sign(`/exports/${delivered.id}`, expiresAt);
        return { row: delivered, downloadUrl, expiresAt: delivered.expires_at };
      }
    },
    async stop() {
      clearInterval(cleaning);
      stopping.abort(new Error("The server stops"));
      await Promise.allSettled([...runs.jobs(), ...waiting.values()]);
    },
  };
}

/** The exports that this process writes. */
function exportRuns(
  { storage, files, links, clock, log, runTable = tablesHere }: ExportDependencies,
  signal: AbortSignal,
) {
  const running = new Map<string, Promise<void>>();
  /** They have failed, and so has the removal of their rows: as long as those have a lease, others would wait for them. */
  const abandoned = new Set<string>();
  const takeTurn = ownerTurns();
  return {
    enter,
    jobOf: (id: string) => running.get(id),
    jobs: () => running.values(),
    isAbandoned: (id: string) => abandoned.has(id),
    async dropAbandoned() {
      for (const id of abandoned) {
        await dropExport(storage.db, id);
        abandoned.delete(id);
      }
    },
  };

  /** Starts an export when it is its turn, unless another process has started the same meanwhile. @throws Refusal quota_exceeded */
  async function enter(openRequest: string, form: Form, request: ExportRequest): Promise<void> {
    const endTurn = await takeTurn(form.owner_id);
    try {
      signal.throwIfAborted();
      await requireBudget(storage.db, storage.budgets, form.owner_id, ["exports"], clock());
      const id = newId("exp");
      const { format } = request;
      const names = {
        file_name: exportFileName(form.title, format),
        content_type: exportContentType(format),
      };
      const entry = { id, form_id: form.id, open_request: openRequest, ...names };
      if (await enterExport(storage, entry, clock())) start(id, form, request).then(endTurn, endTurn);
      else endTurn();
    } catch (error) {
      endTurn();
      throw error;
    }
  }

  function start(id: string, form: Form, request: ExportRequest): Promise<void> {
    const job = run(id, form, request);
    // Waiting calls get the error. If there is none any more, only the log does.
    job.catch((error: unknown) => log.error({ event: "export_failed", export: id, error }));
    running.set(id, job);
    return job;
  }

  async function run(id: string, form: Form, request: ExportRequest): Promise<void> {
    const renewal = setInterval(() => {
      renewLease(storage.db, id, clock()).catch((error: unknown) =>
        log.warn({ event: "lease_not_renewed", error }),
      );
    }, LEASE_MS / 3).unref();
    try {
      const target = { queries: storage.db, files, links, runTable, now: clock() };
      const written = await writeExport(target, form, request, signal);
      if (!(await completeExport(storage.db, id, written, clock()))) await files.remove([written.key]);
    } catch (error) {
      await dropExport(storage.db, id).catch(() => abandoned.add(id));
      throw error;
    } finally {
      clearInterval(renewal);
      running.delete(id);
    }
  }
}

/** Rejects when the caller gives up; the export continues. */
async function orAborted<T>(result: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  try {
    return await Promise.race([result, aborted]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
