import type { IncomingMessage } from "node:http";
import type { Caller } from "../call.ts";
import type { Service } from "../service.ts";
import type { AddressOf } from "./client-address.ts";

/** Makes callers where the spec says `auth.scheme: none`: they may do everything, and each address has its own rate. */
export function anonymousCallers(
  service: Service,
  addressOf: AddressOf,
): (request: IncomingMessage) => Caller {
  const scopes: ReadonlySet<string> = new Set(service.tools.flatMap(scopesOf));
  return (request) => ({ account: "anonymous", token: network(addressOf(request)), scopes });
}

function scopesOf({ scopes, guards }: Service["tools"][number]): readonly string[] {
  return [...scopes, ...guards.flatMap((guard) => Object.values(guard.remove ?? {}).flat())];
}

/** One subscriber usually holds a whole IPv6 /64, so addresses in it count as one. */
function network(address: string): string {
  if (!address.includes(":")) return address;
  const [head = ""] = address.split("::");
  const groups = head.split(":");
  return `${groups.slice(0, 4).join(":")}::/64`;
}
