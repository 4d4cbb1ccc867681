import { createHash, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Log } from "toolwright/runtime";
import type { Metrics } from "./metrics.ts";

/** Says whether it has answered the request, or will. */
export type MetricsRoutes = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * `GET /metrics`, for those who bring the token as Bearer; anybody, if there is none.
 *
 * @param token undefined where who may ask is decided by who reaches the port
 */
export function metricsRoutes(metrics: Metrics, token: string | undefined, log: Log): MetricsRoutes {
  const allowed = token === undefined ? undefined : digest(`Bearer ${token}`);
  return (request, response) => {
    if (request.url?.split("?")[0] !== "/metrics") return false;
    if (allowed && !timingSafeEqual(digest(request.headers.authorization ?? ""), allowed)) {
      refuse(response, 401, { "WWW-Authenticate": 'Bearer realm="metrics"' });
    } else if (request.method !== "GET" && request.method !== "HEAD") {
      refuse(response, 405, { Allow: "GET, HEAD" });
    } else {
      metrics.written().then(
        (text) => {
          response.writeHead(200, { "Content-Type": metrics.contentType, "Cache-Control": "no-store" });
          response.end(text);
        },
        (error: unknown) => {
          log.error({ event: "metrics_not_written", error });
          refuse(response, 500, {});
        },
      );
    }
    return true;
  };
}

/** Serves the routes, and nothing else, on a port of their own. Rejects if it cannot be listened on. */
export async function serveMetrics(
  routes: MetricsRoutes,
  { port, host }: { readonly port: number; readonly host: string },
): Promise<{ readonly url: string; stop(): void }> {
  const server = createServer((request, response) => {
    if (!routes(request, response)) refuse(response, 404, {});
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port, host, () => resolve());
  });
  const { port: taken } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${taken}/metrics`,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function refuse(response: ServerResponse, status: number, headers: Readonly<Record<string, string>>): void {
  response.writeHead(status, { ...headers, "Cache-Control": "no-store", "Content-Length": 0 }).end();
}

/** Equally long whatever was sent, so that comparing takes equally long. */
function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
