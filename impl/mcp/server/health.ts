/** Serves `/healthz` and `/readyz`. */
import { statfs } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Log } from "@toolwright/runtime";
import type { Storage } from "../../platform/storage/storage.ts";
import { withinMs } from "../../platform/time/within.ts";

/** A load balancer wants to know soon that this node cannot reach its database. */
const READY_MS = 2_000;

/** Returns whether it answers the request. */
export type HealthRoutes = (request: IncomingMessage, response: ServerResponse) => boolean;

/** What readiness depends on. */
interface HealthParts {
  readonly storage: Storage;
  /** Where the embedded database, uploads and exports are. */
  readonly dataDir: string;
  /** Below this, writes are about to fail. */
  readonly minFreeBytes: number;
  readonly log: Log;
}

/**
 * `/healthz`: the process runs. `/readyz`: the storage answers in time, and its disk has room. While the server stops, both
 * answer 503, as does every other path.
 */
export function healthRoutes(parts: HealthParts): HealthRoutes {
  return (request, response) => {
    const path = request.url?.split("?")[0];
    if (path !== "/healthz" && path !== "/readyz") return false;
    if (request.method !== "GET" && request.method !== "HEAD") {
      response.setHeader("Allow", "GET, HEAD");
      send(response, 405, "method not allowed");
    } else if (path === "/healthz") {
      send(response, 200, "ok");
    } else {
      void unreadiness(parts).then((problem) => send(response, problem ? 503 : 200, problem ?? "ok"));
    }
    return true;
  };
}

/** Why the server cannot do its work; undefined: it can. */
async function unreadiness({
  storage,
  dataDir,
  minFreeBytes,
  log,
}: HealthParts): Promise<string | undefined> {
  try {
    await withinMs(READY_MS, readAccount(storage), "The storage did not answer in time.");
    const { bavail, bsize } = await withinMs(READY_MS, statfs(dataDir), "The disk did not answer in time.");
    if (bavail * bsize >= minFreeBytes) return undefined;
    log.error({ event: "disk_full", free_bytes: bavail * bsize, needed_bytes: minFreeBytes });
    return "disk is full";
  } catch (error) {
    log.error({ event: "storage_does_not_answer", error });
    return "storage does not answer";
  }
}

function readAccount({ db }: Storage): Promise<unknown> {
  return db.selectFrom("accounts").select("id").limit(1).execute();
}

function send(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { "Content-Type": "application/json", "Cache-Control": "no-store" });
  response.end(JSON.stringify({ status: text }));
}
