/** Whether an address, a whole configuration or a request belongs to this machine only. */
import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import type { Config } from "./config.ts";

/**
 * Whether only this machine can reach the service; else there is no demo account. The host and all allowed names are
 * loopback, there is no proxy, and it is not in production.
 */
export function isLoopbackOnly(config: Config): boolean {
  const names = [config.host, ...config.allowedHosts.map(withoutPort)];
  if (config.publicUrl !== undefined) names.push(new URL(config.publicUrl).hostname);
  return !config.production && config.trustedProxies.length === 0 && names.every(isLoopback);
}

/** Headers that proxies add; some proxies add only one of them. */
const PROXY_HEADER = /^(forwarded|x-forwarded-.*|via|x-real-ip|x-client-ip|true-client-ip|cf-connecting-ip)$/;

/** Whether a request names this machine as its host. A request with headers of a proxy comes from elsewhere. */
export function isLocalRequest({ headers }: Pick<IncomingMessage, "headers">): boolean {
  const wasForwarded = Object.keys(headers).some((name) => PROXY_HEADER.test(name));
  const host = URL.parse(`http://${headers.host}`)?.hostname ?? "";
  return !wasForwarded && isLoopback(host);
}

/** Whether the server listens on every address. Then it does not know which one clients use. */
export function isWildcard(host: string): boolean {
  return host === "0.0.0.0" || host === "::";
}

/** @param host name or address, an IPv6 address with or without brackets */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, "$1").toLowerCase();
  if (isIP(bare) === 4) return bare.startsWith("127.");
  return bare === "localhost" || bare === "::1";
}

function withoutPort(host: string): string {
  return host.replace(/:\d+$/, "");
}
