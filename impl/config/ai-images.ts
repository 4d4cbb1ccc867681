/** Reads the settings of the image model: AI_IMAGE_MODEL, AI_IMAGE_BASE_URL, AI_IMAGE_API_KEY and AI_IMAGE_SIZE. */
import { isEndpoint, isHeaderText } from "./endpoint.ts";

export interface ImageConfig {
  readonly baseUrl: string;
  readonly model: string;
  /** Secret. */
  readonly apiKey: string | undefined;
  /** Undefined: the endpoint's own. */
  readonly size: `${number}x${number}` | undefined;
}

/** What it takes from the language model where it has no setting of its own. */
interface LanguageEndpoint {
  readonly provider: string | undefined;
  readonly baseUrl: string | undefined;
  readonly apiKey: string | undefined;
}

/** Undefined without AI_IMAGE_MODEL. @param wrong adds a mistake: the variable, what is wrong, an example */
export function readImageConfig(
  value: (name: string) => string | undefined,
  language: LanguageEndpoint,
  wrong: (name: string, problem: string, example: string) => void,
): ImageConfig | undefined {
  const [model, ownUrl, ownKey, size] = ["MODEL", "BASE_URL", "API_KEY", "SIZE"].map((name) =>
    value(`AI_IMAGE_${name}`),
  );
  if (model === undefined) {
    if ((ownUrl ?? ownKey ?? size) !== undefined)
      wrong(
        "AI_IMAGE_MODEL",
        "is missing beside other AI_IMAGE_ variables: it names the image model",
        "gpt-image-1",
      );
    return undefined;
  }
  // Anthropic has no image models.
  const baseUrl = ownUrl ?? (language.provider === "anthropic" ? undefined : language.baseUrl);
  if (baseUrl === undefined)
    wrong(
      "AI_IMAGE_BASE_URL",
      "is missing: it is the address of the image model",
      "https://api.openai.com/v1",
    );
  if (ownUrl !== undefined && !isEndpoint(ownUrl))
    wrong(
      "AI_IMAGE_BASE_URL",
      "is no http:// or https:// address without user, query and fragment",
      "https://api.openai.com/v1",
    );
  if (ownKey !== undefined && !isHeaderText(ownKey))
    wrong(
      "AI_IMAGE_API_KEY",
      "is set to something that no header can carry: only visible ASCII characters are allowed",
      "sk-...",
    );
  if (size !== undefined && !isSize(size))
    wrong(
      "AI_IMAGE_SIZE",
      `is ${JSON.stringify(size)}, which is not WIDTHxHEIGHT in pixels, up to 4096`,
      "1536x1024",
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
