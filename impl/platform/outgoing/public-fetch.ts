/** Fetches what strangers name: by HTTPS, from public addresses only, without redirects, within bounds of bytes and time. */
import type { ClientRequest, IncomingMessage } from "node:http";
import { request } from "node:https";
import { BlockList, isIP } from "node:net";
import { rootCertificates } from "node:tls";
import { withinMs } from "../time/within.ts";
import { OutgoingFailure } from "./failure.ts";
import { nameResolver, type ResolveName } from "./names.ts";

export interface PublicFetchOptions {
  /** Certificates in addition to those that Node trusts. */
  readonly ca?: string | undefined;
  /** Finds the addresses of a name; undefined: by DNS. */
  readonly resolve?: ResolveName;
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

/** Special ranges within global unicast; addresses outside of global unicast are not public at all. */
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

/** Names from all users share one limit of concurrent lookups. */
const resolveByDns = nameResolver();

/** The connection is made to the address that was checked, so that a second answer of DNS changes nothing. */
export function publicFetch(options: PublicFetchOptions = {}): PublicFetch {
  return async (address, init = {}) => {
    const url = new URL(address);
    if (url.protocol !== "https:") throw new Error("Only https:// addresses are fetched");
    const target = (await findTarget(url, options)).options;
    const headers = { ...Object.fromEntries(new Headers(init.headers)), ...target.headers };
    const signal = AbortSignal.timeout(options.timeLimitMs ?? TIME_LIMIT_MS);
    const { incoming, body, cut } = await exchange(request({ ...target, headers, signal }), MAX_BYTES);
    if (cut !== undefined) throw signal.aborted ? new OutgoingFailure("slow", "The answer is too slow") : cut;
    const received = Object.entries(incoming.headersDistinct).flatMap(([name, values = []]) =>
      values.map((value): [string, string] => [name, value]),
    );
    // Redirections, too, are answers without a body here: nothing follows them.
    const status = incoming.statusCode ?? 502;
    return new Response(status === 200 ? body : null, { status, headers: received });
  };
}

/** Resolves a name, and returns the data for a request to its first address. @throws OutgoingFailure if an address is forbidden */
export async function findTarget(
  url: URL,
  {
    ca,
    resolve = resolveByDns,
    isAllowed = isPublicAddress,
    timeLimitMs = TIME_LIMIT_MS,
  }: PublicFetchOptions,
) {
  const hostname = url.hostname.replace(/^\[|\]$/g, "");
  const resolving = isIP(hostname) === 0 ? resolve(hostname) : Promise.resolve([hostname]);
  const addresses = await withinMs(timeLimitMs, resolving, `${hostname} was not resolved in time`);
  const [host] = addresses;
  if (host === undefined || !addresses.every(isAllowed))
    throw new OutgoingFailure("not_public", `${hostname} has no public address`);
  const options = {
    host,
    ...(isIP(hostname) === 0 && { servername: hostname }),
    ...(ca !== undefined && { ca: [...rootCertificates, ca] }),
    port: url.port || (url.protocol === "https:" ? 443 : 80),
    path: url.pathname + url.search,
    headers: { host: url.host, connection: "close" },
    agent: false,
  };
  return { addresses, options };
}

/** An answer, as far as it was read. */
export interface Exchanged {
  readonly incoming: IncomingMessage;
  readonly body: Buffer<ArrayBuffer>;
  /** Why the body ends before its end; undefined: it is whole. */
  readonly cut: unknown;
}

/** Sends a request, and reads the answer up to a number of bytes, or until it breaks off. Rejects without an answer. */
export function exchange(sent: ClientRequest, maxBytes: number, body?: string): Promise<Exchanged> {
  return new Promise((resolve, reject) => {
    sent.on("response", async (incoming) => {
      // From now on an error only truncates the body.
      sent.off("error", reject).on("error", () => {});
      let body = Buffer.alloc(0);
      let cut: unknown;
      try {
        // Leaving the loop closes the connection.
        for await (const chunk of incoming) {
          body = Buffer.concat([body, chunk]);
          if (body.length > maxBytes)
            throw new OutgoingFailure("too_large", `The answer has more than ${maxBytes} bytes`);
        }
      } catch (error) {
        cut = error;
      }
      resolve({ incoming, body, cut });
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
