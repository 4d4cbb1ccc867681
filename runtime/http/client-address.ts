import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";

/** The IP address that a request comes from. */
export type AddressOf = (request: IncomingMessage) => string;

/**
 * Finds clients behind proxies. Each proxy adds whom it heard to the end of `X-Forwarded-For`, so that is read from its
 * end, for as long as trusted proxies speak: what stands before may be the client's own invention.
 *
 * @param proxies addresses and networks, such as `10.0.0.7` or `fd00::/8`; none: the peer of the socket is the client
 * @throws TypeError for what is neither
 */
export function addressBehind(proxies: readonly string[]): AddressOf {
  if (proxies.length === 0) return ({ socket }) => plain(socket.remoteAddress ?? "");
  const trusted = new BlockList();
  for (const proxy of proxies) add(trusted, proxy);
  return ({ socket, headers }) => {
    let address = plain(socket.remoteAddress ?? "");
    const heard = String(headers["x-forwarded-for"] ?? "").split(",");
    while (isTrusted(trusted, address)) {
      const next = ipOf(heard.pop()?.trim() ?? "");
      if (next === undefined) return address;
      address = next;
    }
    return address;
  };
}

/**
 * What limits count by: an IPv4 address, or the IPv6 /64 that one subscriber usually holds. It has one name, however the
 * address is written.
 */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  // The last 32 bits may be written as an IPv4 address; a zone is of this machine alone.
  const [head = "", tail] = address
    .replace(/%.*$/, "")
    .replace(/[\d.]+\.\d+$/, "0:0")
    .split("::");
  const [left, right] = [groupsOf(head), groupsOf(tail ?? "")];
  const zeros = tail === undefined ? [] : new Array<string>(8 - left.length - right.length).fill("0");
  const network = [...left, ...zeros, ...right].slice(0, 4);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::/64`;
}

function groupsOf(text: string): readonly string[] {
  return text === "" ? [] : text.split(":");
}

function add(list: BlockList, proxy: string): void {
  const [, address = "", prefix] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(proxy) ?? [];
  const version = isIP(address);
  const bits = prefix === undefined ? undefined : Number(prefix);
  if (version === 0 || (bits ?? 0) > (version === 4 ? 32 : 128))
    throw new TypeError(`${JSON.stringify(proxy)} is no address or network of a proxy, such as 10.0.0.0/8.`);
  if (bits === undefined) list.addAddress(address, family(address));
  else list.addSubnet(address, bits, family(address));
}

function isTrusted(list: BlockList, address: string): boolean {
  return isIP(address) !== 0 && list.check(address, family(address));
}

/** Some proxies add the port. */
function ipOf(text: string): string | undefined {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  return isIP(bare) === 0 ? undefined : plain(bare);
}

/** An IPv4 address as such, though it came over an IPv6 socket. */
function plain(address: string): string {
  return /^::ffff:(?=\d+\.)/i.test(address) ? address.slice("::ffff:".length) : address;
}

function family(address: string): "ipv4" | "ipv6" {
  return isIP(address) === 4 ? "ipv4" : "ipv6";
}
