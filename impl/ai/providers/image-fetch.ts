/** The `fetch` for an endpoint of images: it passes on pictures, never links. */

import { type AnswerBounds, boundedFetch } from "../../platform/outgoing/bounded-fetch.ts";
import { ModelFailure } from "../language-model.ts";
import { isObject } from "../read-json.ts";

/** @param adapt changes the JSON that is sent */
export function imageFetch(
  bounds: AnswerBounds,
  adapt: (body: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>,
): typeof fetch {
  const fetchBounded = boundedFetch(bounds);
  return async (input, init = {}) => {
    const body = JSON.stringify(adapt(JSON.parse(String(init.body))));
    const response = await fetchBounded(input, { ...init, body });
    const text = await readText(response);
    if (response.ok) requirePicture(text);
    return new Response(text, response);
  };
}

/** A picture that broke off is billed, perhaps: it is not asked for again at once, only by the next attempt of the job. */
async function readText(response: Response): Promise<string> {
  try {
    return await response.text();
  } catch (error) {
    const isConnection = response.ok && error instanceof TypeError;
    throw isConnection ? new ModelFailure("broken_off", "The image model's answer broke off.") : error;
  }
}

/** The package would follow a link, which could lead anywhere. */
function requirePicture(text: string): void {
  const [first] = dataIn(text);
  if (isObject(first) && typeof first.b64_json === "string" && first.b64_json !== "") return;
  const isLink = isObject(first) && typeof first.url === "string";
  throw isLink
    ? new ModelFailure("link", "The image model answered with a link instead of a picture.")
    : new ModelFailure("no_picture", "The image model answered without a picture.");
}

function dataIn(text: string): readonly unknown[] {
  try {
    const answer: unknown = JSON.parse(text);
    return isObject(answer) && Array.isArray(answer.data) ? answer.data : [];
  } catch {
    return [];
  }
}
