/** Serves `/healthz` and `/readyz`. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Log } from "@toolwright/runtime";
import type { Storage } from "../storage/storage.ts";

/** Returns whether it answers the request. */
export type HealthRoutes = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * `/healthz`: the process runs. `/readyz`: the storage answers, too. While the server stops, both answer 503, as does
 * every other path.
 */
export function healthRoutes(storage: Storage, log: Log): HealthRoutes {
  return (request, response) => {
    const path = request.url?.split("?")[0];
    if (path !== "/healthz" && path !== "/readyz") return false;
    if (request.method !== "GET" && request.method !== "HEAD") {
      response.setHeader("Allow", "GET, HEAD");
      send(response, 405, "method not allowed");
    } else if (path === "/healthz") {
      send(response, 200, "ok");
    } else {
      storage.db
        .selectFrom("accounts")
        .select("id")
        .limit(1)
        .execute()
        .then(
          () => send(response, 200, "ok"),
          (error: unknown) => {
            log.error({ event: "storage_does_not_answer", error });
            send(response, 503, "storage does not answer");
          },
        );
    }
    return true;
  };
}

function send(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { "Content-Type": "application/json", "Cache-Control": "no-store" });
  response.end(JSON.stringify({ status: text }));
}
