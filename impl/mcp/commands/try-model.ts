/** `ai try`: one form by the configured model, without a running service: what came back, in what time, for what price. */
import { Refusal } from "@toolwright/runtime";
import type { FormStructure } from "../../../generated/types.ts";
import { generateWithModel } from "../../ai/forms/generate.ts";
import { computeCost, MILLIONTHS } from "../../ai/prices.ts";
import { providerModel } from "../../ai/providers/provider.ts";
import { countingCalls } from "../../ai/usage.ts";
import type { GeneratedForm } from "../../forms/generator.ts";
import { type AiConfig, modelLine, noModel } from "../../platform/config/ai.ts";
import { ConfigError } from "../../platform/config/config.ts";
import { CommandFailed } from "./command-line.ts";
import { plainTable } from "./options.ts";

const TIME_LIMIT_MS = 180_000;

/** @returns what to print @throws ConfigError without a model; CommandFailed if it makes no usable form */
export async function tryModel(config: AiConfig | undefined, prompt: string, json: boolean): Promise<string> {
  if (config === undefined) throw new ConfigError(noModel);
  const counted = { requests: 0, inputTokens: 0, outputTokens: 0 };
  const model = countingCalls(providerModel(config), counted);
  const signal = AbortSignal.timeout(TIME_LIMIT_MS);
  const startedAt = performance.now();
  const took = () => {
    const { inputTokens, outputTokens } = counted;
    const cost = computeCost(config.prices.get(config.model), inputTokens, outputTokens);
    return { ...counted, cost, ms: Math.round(performance.now() - startedAt) };
  };
  const request = { accountId: "", prompt, title: undefined, languages: undefined };
  const made = await generateWithModel(model, request, signal).catch((error: unknown) => {
    if (!signal.aborted && !(error instanceof Refusal)) throw error;
    const reason = error instanceof Refusal ? error.message : `It took more than ${TIME_LIMIT_MS / 1000} s.`;
    throw new CommandFailed(`${modelLine(config)} made no form. ${reason}\n${effort(took())}`);
  });
  if (json) {
    const { structure, warnings } = made;
    return `${JSON.stringify({ provider: config.provider, model: config.model, ...took(), warnings, structure })}\n`;
  }
  return `${modelLine(config)} made this form:\n\n${summarise(made)}\n${effort(took())}\n`;
}

interface Effort {
  readonly requests: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** The cost in millionths; undefined without a price. */
  readonly cost: number | undefined;
  readonly ms: number;
}

function effort({ requests, inputTokens, outputTokens, cost, ms }: Effort): string {
  const price = cost === undefined ? "no price in AI_PRICES" : `cost ${(cost / MILLIONTHS).toFixed(4)}`;
  const answers = requests === 1 ? "1 answer" : `${requests} answers`;
  return `${answers} in ${(ms / 1000).toFixed(1)} s, ${inputTokens} tokens of input and ${outputTokens} of output, ${price}`;
}

function summarise({ structure, warnings }: GeneratedForm): string {
  const language = structure.default_language;
  const fields = structure.pages.flatMap((page) => page.fields.map((field) => shownField(field, language)));
  const title = `${structure.title[language]} (${structure.languages.join(", ")})`;
  const notes = warnings.map(({ message }) => `! ${message}\n`);
  return `${title}\n\n${plainTable([["field", "type", "choices"], ...fields])}\n${notes.join("")}`;
}

type Field = FormStructure["pages"][number]["fields"][number];

function shownField(field: Field, language: FormStructure["default_language"]): readonly string[] {
  const required = "required" in field && field.required === true ? ", required" : "";
  const choices = "choices" in field ? field.choices.map(({ label }) => label[language]).join(", ") : "";
  return [field.label[language] ?? field.id, `${field.type}${required}`, choices];
}
