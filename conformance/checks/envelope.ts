import { held } from "../results/verdict.ts";
import type { Check } from "./check.ts";
import { isAnswered } from "./responses.ts";

const section = { "2026-07-28": "basic#meta" };
const prefix = "io.modelcontextprotocol";
const invalidParams = -32602;

/** The `_meta` of every request. */
export const envelopeChecks: readonly Check[] = [
  {
    name: "envelope/needs-capabilities",
    must: "A request without the client's capabilities is answered with HTTP 400 and error -32602.",
    sections: section,
    async run(probe) {
      const meta = { [`${prefix}/clientCapabilities`]: undefined };
      const response = await probe.send({ method: "tools/list", meta });
      const { answer, status } = response;
      return status === 400 && answer.kind === "error" && answer.code === invalidParams
        ? held
        : probe.failed("HTTP 400 and error -32602", response);
    },
  },
  {
    name: "envelope/needs-version",
    must: "A request with a version in its header but not in its _meta is answered with HTTP 400.",
    sections: section,
    async run(probe) {
      const meta = { [`${prefix}/protocolVersion`]: undefined };
      const response = await probe.send({ method: "tools/list", meta });
      return response.status === 400 ? held : probe.failed("HTTP 400", response);
    },
  },
  {
    name: "envelope/does-without-client-info",
    must: "A request need not name its client.",
    sections: section,
    async run(probe) {
      const response = await probe.send({
        method: "tools/list",
        meta: { [`${prefix}/clientInfo`]: undefined },
      });
      return isAnswered(response) ? held : probe.failed("a result", response);
    },
  },
  {
    name: "envelope/needs-no-session",
    must: "A request is served without a session: Mcp-Session-Id is ignored, and the answer has none.",
    sections: { "2026-07-28": "basic/transports/streamable-http#earlier-streamable-http-revisions" },
    level: "SHOULD",
    async run(probe) {
      const headers = { "Mcp-Session-Id": "conformance-no-session" };
      const response = await probe.send({ method: "tools/list", headers });
      const session = response.header("mcp-session-id");
      return isAnswered(response) && session === ""
        ? held
        : probe.failed("a result without Mcp-Session-Id", response);
    },
  },
];
