/** Checks a message before it is dispatched: form, rates of its tool, version and the headers that repeat it. */
import { legacyVersions } from "../dispatch/legacy.ts";
import { isModern, listModernVersions } from "../dispatch/modern.ts";
import type { Malformed, Message } from "../messages/message.ts";
import type { Caller } from "../service/caller.ts";
import type { Service } from "../service/service.ts";
import type { Delivery } from "./delivery.ts";
import type { ErrorBoundary } from "./error-boundary.ts";
import type { Exchange } from "./exchange.ts";
import { headerMismatchCheck } from "./header-mismatch.ts";
import * as refusals from "./refusals.ts";
import type { CountedRate } from "./tool-rates.ts";

export type CheckMessage = (exchange: Exchange, caller: Caller, message: Message | Malformed) => void;

export interface MessageGateOptions {
  readonly service: Service;
  /** The rates of the tool that a message calls. */
  readonly ratesOf: (message: Message, caller: Caller) => readonly CountedRate[];
  readonly errorBoundary: ErrorBoundary;
  readonly deliver: Delivery["deliver"];
}

/** Each step calls the next one, and none waits for a promise if its value is there at once. */
export function createMessageGate({
  service,
  ratesOf,
  errorBoundary,
  deliver,
}: MessageGateOptions): CheckMessage {
  const modernVersions = listModernVersions(service);
  const supportedVersions = [...modernVersions, ...legacyVersions];
  const findMismatch = headerMismatchCheck(service);
  return checkMessage;

  function checkMessage(exchange: Exchange, caller: Caller, message: Message | Malformed): void {
    if (message.kind === "malformed") exchange.refuse(refusals.malformed(message));
    else checkToolRates(exchange, caller, message, ratesOf(message, caller));
  }

  function checkToolRates(
    exchange: Exchange,
    caller: Caller,
    message: Message,
    [rate, ...others]: readonly CountedRate[],
  ): void {
    if (rate === undefined) {
      checkVersion(exchange, message, caller);
      return;
    }
    errorBoundary.runWith(exchange, rate.limit(caller.token), (verdict) => {
      if (verdict.allowed) checkToolRates(exchange, caller, message, others);
      else exchange.refuse(refusals.tooMany(service, message, verdict.retryAfterSeconds, rate.rule));
    });
  }

  function checkVersion(exchange: Exchange, message: Message, caller: Caller): void {
    const version = exchange.header("mcp-protocol-version");
    const modern =
      modernVersions.length > 0 && (isModern(message) || modernVersions.includes(String(version)));
    const mismatch = modern && message.kind !== "response" ? findMismatch(message, exchange) : undefined;
    if (mismatch !== undefined) exchange.refuse(refusals.headerMismatch(message, mismatch));
    else if (!modern && version !== undefined && !legacyVersions.includes(version))
      exchange.refuse(refusals.wrongVersion(message, version, supportedVersions));
    else deliver(exchange, message, caller, modern);
  }
}
