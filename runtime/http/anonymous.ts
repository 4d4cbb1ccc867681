import type { IncomingMessage } from "node:http";
import type { Caller } from "../call.ts";
import { everyScope } from "../dispatch/guards.ts";
import type { Service } from "../service.ts";
import { type AddressOf, networkOf } from "./client-address.ts";

/** Makes callers where the spec says `auth.scheme: none`: they may do everything, and each network has its own rate. */
export function anonymousCallers(
  service: Service,
  addressOf: AddressOf,
): (request: IncomingMessage) => Caller {
  const scopes = everyScope(service);
  return (request) => ({ account: "anonymous", token: networkOf(addressOf(request)), scopes });
}
