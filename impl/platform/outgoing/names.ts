/** Finds the addresses of names that strangers choose: outside of libuv's pool, so that none of them delays the service's own look-ups. */
import { Resolver } from "node:dns/promises";
import { readFileSync } from "node:fs";
import { OutgoingFailure } from "./failure.ts";

export type ResolveName = (hostname: string) => Promise<readonly string[]>;

export interface NameResolverOptions {
  /** DNS servers as `address:port`; undefined: the servers of the machine. */
  readonly servers?: readonly string[];
  /** Text in the format of /etc/hosts; undefined: that file, as it was when the first name was looked up. */
  readonly hosts?: string;
  /** Names that are looked up at once. */
  readonly mostAtOnce?: number;
  readonly timeLimitMs?: number;
}

/** Each costs a socket and few bytes. */
const MOST_AT_ONCE = 500;
const TIME_LIMIT_MS = 5_000;
/** The time after which a server is asked again. */
const TRY_MS = 1_500;

/**
 * `dns.lookup` would hold one of the two threads that libuv has for look-ups, up to 20 seconds a name. This asks the DNS servers by
 * itself; names have to be complete, since search domains are not appended.
 */
export function nameResolver({
  servers,
  hosts,
  mostAtOnce = MOST_AT_ONCE,
  timeLimitMs = TIME_LIMIT_MS,
}: NameResolverOptions = {}): ResolveName {
  /** Requests for one name share its look-up. */
  const running = new Map<string, Promise<readonly string[]>>();
  let named: ReadonlyMap<string, readonly string[]> | undefined;

  async function ask(hostname: string): Promise<readonly string[]> {
    const resolver = new Resolver({ timeout: TRY_MS, tries: 2 });
    if (servers !== undefined) resolver.setServers(servers);
    const timer = setTimeout(() => resolver.cancel(), timeLimitMs);
    const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    clearTimeout(timer);
    const found = [four, six].flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
    if (found.length === 0 && four.status === "rejected") throw four.reason;
    return found;
  }

  return async (hostname) => {
    named ??= readHosts(hosts ?? readHostsFile());
    const known = named.get(hostname.toLowerCase());
    if (known !== undefined) return known;
    const shared = running.get(hostname);
    if (shared !== undefined) return shared;
    if (running.size >= mostAtOnce)
      throw new OutgoingFailure("slow", "Too many names are being looked up at the moment");
    const asked = ask(hostname).finally(() => running.delete(hostname));
    running.set(hostname, asked);
    return asked;
  };
}

function readHostsFile(): string {
  try {
    return readFileSync("/etc/hosts", "utf8");
  } catch {
    return "";
  }
}

function readHosts(text: string): ReadonlyMap<string, readonly string[]> {
  const addresses = new Map<string, string[]>();
  for (const line of text.split("\n")) {
    const [address = "", ...names] = line.replace(/#.*/, "").trim().split(/\s+/);
    for (const name of names.map((one) => one.toLowerCase()))
      addresses.set(name, [...(addresses.get(name) ?? []), address]);
  }
  return addresses;
}
