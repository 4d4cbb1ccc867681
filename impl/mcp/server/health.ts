/** Serves `/healthz` and `/readyz`. */
import { rm, statfs, writeFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import type { Log } from "@toolwright/runtime";
import { sql } from "kysely";
import type { Storage } from "../../platform/storage/storage.ts";
import { withinMs } from "../../platform/time/within.ts";

/** A load balancer wants to know soon that this node cannot reach its database. */
const READY_MS = 2_000;

/** Returns whether it answers the request. */
export type HealthRoutes = (request: IncomingMessage, response: ServerResponse) => boolean;

/** The parts that readiness depends on. */
interface HealthParts {
  readonly storage: Storage;
  /** The folder of the embedded database, uploads and exports. */
  readonly dataDir: string;
  /** Below this, writes are about to fail. */
  readonly minFreeBytes: number;
  readonly log: Log;
}

/**
 * `/healthz`: the process runs. `/readyz`: the storage answers in time and takes writes, and its disk has room and takes writes. While
 * the server stops, both answer 503, as does every other path.
 */
export function healthRoutes(parts: HealthParts): HealthRoutes {
  let writing: Promise<void> | undefined;
  /** Requests at the same time share one write: each waits for the disk. */
  const writeOnce = () => {
    writing ??= writeProbe(parts.dataDir).finally(() => (writing = undefined));
    return writing;
  };
  return (request, response) => {
    const path = request.url?.split("?")[0];
    if (path !== "/healthz" && path !== "/readyz") return false;
    if (request.method !== "GET" && request.method !== "HEAD") {
      response.setHeader("Allow", "GET, HEAD");
      send(response, 405, "method not allowed");
    } else if (path === "/healthz") {
      send(response, 200, "ok");
    } else {
      void unreadiness(parts, writeOnce).then((problem) =>
        send(response, problem ? 503 : 200, problem ?? "ok"),
      );
    }
    return true;
  };
}

/** Why the server cannot do its work; undefined: it can. */
async function unreadiness(
  { storage, dataDir, minFreeBytes, log }: HealthParts,
  write: () => Promise<void>,
): Promise<string | undefined> {
  try {
    await withinMs(READY_MS, writeNothing(storage), "The storage did not answer in time.");
    const { bavail, bsize } = await withinMs(READY_MS, statfs(dataDir), "The disk did not answer in time.");
    if (bavail * bsize < minFreeBytes) {
      log.error({ event: "disk_full", free_bytes: bavail * bsize, needed_bytes: minFreeBytes });
      return "disk is full";
    }
    await withinMs(READY_MS, write(), "The disk did not write in time.");
    return undefined;
  } catch (error) {
    log.error({ event: "storage_does_not_answer", error });
    return "storage does not answer, or takes no writes";
  }
}

/** A disk that fails, or has become read-only, may still be read, out of memory. */
async function writeProbe(dataDir: string): Promise<void> {
  const file = join(dataDir, `ready.${process.pid}`);
  await writeFile(file, "ready", { mode: 0o600, flush: true }).finally(() => rm(file, { force: true }));
}

/** A database that is read-only answers queries, but refuses this one; its connection is then replaced, which a failover needs. */
function writeNothing({ db }: Storage): Promise<unknown> {
  const same = db.updateTable("accounts").set(({ ref }) => ({ id: ref("id") }));
  return same.where(sql<boolean>`1 = 0`).execute();
}

function send(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { "Content-Type": "application/json", "Cache-Control": "no-store" });
  response.end(JSON.stringify({ status: text }));
}
