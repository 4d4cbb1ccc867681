/** The `fetch` for an endpoint of images, which is not trusted: it reads a bounded answer, and passes on pictures, never links. */

import { ModelFailure } from "../language-model.ts";
import { isJson } from "../read-json.ts";

/** @param adapt changes the JSON that is sent */
export function imageFetch(
  maxBytes: number,
  adapt: (body: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>,
): typeof fetch {
  return async (input, init = {}) => {
    const body = JSON.stringify(adapt(JSON.parse(String(init.body))));
    const response = await fetch(input, { ...init, body, redirect: "error" });
    const text = await textOf(response, maxBytes);
    if (response.ok) requirePicture(text);
    const { status, headers } = response;
    return new Response(text, { status, headers: withoutLength(headers) });
  };
}

async function textOf({ body }: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > maxBytes) throw new ModelFailure("too_large", "The image model's answer is far too large.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** The package would follow a link, which could lead anywhere. */
function requirePicture(text: string): void {
  const [first] = dataIn(text);
  if (isJson(first) && typeof first.b64_json === "string" && first.b64_json !== "") return;
  const isLink = isJson(first) && typeof first.url === "string";
  throw isLink
    ? new ModelFailure("link", "The image model answered with a link instead of a picture.")
    : new ModelFailure("no_picture", "The image model answered without a picture.");
}

function dataIn(text: string): readonly unknown[] {
  try {
    const answer: unknown = JSON.parse(text);
    return isJson(answer) && Array.isArray(answer.data) ? answer.data : [];
  } catch {
    return [];
  }
}

/** The body was unpacked. */
function withoutLength(headers: Headers): Headers {
  const kept = new Headers(headers);
  for (const name of ["content-encoding", "content-length"]) kept.delete(name);
  return kept;
}
