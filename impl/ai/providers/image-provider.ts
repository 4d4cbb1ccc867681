/** Image models over HTTP: OpenAI-compatible endpoints (`/images/generations`), through the package `ai`. */
import type { ImageModel as SdkModel } from "ai";
import type { AnswerBounds } from "../../platform/outgoing/bounded-fetch.ts";
import type { ImageModel, MadeImage } from "../image-model.ts";
import { ModelFailure } from "../language-model.ts";
import { imageFetch } from "./image-fetch.ts";
import { readRaster } from "./raster.ts";
import { withRetries } from "./retries.ts";

/** The endpoint of an image model. */
export interface ImageSettings {
  readonly baseUrl: string;
  readonly model: string;
  /** Sent to the endpoint only; never in logs, errors or results. */
  readonly apiKey: string | undefined;
  /** Such as `1536x1024`; undefined: the endpoint's own. */
  readonly size: `${number}x${number}` | undefined;
}

/** The maximum size of a picture. Learners load it on phones. */
const MAX_BYTES = 8_000_000;
/** Base64 takes a third more. */
const BOUNDS: AnswerBounds = { name: "The image model", maxBytes: 12_000_000, timeLimitMs: 180_000 };
/** The allowed length of each side. Larger pictures take hundreds of megabytes of a browser's memory. */
const SIDE = { min: 64, max: 4_096 };

/** Loads the packages on first use. */
export function imageProvider(settings: ImageSettings, bounds = BOUNDS): ImageModel {
  let loading: Promise<Sdk> | undefined;
  return {
    name: settings.model,
    async draw(description, signal) {
      loading ??= load(settings, bounds);
      const sdk = await loading;
      return withRetries(() => request(sdk, settings, description, signal), signal);
    },
  };
}

interface Sdk {
  readonly generateImage: typeof import("ai").generateImage;
  readonly model: SdkModel;
}

async function load({ baseUrl, model, apiKey }: ImageSettings, bounds: AnswerBounds): Promise<Sdk> {
  const [{ generateImage }, { createOpenAICompatible }] = await Promise.all([
    import("ai"),
    import("@ai-sdk/openai-compatible"),
  ]);
  const compatible = createOpenAICompatible({
    name: "images",
    baseURL: baseUrl,
    fetch: imageFetch(bounds, adaptBody),
    ...(apiKey !== undefined && { apiKey }),
  });
  return { generateImage, model: compatible.imageModel(model) };
}

/** OpenAI's own image models answer with base64 in any case, and refuse to be asked for it. They can send smaller files. */
function adaptBody(body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  if (!String(body.model).startsWith("gpt-image")) return body;
  const { response_format: _, ...rest } = body;
  return { ...rest, output_format: "jpeg" };
}

async function request(
  { generateImage, model }: Sdk,
  { size }: ImageSettings,
  prompt: string,
  signal: AbortSignal,
): Promise<MadeImage> {
  const { image } = await generateImage({
    model,
    prompt,
    n: 1,
    maxRetries: 0,
    abortSignal: signal,
    ...(size !== undefined && { size }),
  });
  return checkPicture(image.uint8Array);
}

/** Checks a picture. @throws ModelFailure if browsers cannot show it */
function checkPicture(bytes: Uint8Array): MadeImage {
  if (bytes.length > MAX_BYTES)
    throw new ModelFailure("too_large", "The image model's picture is larger than 8 MB.");
  const raster = readRaster(bytes);
  if (raster === undefined)
    throw new ModelFailure(
      "no_picture",
      "The image model answered with something that is no PNG, JPEG or WebP.",
    );
  const { mediaType, ...size } = raster;
  const sides = [size.width, size.height];
  if (sides.some((side) => side < SIDE.min || side > SIDE.max))
    throw new ModelFailure(
      "wrong_size",
      `The image model's picture has ${sides.join(" × ")} pixels; each side may have ${SIDE.min} to ${SIDE.max}.`,
    );
  return { bytes, mediaType, size };
}
