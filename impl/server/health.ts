/** Serves `/healthz` and `/readyz`. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Log } from "@toolwright/runtime";
import type { Storage } from "../storage/storage.ts";

/** Says whether it has answered the request, or will. */
export type HealthRoutes = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * `/healthz`: the process is up. `/readyz`: it can work, since the storage answers. A stopping server answers 503 to
 * both, as to everything.
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
