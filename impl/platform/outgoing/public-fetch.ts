/** Fetches what strangers name: by HTTPS, from public addresses only, without redirects, within bounds of bytes and time. */
import { lookup } from "node:dns/promises";
import type { IncomingMessage } from "node:http";
import { type RequestOptions, request } from "node:https";
import { BlockList, isIP } from "node:net";
import { rootCertificates } from "node:tls";
import { withinMs } from "../time/within.ts";
import { OutgoingFailure } from "./failure.ts";

export interface PublicFetchOptions {
  /** Certificates beside those that Node trusts. */
  readonly ca?: string | undefined;
  /** Finds the addresses of a name; undefined: by DNS. */
  readonly resolve?: (hostname: string) => Promise<readonly string[]>;
  /** Which addresses may be connected to; undefined: public ones. */
  readonly isAllowed?: (address: string) => boolean;
  /** To find the addresses, and then for the request; undefined: 5 seconds. */
  readonly timeLimitMs?: number | undefined;
}

export type PublicFetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** More than any document about a client has. */
const MAX_BYTES = 64_000;
const TIME_LIMIT_MS = 5_000;

/** Addresses that lead to this machine, to its network or to no machine (IANA's special-purpose registries). */
const SPECIAL_PURPOSE = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const;

/** Of global unicast; what is outside of it is not public at all. */
const SPECIAL_PURPOSE_6 = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const;

const specialPurpose = new BlockList();
for (const [network, bits] of SPECIAL_PURPOSE) specialPurpose.addSubnet(network, bits, "ipv4");
for (const [network, bits] of SPECIAL_PURPOSE_6) specialPurpose.addSubnet(network, bits, "ipv6");
const globalUnicast = new BlockList();
globalUnicast.addSubnet("2000::", 3, "ipv6");

export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !specialPurpose.check(address, "ipv4");
  return (
    isIP(address) === 6 && globalUnicast.check(address, "ipv6") && !specialPurpose.check(address, "ipv6")
  );
}

async function resolveByDns(hostname: string): Promise<readonly string[]> {
  const found = await lookup(hostname, { all: true });
  return found.map(({ address }) => address);
}

/** The connection is made to the address that was checked, so that a second answer of DNS changes nothing. */
export function publicFetch({
  ca,
  resolve = resolveByDns,
  isAllowed = isPublicAddress,
  timeLimitMs = TIME_LIMIT_MS,
}: PublicFetchOptions = {}): PublicFetch {
  return async (address, init = {}) => {
    const url = new URL(address);
    if (url.protocol !== "https:") throw new Error("Only https:// addresses are fetched");
    const hostname = url.hostname.replace(/^\[|\]$/g, "");
    const resolving = isIP(hostname) === 0 ? resolve(hostname) : Promise.resolve([hostname]);
    const found = await withinMs(timeLimitMs, resolving, `${hostname} was not resolved in time`);
    const [target] = found;
    if (target === undefined || !found.every(isAllowed)) throw new Error(`${hostname} has no public address`);
    const headers = { ...Object.fromEntries(new Headers(init.headers)), host: url.host, connection: "close" };
    return exchange({
      host: target,
      ...(isIP(hostname) === 0 && { servername: hostname }),
      ...(ca !== undefined && { ca: [...rootCertificates, ca] }),
      port: url.port || 443,
      path: url.pathname + url.search,
      headers,
      agent: false,
      signal: AbortSignal.timeout(timeLimitMs),
    });
  };
}

function exchange(options: RequestOptions): Promise<Response> {
  return new Promise((resolve, reject) => {
    const sent = request(options, (incoming) => {
      readBounded(incoming).then((body) => {
        const headers = Object.entries(incoming.headersDistinct).flatMap(([name, values = []]) =>
          values.map((value): [string, string] => [name, value]),
        );
        // Redirections, too, are answers without a body here: nothing follows them.
        const status = incoming.statusCode ?? 502;
        resolve(new Response(status === 200 ? body : null, { status, headers }));
      }, reject);
    });
    sent.on("error", reject);
    sent.end();
  });
}

async function readBounded(incoming: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Leaving the loop closes the connection.
  for await (const chunk of incoming) {
    size += chunk.length;
    if (size > MAX_BYTES)
      throw new OutgoingFailure("too_large", `The answer has more than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
