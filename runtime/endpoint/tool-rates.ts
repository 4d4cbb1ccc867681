/** Finds the rates of single tools, resources and prompts that count a message. */
import { resourceFinder } from "../dispatch/resource-reading.ts";
import type { Message, RpcRequest } from "../messages/message.ts";
import type { Visible } from "../service/around.ts";
import type { Caller } from "../service/caller.ts";
import { listOperations, type Operation, type RateRule, type Service } from "../service/service.ts";
import type { Limit } from "./rate-limit.ts";

/** A rate, and the function that counts its calls. */
export interface CountedRate {
  readonly rule: RateRule;
  readonly limit: Limit;
}

/**
 * Returns the function that finds the rates of the operation that a message calls or reads. Calls under the same rate are counted together.
 *
 * @param limitOf creates the counter of one rate
 * @param visible operations that are hidden from a caller are not counted, since a 429 would reveal them
 */
export function toolRates(
  service: Service,
  limitOf: (rule: RateRule) => Limit,
  visible: Visible = () => true,
): (message: Message, caller: Caller) => readonly CountedRate[] {
  const limited = listOperations(service).filter(({ rates = [] }) => rates.length > 0);
  if (limited.length === 0) return () => [];
  const rules = new Map(limited.flatMap(({ rates = [] }) => rates.map((rule) => [rule.name, rule])));
  const counted = new Map(Array.from(rules, ([name, rule]) => [name, { rule, limit: limitOf(rule) }]));
  const byName = new Map(limited.map((each) => [`${each.kind ?? "tool"} ${each.name}`, each]));
  const findResource = resourceFinder(service.resources ?? [], visible);

  return (message, caller) => {
    const found = message.kind === "request" ? findOperation(message, caller) : undefined;
    if (!found?.rates || !visible(found, caller)) return [];
    return found.rates.flatMap(({ name }) => counted.get(name) ?? []);
  };

  function findOperation(
    { method, params: { name, uri } }: RpcRequest,
    caller: Caller,
  ): Operation | undefined {
    if (method === "resources/read")
      return typeof uri === "string" ? findResource(uri, caller)?.resource : undefined;
    if (typeof name !== "string") return undefined;
    if (method === "tools/call") return byName.get(`tool ${name}`);
    return method === "prompts/get" ? byName.get(`prompt ${name}`) : undefined;
  }
}
