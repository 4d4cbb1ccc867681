import { isObject } from "../cases/edits.ts";
import { held } from "../results/verdict.ts";
import type { Check } from "./check.ts";
import { simplestMethod } from "./requests.ts";
import { isAnswered, readMessage } from "./responses.ts";

const header = "basic/transports#protocol-version-header";
const negotiation = "basic/versioning#protocol-version-negotiation";
const unknownVersion = "1999-12-31";
const unsupported = -32022;

/** The protocol version that every request names. */
export const versionChecks: readonly Check[] = [
  {
    name: "versions/refuses-unknown-header",
    must: "A request with an unknown MCP-Protocol-Version is answered with HTTP 400.",
    sections: { "2025-11-25": header },
    async run(probe) {
      const headers = { "MCP-Protocol-Version": unknownVersion };
      const response = await probe.send({ method: simplestMethod(probe.version), headers });
      return response.status === 400 ? held : probe.failed("HTTP 400", response);
    },
  },
  {
    name: "versions/does-without-header",
    must: "A request without MCP-Protocol-Version is served as one of an older version.",
    sections: { "2025-11-25": header },
    level: "SHOULD",
    async run(probe) {
      const headers = { "MCP-Protocol-Version": undefined };
      const response = await probe.send({ method: simplestMethod(probe.version), headers });
      return isAnswered(response) ? held : probe.failed("a result", response);
    },
  },
  {
    name: "versions/lists-what-it-supports",
    must: "An unsupported version is answered with HTTP 400 and error -32022, which lists the supported versions.",
    sections: { "2026-07-28": negotiation },
    async run(probe) {
      const response = await probe.sendOnce(ofUnknownVersion);
      const { error } = readMessage(response);
      const { code, data } = isObject(error) ? error : {};
      const supported = isObject(data) && Array.isArray(data.supported) ? data.supported : [];
      const isRight = response.status === 400 && code === unsupported && supported.includes(probe.version);
      return isRight
        ? held
        : probe.failed(
            `HTTP 400, error ${unsupported}, data.supported with ${probe.version}`,
            response,
            `HTTP ${response.status}, ${JSON.stringify(error ?? null)}`,
          );
    },
  },
  {
    name: "versions/repeats-what-was-requested",
    must: "Error -32022 names the requested version.",
    sections: { "2026-07-28": "schema#unsupportedprotocolversionerror" },
    async run(probe) {
      const response = await probe.sendOnce(ofUnknownVersion);
      const { error } = readMessage(response);
      const data = isObject(error) && isObject(error.data) ? error.data : {};
      return data.requested === unknownVersion
        ? held
        : probe.failed(`data.requested: ${unknownVersion}`, response, JSON.stringify(error ?? null));
    },
  },
];

const ofUnknownVersion = {
  method: "server/discover",
  headers: { "MCP-Protocol-Version": unknownVersion },
  meta: { "io.modelcontextprotocol/protocolVersion": unknownVersion },
};
