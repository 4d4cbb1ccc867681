import type { Check, Probe, ProbeResponse, RequestOverrides } from "../check.ts";
import { simplestMethod } from "../requests.ts";
import { makeResponseCheck } from "../response-check.ts";
import { isAnswered } from "../responses.ts";

const sections = {
  "2025-11-25": "basic/transports#security-warning",
  "2026-07-28": "basic/transports/streamable-http#security--endpoint",
};

/** The settings of SDKs. Most of them leave the comparison to the application. */
const remedy = [
  "Refuse each Host and each Origin that is not in a list of your own; without it, a web page can call the tools of a server on this machine.",
  "TypeScript SDK 1: `enableDnsRebindingProtection: true`, `allowedHosts` and `allowedOrigins` of the transport;",
  "TypeScript SDK 2: `originValidationResponse` and `hostHeaderValidationResponse`;",
  "FastMCP for Python: FASTMCP_HTTP_HOST_ORIGIN_PROTECTION=true; MCP's Python SDK: `TransportSecuritySettings`;",
  "mcp-lite: `allowedHosts` and `allowedOrigins` of the transport; tmcp: `allowedOrigins: []` of the transport.",
].join(" ");

/**
 * Protection against web pages that reach local servers (DNS rebinding). MCP says that servers MUST validate Origin, so a server on this
 * machine that serves a foreign one fails in the suite; `check` names the setting as advice, since few servers on an SDK do it. A server
 * elsewhere may have every origin in its list, which does not show: an answer is as right as a refusal.
 */
export const originChecks: readonly Check[] = [
  {
    name: "origin/foreign",
    remedy,
    must: "A local server answers a foreign Origin with HTTP 403; before 2025-11-25, with any refusal.",
    sections,
    run: makeResponseCheck(
      (probe) => sendWith(probe, { Origin: "https://attacker.example" }),
      "HTTP 403",
      // A public server may allow pages of any origin.
      (response, probe) =>
        response.status === 403 ||
        (probe.version < "2025-11-25" && isTurnedAway(response)) ||
        (isPublic(probe) && isAnswered(response)),
    ),
  },
  {
    name: "origin/rebound",
    remedy,
    must: "A local server refuses a rebound host name, even if Origin and Host agree.",
    sections,
    run: makeResponseCheck(
      (probe) => {
        const { port } = new URL(probe.to);
        const host = port === "" ? "attacker.example" : `attacker.example:${port}`;
        return sendWith(probe, { Origin: `http://${host}`, Host: host });
      },
      "HTTP 403",
      (response, probe) => isTurnedAway(response) || isPublic(probe),
    ),
  },
];

function sendWith(probe: Probe, headers: NonNullable<RequestOverrides["headers"]>): Promise<ProbeResponse> {
  return probe.send({ method: simplestMethod(probe.version), headers });
}

/** Whether the server refused with an HTTP 4xx that is not about the token. */
function isTurnedAway({ status = 0 }: ProbeResponse): boolean {
  return status >= 400 && status < 500 && status !== 401;
}

/** Whether the server is public. DNS rebinding matters only for servers on this machine. */
function isPublic({ to }: Probe): boolean {
  return !/^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(new URL(to).hostname);
}
