import { held } from "../../results/verdict.ts";
import { type Check, inBoth, type Probe, type ProbeResponse } from "../check.ts";
import { sending, simplestMethod } from "../requests.ts";
import { makeResponseCheck } from "../response-check.ts";
import { isAnswered } from "../responses.ts";

const unknownRequest = { requestId: "conformance-never-sent", reason: "a test" };

/** Messages that must not be answered. */
export const notificationChecks: readonly Check[] = [
  {
    name: "notifications/are-accepted-in-silence",
    must: "A notification is answered with HTTP 202 and no body, or with an HTTP error.",
    sections: sending,
    run: silenceAfter({ method: "notifications/cancelled", params: unknownRequest }),
  },
  {
    name: "notifications/may-be-unknown",
    must: "An unknown notification is not answered either.",
    sections: inBoth("basic#notifications"),
    run: silenceAfter({ method: "notifications/conformance_unknown" }),
  },
  {
    name: "notifications/responses-are-accepted-in-silence",
    must: "An unexpected response is answered with HTTP 202 and no body, or with an HTTP error.",
    sections: { "2025-11-25": sending["2025-11-25"] },
    run: silenceAfter({ id: "conformance-unasked", result: {} }),
  },
  {
    name: "notifications/cancel-what-is-unknown",
    must: "Cancelling an unknown request is ignored.",
    sections: { "2025-11-25": "basic/utilities/cancellation#error-handling" },
    level: "SHOULD",
    async run(probe) {
      const response = await send(probe, { method: "notifications/cancelled", params: unknownRequest });
      if (response.status !== 202) return probe.failed("HTTP 202", response);
      const after = await probe.send({ method: simplestMethod(probe.version) });
      return isAnswered(after) ? held : probe.failed("a result of the next request", after);
    },
  },
];

function send(probe: Probe, message: object): Promise<ProbeResponse> {
  const method = "method" in message ? { "Mcp-Method": String(message.method) } : {};
  return probe.send({
    body: JSON.stringify({ jsonrpc: "2.0", ...message }),
    ...(probe.version >= "2026" && { headers: method }),
  });
}

function silenceAfter(message: object): Check["run"] {
  return makeResponseCheck(
    (probe) => send(probe, message),
    "HTTP 202 without a body, or HTTP 4xx",
    ({ answer, status = 0 }) => {
      const isSilent = status === 202 && (answer.kind === "broken" || answer.reply.body === "");
      return isSilent || (status >= 400 && status < 500);
    },
  );
}
