/** Runs the language model that `AI_*` names as an adapter of the corpus, and counts its costs. */
import { editWithModel } from "../../impl/ai/forms/edit.ts";
import { generateWithModel } from "../../impl/ai/forms/generate.ts";
import { computeCost, MILLIONTHS } from "../../impl/ai/prices.ts";
import { providerModel } from "../../impl/ai/providers/provider.ts";
import { type CountedCalls, countingCalls } from "../../impl/ai/usage.ts";
import { readAiConfig } from "../../impl/platform/config/ai.ts";
import { ConfigError } from "../../impl/platform/config/config.ts";
import type { Adapter } from "./adapter.ts";

/** A model takes seconds for a form, so several are written at once. */
const PARALLEL = 8;

/**
 * Undefined without `AI_*`.
 * @throws ConfigError that has a sentence for each mistake in `AI_*`
 */
export function configuredModel(environment: Readonly<Record<string, string | undefined>>) {
  const mistakes: string[] = [];
  const config = readAiConfig(environment, mistakes);
  if (mistakes.length > 0) throw new ConfigError(mistakes.join("\n"));
  if (config === undefined) return undefined;
  const usage = { requests: 0, inputTokens: 0, outputTokens: 0 };
  const model = countingCalls(providerModel(config), usage);
  const adapter: Adapter = {
    name: config.model,
    parallel: PARALLEL,
    generate: (request, signal) => generateWithModel(model, request, signal),
    edit: (request, signal) => editWithModel(model, request, signal),
  };
  const price = config.prices.get(config.model);
  return { adapter, cost: () => costLine(usage, computeCost(price, usage.inputTokens, usage.outputTokens)) };
}

function costLine({ requests, inputTokens, outputTokens }: CountedCalls, cost: number | undefined): string {
  const money = cost === undefined ? "no price in AI_PRICES" : `cost ${(cost / MILLIONTHS).toFixed(4)}`;
  return `${requests} requests, ${inputTokens} tokens of input, ${outputTokens} of output, ${money}`;
}
