import type { Check, RequestOverrides } from "../check.ts";
import { makeResponseCheck } from "../response-check.ts";
import { isAnswered, isError } from "../responses.ts";

const section = { "2026-07-28": "basic#meta" };
const invalidParams = -32602;

/** Creates a request whose `_meta` lacks this member. */
function without(name: string): RequestOverrides {
  return { method: "tools/list", meta: { [`io.modelcontextprotocol/${name}`]: undefined } };
}

/** The `_meta` of every request. */
export const envelopeChecks: readonly Check[] = [
  {
    name: "envelope/needs-capabilities",
    must: "A request without the client's capabilities is answered with HTTP 400 and error -32602.",
    sections: section,
    run: makeResponseCheck(
      without("clientCapabilities"),
      "HTTP 400 and error -32602",
      (response) => response.status === 400 && isError(response, invalidParams),
    ),
  },
  {
    name: "envelope/needs-version",
    must: "A request with a version in its header but not in its _meta is answered with HTTP 400.",
    sections: section,
    run: makeResponseCheck(without("protocolVersion"), "HTTP 400", ({ status }) => status === 400),
  },
  {
    name: "envelope/does-without-client-info",
    must: "A request need not name its client.",
    sections: section,
    run: makeResponseCheck(without("clientInfo"), "a result", isAnswered),
  },
  {
    name: "envelope/needs-no-session",
    must: "A request is served without a session: Mcp-Session-Id is ignored, and the answer has none.",
    sections: { "2026-07-28": "basic/transports/streamable-http#earlier-streamable-http-revisions" },
    level: "SHOULD",
    run: makeResponseCheck(
      { method: "tools/list", headers: { "Mcp-Session-Id": "conformance-no-session" } },
      "a result without Mcp-Session-Id",
      (response) => isAnswered(response) && response.header("mcp-session-id") === "",
    ),
  },
];
