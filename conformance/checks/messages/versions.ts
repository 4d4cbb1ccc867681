import { isObject, type JsonObject } from "../../cases/edits.ts";
import type { Check, Probe, ProbeResponse } from "../check.ts";
import { simplestMethod } from "../requests.ts";
import { makeResponseCheck } from "../response-check.ts";
import { isAnswered, isError, readMessage } from "../responses.ts";

const header = "basic/transports#protocol-version-header";
const negotiation = "basic/versioning#protocol-version-negotiation";
const unknownVersion = "1999-12-31";
const unsupported = -32022;

/** Checks of the protocol version in every request. */
export const versionChecks: readonly Check[] = [
  {
    name: "versions/refuses-unknown-header",
    must: "A request with an unknown MCP-Protocol-Version is answered with HTTP 400.",
    sections: { "2025-11-25": header },
    since: "2025-06-18",
    run: makeResponseCheck(sendVersion(unknownVersion), "HTTP 400", ({ status }) => status === 400),
  },
  {
    name: "versions/does-without-header",
    must: "A request without MCP-Protocol-Version is served like a request of an older version.",
    sections: { "2025-11-25": header },
    since: "2025-06-18",
    level: "SHOULD",
    run: makeResponseCheck(sendVersion(undefined), "a result", isAnswered),
  },
  {
    name: "versions/lists-what-it-supports",
    must: "An unsupported version is answered with HTTP 400 and error -32022, which lists the supported versions.",
    sections: { "2026-07-28": negotiation },
    run: makeResponseCheck(
      (probe) => probe.sendOnce(ofUnknownVersion),
      `HTTP 400, error ${unsupported}, data.supported with this version`,
      (response, { version }) => {
        const { supported } = errorData(response);
        const isListed = Array.isArray(supported) && supported.includes(version);
        return response.status === 400 && isError(response, unsupported) && isListed;
      },
      (response) => `HTTP ${response.status}, ${JSON.stringify(readMessage(response).error ?? null)}`,
    ),
  },
  {
    name: "versions/repeats-what-was-requested",
    must: "Error -32022 names the requested version.",
    sections: { "2026-07-28": "schema#unsupportedprotocolversionerror" },
    run: makeResponseCheck(
      (probe) => probe.sendOnce(ofUnknownVersion),
      `data.requested: ${unknownVersion}`,
      (response) => errorData(response).requested === unknownVersion,
      (response) => JSON.stringify(readMessage(response).error ?? null),
    ),
  },
];

/** Creates the simplest request, with this version in its header. */
function sendVersion(version: string | undefined): (probe: Probe) => Promise<ProbeResponse> {
  const headers = { "MCP-Protocol-Version": version };
  return (probe) => probe.send({ method: simplestMethod(probe.version), headers });
}

function errorData(response: ProbeResponse): JsonObject {
  const { error } = readMessage(response);
  return isObject(error) && isObject(error.data) ? error.data : {};
}

const ofUnknownVersion = {
  method: "server/discover",
  headers: { "MCP-Protocol-Version": unknownVersion },
  meta: { "io.modelcontextprotocol/protocolVersion": unknownVersion },
};
