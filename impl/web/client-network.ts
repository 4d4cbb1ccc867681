import type { IncomingMessage } from "node:http";
import { isIPv6 } from "node:net";
import { addressBehind } from "toolwright/runtime";

/**
 * What limits count by: the network that a request comes from. One subscriber usually holds a whole IPv6 /64, so
 * addresses in it count as one.
 * @param proxies addresses and networks of proxies in front, which are believed whom they speak for
 */
export function clientNetworks(proxies: readonly string[]): (request: IncomingMessage) => string {
  const addressOf = addressBehind(proxies);
  return (request) => {
    const address = addressOf(request);
    return isIPv6(address) ? `${leadingGroups(address)}::/64` : address;
  };
}

function leadingGroups(address: string): string {
  const [head = "", tail] = address.split("%")[0]!.split("::");
  const groups = head === "" ? [] : head.split(":");
  const behind = tail === undefined || tail === "" ? 0 : tail.split(":").length;
  while (groups.length < 4 && groups.length + behind < 8) groups.push("0");
  return groups.slice(0, 4).join(":");
}
