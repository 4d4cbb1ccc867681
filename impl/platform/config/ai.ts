/** Reads the settings of the models: `AI_PROVIDER`, `AI_MODEL` and the other variables that begin with `AI_`. */

import { type ImageConfig, readImageConfig } from "./ai-images.ts";
import { type ModelPrice, readPrices } from "./ai-prices.ts";
import { endpointMistakes, type Mistake, mistakeIf } from "./endpoint.ts";

export interface AiConfig {
  readonly provider: "openai-compatible" | "anthropic";
  /** Undefined: Anthropic's own. */
  readonly baseUrl: string | undefined;
  readonly model: string;
  /** Secret. */
  readonly apiKey: string | undefined;
  /** Whether the built-in generator works where the model fails. */
  readonly fallback: boolean;
  /** How long a call waits for the model; undefined: as long as handlers may take. */
  readonly waitMs: number | undefined;
  /** Whether the model reads what learners answer to open tasks; else learners check their answers themselves. */
  readonly reviewsByModel: boolean;
  /** The image model for pictures of lessons; undefined if they are drawn. */
  readonly images: ImageConfig | undefined;
  /** Prices by model. */
  readonly prices: ReadonlyMap<string, ModelPrice>;
}

/** The message of commands that need a model when none is configured. */
export const noModel =
  "No language model is set, so forms and lessons are made by the built-in generator. Set AI_PROVIDER (anthropic or openai-compatible), AI_MODEL, AI_API_KEY and, for an OpenAI-compatible endpoint, AI_BASE_URL. Example: AI_PROVIDER=anthropic AI_MODEL=claude-sonnet-4-5 AI_API_KEY=sk-...";

/** Such as `claude-sonnet-4-5 (anthropic)`. */
export function modelLine({ model, provider, baseUrl }: AiConfig): string {
  return `${model} (${baseUrl === undefined ? provider : `${provider}, ${baseUrl}`})`;
}

type Environment = Readonly<Record<string, string | undefined>>;

const names = [
  "AI_PROVIDER",
  "AI_BASE_URL",
  "AI_MODEL",
  "AI_API_KEY",
  "AI_FALLBACK",
  "AI_PRICES",
  "AI_WAIT_SECONDS",
  "AI_REVIEW",
  "AI_IMAGE_MODEL",
  "AI_IMAGE_BASE_URL",
  "AI_IMAGE_API_KEY",
  "AI_IMAGE_SIZE",
];

/** Undefined without any AI_*; adds a sentence to `mistakes` for each one that is wrong or missing. */
export function readAiConfig(environment: Environment, mistakes: string[]): AiConfig | undefined {
  const value = (name: string) => environment[name]?.trim() || undefined;
  const set = names.filter((name) => value(name) !== undefined);
  if (set.length === 0) return undefined;
  const [provider, baseUrl, model] = [value("AI_PROVIDER"), value("AI_BASE_URL"), value("AI_MODEL")];
  const [apiKey, wait] = [value("AI_API_KEY"), value("AI_WAIT_SECONDS")];
  const waitMs = wait === undefined ? undefined : Number(wait) * 1000;
  const prices = readPrices(value("AI_PRICES"));
  const wrong: Mistake[] = [
    ...mistakeIf(provider === undefined, ["AI_PROVIDER", `is missing beside ${set.join(", ")}`, "anthropic"]),
    ...unlistedMistake("AI_PROVIDER", provider, ["openai-compatible", "anthropic"], "anthropic"),
    ...mistakeIf(model === undefined, ["AI_MODEL", "is missing: it names the model", "claude-sonnet-4-5"]),
    ...mistakeIf(baseUrl === undefined && provider === "openai-compatible", [
      "AI_BASE_URL",
      "is missing: an OpenAI-compatible endpoint has no default address",
      "http://127.0.0.1:11434/v1",
    ]),
    ...mistakeIf(apiKey === undefined && provider === "anthropic", [
      "AI_API_KEY",
      "is missing: Anthropic needs a key",
      "sk-...",
    ]),
    ...endpointMistakes("AI_", baseUrl, apiKey, "https://api.example.org/v1"),
    ...unlistedMistake("AI_FALLBACK", value("AI_FALLBACK"), ["builtin"], "builtin"),
    ...mistakeIf(waitMs !== undefined && !(waitMs > 0 && waitMs <= 40_000), [
      "AI_WAIT_SECONDS",
      `is ${JSON.stringify(wait)}, which is not a number of seconds up to 40`,
      "30",
    ]),
    ...("wrong" in prices ? [["AI_PRICES", prices.wrong, pricesExample] as const] : []),
    ...unlistedMistake("AI_REVIEW", value("AI_REVIEW"), ["model", "builtin"], "builtin"),
  ];
  const images = readImageConfig(value, { provider, baseUrl, apiKey }, wrong);
  mistakes.push(
    ...wrong.map(([name, problem, example]) => `${name} ${problem}. Example: ${name}=${example}`),
  );
  return {
    provider: provider === "anthropic" ? "anthropic" : "openai-compatible",
    baseUrl,
    model: model ?? "",
    apiKey,
    fallback: value("AI_FALLBACK") !== undefined,
    waitMs,
    reviewsByModel: value("AI_REVIEW") !== "builtin",
    images,
    prices: "wrong" in prices ? new Map() : prices.table,
  };
}

const pricesExample = "claude-sonnet-4-5=3/15,gpt-image-1=0.04/image";

/** Returns a mistake if a value is not in the list. */
function unlistedMistake(
  name: string,
  value: string | undefined,
  allowed: readonly string[],
  example: string,
): Mistake[] {
  const isListed = value === undefined || allowed.includes(value);
  return mistakeIf(!isListed, [
    name,
    `is ${JSON.stringify(value)}, which is not ${allowed.join(" or ")}`,
    example,
  ]);
}
