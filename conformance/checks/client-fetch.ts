import type { Context } from "../calls/context.ts";
import { parseObject } from "../cases/edits.ts";

/**
 * Creates the `fetch` for the SDK clients in `checks/clients.ts`. It sends their requests through the suite's own
 * transport, so that the same certificates, proxies, rates and limits apply and no redirect can receive the token.
 * GET is answered with 405: an endless event stream is optional, and the suite opens none.
 */
export function clientFetch({
  caller,
  to,
}: Context): (url: URL | string, init?: RequestInit) => Promise<Response> {
  return async (url, init = {}) => {
    const { method = "GET", body, headers } = init;
    if (new URL(url).href !== new URL(to).href) return new Response(null, { status: 404 });
    if (method === "GET") return new Response(null, { status: 405 });
    const text = typeof body === "string" ? body : undefined;
    const { exchange } = await caller.send(
      ({ Authorization }) => ({
        method,
        headers: { ...Object.fromEntries(new Headers(headers)), ...(Authorization && { Authorization }) },
        // An event stream is read until the answer with this id.
        ...(text !== undefined && { body: text, id: parseObject(text)?.id ?? "" }),
      }),
      caller.allScopes,
      "alone",
    );
    const { answer } = exchange;
    if (answer.kind === "broken") throw new TypeError(answer.broken.problem);
    const { reply } = answer;
    const mayHaveBody = ![204, 205, 304].includes(reply.status) && reply.status >= 200;
    // Use a buffer: with a text, the Response would add a Content-Type that the target did not send.
    return new Response(mayHaveBody && reply.body !== "" ? Buffer.from(reply.body) : null, {
      status: reply.status,
      headers: removeBodyHeaders(reply.headers),
    });
  };
}

/** Removes headers about the transfer of the body, which is already decoded and complete. */
function removeBodyHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const { "content-length": _, "transfer-encoding": __, "content-encoding": ___, ...rest } = headers;
  return rest;
}
