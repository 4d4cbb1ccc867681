/** Callers of a service without authentication. */
import { allScopes } from "../calls/redaction.ts";
import type { Caller } from "../service/caller.ts";
import type { Service } from "../service/service.ts";
import type { Exchange } from "./exchange.ts";
import { networkOf } from "./network.ts";

/** Makes callers where the spec says `auth.scheme: none`: they have all scopes, and the request rate counts by network. */
export function anonymousCallers(service: Service): (exchange: Exchange) => Caller {
  const scopes = allScopes(service);
  return (exchange) => ({ account: "anonymous", token: networkOf(exchange.address()), scopes });
}
