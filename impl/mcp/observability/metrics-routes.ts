/** Serves `/metrics`, on its own port or beside the endpoint. */
import { createHash, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type HostRule, hostRule, type Log } from "@toolwright/runtime";
import { isLoopback } from "../../platform/config/loopback.ts";
import type { Metrics } from "./metrics.ts";

/** Returns whether it answers the request. */
export type MetricsRoutes = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * Serves `GET /metrics` to clients with the token as Bearer, or to every client if there is no token.
 *
 * @param token undefined if every client that reaches the port may read
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

interface MetricsPort {
  readonly port: number;
  readonly host: string;
  /** Further host names that are accepted on loopback, as `name` or `name:port`. */
  readonly names: readonly string[];
}

/**
 * Serves only these routes on a port of their own. On loopback it accepts only the host names of this machine, as the
 * service does, against DNS rebinding by a page in a local browser. On other addresses it accepts every host name.
 * Rejects if the port is not available.
 */
export async function serveMetrics(
  routes: MetricsRoutes,
  { port, host, names }: MetricsPort,
): Promise<{ readonly url: string; stop(): void }> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port, host, () => resolve());
  });
  const { port: boundPort } = server.address() as AddressInfo;
  const url = `http://${host.includes(":") ? `[${host}]` : host}:${boundPort}`;
  const rule = hostRule({ publicUrl: url, hosts: names, origins: [], loopback: true });
  const isOpen = !isLoopback(host);
  server.on("request", (request, response) => {
    if (!isOpen && isForeign(request, rule)) refuse(response, 403, {});
    else if (!routes(request, response)) refuse(response, 404, {});
  });
  return {
    url: `${url}/metrics`,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function isForeign({ headers: { host, origin } }: IncomingMessage, rule: HostRule): boolean {
  if (host === undefined || !rule.allowsHost(host)) return true;
  return origin !== undefined && !rule.allowsOrigin(origin);
}

function refuse(response: ServerResponse, status: number, headers: Readonly<Record<string, string>>): void {
  response.writeHead(status, { ...headers, "Cache-Control": "no-store", "Content-Length": 0 }).end();
}

/** Hashes have the same length for every input, so comparing them takes constant time. */
function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
