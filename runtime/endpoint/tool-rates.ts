/** The rates of single tools: which of them count a message. */
import type { Message } from "../messages/message.ts";
import type { Visible } from "../service/around.ts";
import type { Caller } from "../service/caller.ts";
import type { RateRule, Service, Tool } from "../service/service.ts";
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
 * @param visible a tool that is hidden from a caller is not counted, since a 429 would show it
 */
export function toolRates(
  { tools }: Service,
  limitOf: (rule: RateRule) => Limit,
  visible?: Visible,
): (message: Message, caller: Caller) => readonly CountedRate[] {
  const byRule = new Map<string, CountedRate>();
  const byTool = new Map<unknown, { readonly tool: Tool; readonly counted: readonly CountedRate[] }>();
  for (const tool of tools) {
    const { name, rates = [] } = tool;
    if (rates.length === 0) continue;
    for (const rule of rates) {
      if (!byRule.has(rule.name)) byRule.set(rule.name, { rule, limit: limitOf(rule) });
    }
    byTool.set(name, { tool, counted: rates.map((rule) => byRule.get(rule.name)!) });
  }
  if (byTool.size === 0) return () => none;
  return (message, caller) => {
    if (message.kind !== "request" || message.method !== "tools/call") return none;
    const found = byTool.get(message.params.name);
    return found === undefined || visible?.(found.tool, caller) === false ? none : found.counted;
  };
}
