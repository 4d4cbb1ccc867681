/** Checks every request over `node:http`: its framing must be unambiguous, and its host and origin must be allowed. */
import type { IncomingMessage } from "node:http";
import type { Exchange, HttpRefusal } from "../endpoint/exchange.ts";
import type { HostRule } from "../endpoint/hosts.ts";
import * as refusals from "../endpoint/refusals.ts";

export interface Target {
  readonly host: string | undefined;
  readonly path: string;
}

/** Reads a request target (RFC 9112, section 3.2). If it is an absolute URL, its host counts too (section 3.2.2). */
export function parseTarget(target: string): Target {
  if (!target.startsWith("/")) {
    const url = URL.parse(target);
    return { host: url?.host, path: url?.pathname ?? target };
  }
  const query = target.indexOf("?");
  return { host: undefined, path: query < 0 ? target : target.slice(0, query) };
}

/** Refuses a body length that another parser may read differently (RFC 9112, section 6.1). Node's parser refuses the other cases. */
export function framingProblem({ headers, httpVersionMinor }: IncomingMessage): HttpRefusal | undefined {
  const coding = headers["transfer-encoding"];
  if (coding === undefined) return undefined;
  if (/^chunked$/i.test(coding)) return httpVersionMinor === 0 ? refusals.faultyFraming : undefined;
  return /,\s*chunked$/i.test(coding) ? refusals.unknownCoding : refusals.faultyFraming;
}

export function hostProblem(
  exchange: Exchange,
  targetHost: string | undefined,
  hosts: HostRule,
): HttpRefusal | undefined {
  const host = exchange.header("host");
  if (host === undefined || exchange.isRepeated("host")) return refusals.hostMissing;
  if (!hosts.allowsHost(host)) return refusals.wrongHost;
  if (targetHost !== undefined && !hosts.allowsHost(targetHost)) return refusals.wrongHost;
  const origin = exchange.header("origin");
  return origin === undefined || hosts.allowsOrigin(origin) ? undefined : refusals.wrongOrigin;
}
