/** Finds the address of a client, also behind proxies. */
import type { IncomingMessage } from "node:http";

/** Returns the IP address that a request comes from. */
export type AddressOf = (request: IncomingMessage) => string;

/**
 * Finds the address of a client behind trusted proxies. Each proxy appends the address of its peer to `X-Forwarded-For`, so
 * the header is read from its end, up to the first address that is not a trusted proxy. The client may have forged the entries
 * before it.
 *
 * @param proxies addresses and networks, such as `10.0.0.7` or `fd00::/8`; if empty, the client is the peer of the socket
 * @throws TypeError if an entry is neither an address nor a network
 */
export function addressBehind(proxies: readonly string[]): AddressOf {
  if (proxies.length === 0) return ({ socket }) => peerAddress(socket.remoteAddress);
  const { BlockList, isIP } = process.getBuiltinModule("node:net");
  const trusted = new BlockList();
  for (const proxy of proxies) trust(proxy);
  return ({ socket, headers }) => {
    let address = peerAddress(socket.remoteAddress);
    const forwarded = String(headers["x-forwarded-for"] ?? "").split(",");
    while (isTrusted(address)) {
      const next = parseIp(forwarded.pop()?.trim() ?? "");
      if (next === undefined) return address;
      address = next;
    }
    return address;
  };

  function trust(proxy: string): void {
    const [, address = "", prefix] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(proxy) ?? [];
    const version = isIP(address);
    const bits = prefix === undefined ? undefined : Number(prefix);
    if (version === 0 || (bits ?? 0) > (version === 4 ? 32 : 128))
      throw new TypeError(
        `${JSON.stringify(proxy)} is not an address or network of a proxy, such as 10.0.0.0/8.`,
      );
    if (bits === undefined) trusted.addAddress(address, family(address));
    else trusted.addSubnet(address, bits, family(address));
  }

  function isTrusted(address: string): boolean {
    return isIP(address) !== 0 && trusted.check(address, family(address));
  }

  /** Reads the address in an entry of `X-Forwarded-For`. Some proxies add the port. */
  function parseIp(text: string): string | undefined {
    const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
    return isIP(bare) === 0 ? undefined : peerAddress(bare);
  }

  function family(address: string): "ipv4" | "ipv6" {
    return isIP(address) === 4 ? "ipv4" : "ipv6";
  }
}

/** Normalises the address of a socket: converts an IPv4-mapped IPv6 address (`::ffff:10.0.0.1`) to IPv4. */
export function peerAddress(address = ""): string {
  return /^::ffff:(?=\d+\.)/i.test(address) ? address.slice("::ffff:".length) : address;
}
