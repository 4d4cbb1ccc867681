import type { Check, Probe, ProbeResponse, RequestOverrides } from "../check.ts";
import { simplestMethod } from "../requests.ts";
import { makeResponseCheck } from "../response-check.ts";
import { isAnswered } from "../responses.ts";

const sections = {
  "2025-11-25": "basic/transports#security-warning",
  "2026-07-28": "basic/transports/streamable-http#security--endpoint",
};

/** Protection against web pages that reach local servers (DNS rebinding). */
export const originChecks: readonly Check[] = [
  {
    name: "origin/foreign",
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
