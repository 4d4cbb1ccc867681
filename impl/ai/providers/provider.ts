/** Language models over HTTP: OpenAI-compatible and Anthropic endpoints, through the package `ai`. */
import type { LanguageModel as SdkModel } from "ai";
import { type AnswerBounds, boundedFetch } from "../../platform/outgoing/bounded-fetch.ts";
import { type Conversation, type LanguageModel, type ModelAnswer, ModelFailure } from "../language-model.ts";
import { isObject } from "../read-json.ts";
import { toRefusal } from "./provider-failure.ts";
import { withRetries } from "./retries.ts";

/** The endpoint of a model. */
export interface ProviderSettings {
  readonly provider: "openai-compatible" | "anthropic";
  /** Undefined: Anthropic's own. */
  readonly baseUrl: string | undefined;
  readonly model: string;
  /** Sent to the endpoint only; never in logs, errors or results. */
  readonly apiKey: string | undefined;
}

/** The limits for calls of an endpoint. */
export interface ProviderLimits extends Required<AnswerBounds> {
  /** An endpoint that sends no part of an answer for this time counts as gone. */
  readonly silenceMs: number;
}

/** The longest answers have 8,000 tokens, with up to 500 bytes around each. Some endpoints send all of the text in one line. */
const LIMITS: ProviderLimits = {
  name: "The language model",
  maxBytes: 16_000_000,
  maxLineBytes: 1_000_000,
  timeLimitMs: 300_000,
  silenceMs: 30_000,
};
/** How few characters a token may have, in languages that tokenizers know little of. */
const CHARACTERS_PER_TOKEN = 2;
/** Small models refuse to be allowed more. */
const MAX_TOKENS = 8_000;

/** Loads the packages on first use, so that a service without a model does not wait for them. */
export function providerModel(settings: ProviderSettings, limits = LIMITS): LanguageModel {
  let loading: Promise<Sdk> | undefined;
  return {
    name: settings.model,
    async answer(conversation, signal) {
      loading ??= load(settings, limits);
      const sdk = await loading;
      return withRetries(() => stream(sdk, conversation, signal), signal);
    },
  };
}

interface Sdk {
  readonly streamText: typeof import("ai").streamText;
  readonly model: SdkModel;
  readonly silenceMs: number;
}

async function load(
  { provider, baseUrl, model, apiKey }: ProviderSettings,
  { silenceMs, ...bounds }: ProviderLimits,
): Promise<Sdk> {
  const { streamText } = await import("ai");
  const bounded = boundedFetch(bounds);
  if (provider === "anthropic") {
    const { createAnthropic } = await import("@ai-sdk/anthropic");
    const anthropic = createAnthropic({
      apiKey: apiKey ?? "",
      fetch: bounded,
      ...(baseUrl !== undefined && { baseURL: baseUrl }),
    });
    return { streamText, silenceMs, model: anthropic(model) };
  }
  const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
  const compatible = createOpenAICompatible({
    name: "model",
    baseURL: baseUrl!,
    includeUsage: true,
    fetch: bounded,
    ...(apiKey !== undefined && { apiKey }),
  });
  return { streamText, silenceMs, model: compatible(model) };
}

async function stream(
  { streamText, model, silenceMs }: Sdk,
  { system, messages, maxCharacters, onText }: Conversation,
  signal: AbortSignal,
): Promise<ModelAnswer> {
  const silence = new AbortController();
  const silent = () => silence.abort(new ModelFailure("silent", "The language model stopped in the middle."));
  let timer = setTimeout(silent, silenceMs);
  try {
    const { fullStream } = streamText({
      model,
      system,
      messages: messages.map(({ role, text }) => ({ role, content: text })),
      maxOutputTokens: Math.min(MAX_TOKENS, Math.ceil(maxCharacters / CHARACTERS_PER_TOKEN)),
      maxRetries: 0,
      includeRawChunks: true,
      abortSignal: AbortSignal.any([signal, silence.signal]),
      // Errors are parts of the stream; the package would print them.
      onError: () => {},
    });
    const answer = { text: "", refusal: "" };
    for await (const part of fullStream) {
      clearTimeout(timer);
      timer = setTimeout(silent, silenceMs);
      if (part.type === "raw") answer.refusal += refusalIn(part.rawValue);
      if (part.type === "text-delta") {
        answer.text += part.text;
        onText?.(answer.text.length);
      }
      if (answer.text.length + answer.refusal.length > maxCharacters) throw tooLong();
      if (part.type === "error") throw part.error;
      if (part.type === "abort") throw silence.signal.reason ?? signal.reason;
      if (part.type === "finish") return toAnswer(answer, part);
    }
    throw new ModelFailure("cut", "The language model's answer was cut off.");
  } finally {
    clearTimeout(timer);
    // Closes the connection if the answer has not ended.
    silence.abort();
  }
}

/** OpenAI-compatible endpoints send the words of a refusal beside the content; the package leaves them out. */
function refusalIn(chunk: unknown): string {
  const [choice] = isObject(chunk) && Array.isArray(chunk.choices) ? chunk.choices : [];
  const delta = isObject(choice) ? choice.delta : undefined;
  return isObject(delta) && typeof delta.refusal === "string" ? delta.refusal : "";
}

interface Heard {
  readonly text: string;
  readonly refusal: string;
}

interface Finish {
  readonly finishReason: string;
  readonly totalUsage: {
    readonly inputTokens?: number | undefined;
    readonly outputTokens?: number | undefined;
  };
}

function toAnswer({ text, refusal }: Heard, { finishReason, totalUsage }: Finish): ModelAnswer {
  if (refusal !== "" || finishReason === "content-filter") throw toRefusal(refusal || text);
  if (finishReason === "length") throw tooLong();
  if (finishReason !== "stop") throw new ModelFailure("cut", "The language model's answer was cut off.");
  const { inputTokens, outputTokens } = totalUsage;
  return { text, inputTokens, outputTokens };
}

function tooLong(): ModelFailure {
  return new ModelFailure("too_long", "The language model's answer was far too long.");
}
