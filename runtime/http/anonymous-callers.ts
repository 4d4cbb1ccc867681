/** Callers of a service without authentication. */
import type { IncomingMessage } from "node:http";
import { allScopes } from "../calls/redaction.ts";
import type { Caller } from "../service/call.ts";
import type { Service } from "../service/service.ts";
import { type AddressOf, networkOf } from "./client-address.ts";

/** Makes callers where the spec says `auth.scheme: none`: they have all scopes, and the request rate counts by network. */
export function anonymousCallers(
  service: Service,
  addressOf: AddressOf,
): (request: IncomingMessage) => Caller {
  const scopes = allScopes(service);
  return (request) => ({ account: "anonymous", token: networkOf(addressOf(request)), scopes });
}
