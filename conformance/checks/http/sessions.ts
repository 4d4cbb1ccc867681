import { held } from "../../results/verdict.ts";
import type { Check, Probe, ProbeResponse } from "../check.ts";
import { initialize } from "../requests.ts";
import { initialization, makeResponseCheck } from "../response-check.ts";
import { isAnswered } from "../responses.ts";

const section = { "2025-11-25": "basic/transports#session-management" };

/** Session management, for servers that have sessions. */
export const sessionChecks: readonly Check[] = [
  {
    name: "sessions/have-visible-ids",
    must: "A session id contains only visible ASCII characters.",
    sections: section,
    run: makeResponseCheck(
      initialization,
      "visible ASCII",
      (response) => /^[\x21-\x7e]*$/.test(readSession(response)),
      readSession,
    ),
  },
  {
    name: "sessions/have-ids-of-their-own",
    must: "No two sessions have the same id.",
    sections: section,
    level: "SHOULD",
    async run(probe) {
      const id = readSession(probe.initialization);
      if (id === "") return held;
      const other = await open(probe);
      return readSession(other) === id ? probe.failed("another id", other, id) : held;
    },
  },
  {
    name: "sessions/are-asked-for",
    must: "A server that requires a session answers a request without one with HTTP 400.",
    sections: section,
    level: "SHOULD",
    async run(probe) {
      if (readSession(probe.initialization) === "") return held;
      const response = await probe.send({ method: "ping", headers: { "Mcp-Session-Id": undefined } });
      return isAnswered(response) || response.status === 400
        ? held
        : probe.failed("HTTP 400, or a result", response);
    },
  },
  {
    name: "sessions/are-gone-when-ended",
    must: "Once a session has ended, requests with its id are answered with HTTP 404.",
    sections: section,
    async run(probe) {
      if (readSession(probe.initialization) === "") return held;
      const headers = { "Mcp-Session-Id": readSession(await open(probe)) };
      const ended = await probe.send({ headers, http: { method: "DELETE", headOnly: true } });
      // Servers need not allow clients to end sessions.
      if (ended.status === undefined || ended.status >= 300) return held;
      const response = await probe.send({ method: "ping", headers });
      return response.status === 404 ? held : probe.failed("HTTP 404", response);
    },
  },
];

function open(probe: Probe): Promise<ProbeResponse> {
  return probe.send(initialize(probe.version));
}

function readSession(opening: ProbeResponse): string {
  return opening.header("mcp-session-id");
}
