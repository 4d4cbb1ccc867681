/** The rates of single tools: which of them count a message. */
import type { Message } from "../messages/message.ts";
import type { RateRule, Service } from "../service/service.ts";
import type { Limit } from "./rate-limit.ts";

/** A rate, and what counts the calls of its tools. */
export interface CountedRate {
  readonly rule: RateRule;
  readonly limit: Limit;
}

const none: readonly CountedRate[] = [];

/**
 * Returns the function that finds the rates of the tool that a message calls. Tools with the same rate are counted together.
 *
 * @param limitOf makes what counts one rate
 */
export function toolRates(
  { tools }: Service,
  limitOf: (rule: RateRule) => Limit,
): (message: Message) => readonly CountedRate[] {
  const byRule = new Map<string, CountedRate>();
  const byTool = new Map<unknown, readonly CountedRate[]>();
  for (const { name, rates = [] } of tools) {
    if (rates.length === 0) continue;
    for (const rule of rates) {
      if (!byRule.has(rule.name)) byRule.set(rule.name, { rule, limit: limitOf(rule) });
    }
    byTool.set(
      name,
      rates.map((rule) => byRule.get(rule.name)!),
    );
  }
  if (byTool.size === 0) return () => none;
  return (message) =>
    message.kind === "request" && message.method === "tools/call"
      ? (byTool.get(message.params.name) ?? none)
      : none;
}
