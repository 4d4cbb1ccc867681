/** Reads the W3C Trace Context of a call. */
import { isObject } from "../json/object.ts";
import type { TraceContext } from "../service/call.ts";
import type { HttpRequest } from "../service/http-request.ts";

/** Version, trace id, parent id and flags; ids are not all zeros (W3C Trace Context, section 3.2). */
const traceparentSyntax =
  /^(?:00-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}|(?!00|ff)[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}(?:-.*)?)$/;
const zeros = /^..-0{32}|^.{36}0{16}/;

/** Reads the members from `_meta`, where MCP clients put them (SEP-414), or from the headers, where proxies and HTTP clients put them. */
export function traceContext(meta: unknown, request: HttpRequest | undefined): TraceContext | undefined {
  const members = isObject(meta) ? meta : {};
  return readContext((name) => members[name]) ?? readContext((name) => request?.headers.get(name));
}

function readContext(read: (name: string) => unknown): TraceContext | undefined {
  const [traceparent, tracestate, baggage] = ["traceparent", "tracestate", "baggage"].map(read);
  if (typeof traceparent !== "string" || !traceparentSyntax.test(traceparent) || zeros.test(traceparent))
    return undefined;
  return {
    traceparent,
    ...(typeof tracestate === "string" && { tracestate }),
    ...(typeof baggage === "string" && { baggage }),
  };
}
