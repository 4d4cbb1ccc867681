/** Reads the settings of the image model: AI_IMAGE_MODEL, AI_IMAGE_BASE_URL, AI_IMAGE_API_KEY and AI_IMAGE_SIZE. */
import { endpointMistakes, type Mistake, mistakeIf } from "./endpoint.ts";

export interface ImageConfig {
  readonly baseUrl: string;
  readonly model: string;
  /** Secret. */
  readonly apiKey: string | undefined;
  /** Undefined: the endpoint's own. */
  readonly size: `${number}x${number}` | undefined;
}

/** The settings that it takes from the language model unless it has its own. */
interface LanguageEndpoint {
  readonly provider: string | undefined;
  readonly baseUrl: string | undefined;
  readonly apiKey: string | undefined;
}

/** Reads the image settings; undefined without AI_IMAGE_MODEL. Adds wrong and missing settings to `mistakes`. */
export function readImageConfig(
  value: (name: string) => string | undefined,
  language: LanguageEndpoint,
  mistakes: Mistake[],
): ImageConfig | undefined {
  const [model, ownUrl, ownKey, size] = ["MODEL", "BASE_URL", "API_KEY", "SIZE"].map((name) =>
    value(`AI_IMAGE_${name}`),
  );
  if (model === undefined) {
    const problem = "is missing beside other AI_IMAGE_ variables: it names the image model";
    const isPartial = (ownUrl ?? ownKey ?? size) !== undefined;
    mistakes.push(...mistakeIf(isPartial, ["AI_IMAGE_MODEL", problem, "gpt-image-1"]));
    return undefined;
  }
  // Anthropic has no image models.
  const baseUrl = ownUrl ?? (language.provider === "anthropic" ? undefined : language.baseUrl);
  const example = "https://api.openai.com/v1";
  const sizeProblem = `is ${JSON.stringify(size)}, which is not WIDTHxHEIGHT in pixels, up to 4096`;
  mistakes.push(
    ...mistakeIf(baseUrl === undefined, [
      "AI_IMAGE_BASE_URL",
      "is missing: it is the address of the image model",
      example,
    ]),
    ...endpointMistakes("AI_IMAGE_", ownUrl, ownKey, example),
    ...mistakeIf(size !== undefined && !isSize(size), ["AI_IMAGE_SIZE", sizeProblem, "1536x1024"]),
  );
  // The key of one endpoint is never sent to another.
  const apiKey = ownKey ?? (ownUrl === undefined ? language.apiKey : undefined);
  return {
    baseUrl: baseUrl ?? "",
    model,
    apiKey,
    size: size !== undefined && isSize(size) ? size : undefined,
  };
}

function isSize(text: string): text is `${number}x${number}` {
  const [, width, height] = /^(\d{2,4})x(\d{2,4})$/.exec(text) ?? [];
  return [width, height].every((side) => Number(side) >= 64 && Number(side) <= 4_096);
}
