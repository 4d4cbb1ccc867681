import type { Context } from "../calls/context.ts";
import { NoToken } from "../checks/check.ts";

/**
 * The `fetch` of clients that others wrote. They go through the transport of all other requests, so that certificates,
 * proxies, rates and limits are the same, and no redirect takes a token elsewhere. Event streams that have no end are not
 * opened: a server need not offer any.
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
    const sent = await caller.send(
      ({ Authorization }) => ({
        method,
        headers: { ...Object.fromEntries(new Headers(headers)), ...(Authorization && { Authorization }) },
        ...(text !== undefined && { body: text, id: idIn(text) }),
      }),
      caller.allScopes,
      "alone",
    );
    if ("missing" in sent) throw new NoToken(sent.missing);
    const { answer } = sent.exchange;
    if (answer.kind === "broken") throw new TypeError(answer.broken.problem);
    const { reply } = answer;
    const mayHaveBody = ![204, 205, 304].includes(reply.status) && reply.status >= 200;
    return new Response(mayHaveBody && reply.body !== "" ? reply.body : null, {
      status: reply.status,
      headers: bodyHeadersRemoved(reply.headers),
    });
  };
}

/** The id that the answer will carry; an event stream is read until then. */
function idIn(text: string): string | number {
  const { id } = JSON.parse(text) as { id?: string | number };
  return id ?? "";
}

/** The body is here as a whole, and in one piece. */
function bodyHeadersRemoved(headers: Readonly<Record<string, string>>): Record<string, string> {
  const { "content-length": _, "transfer-encoding": __, "content-encoding": ___, ...rest } = headers;
  return rest;
}
