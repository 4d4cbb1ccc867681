import { held } from "../../results/verdict.ts";
import type { Check, Probe, ProbeResponse } from "../check.ts";
import { sending, simplestMethod } from "../requests.ts";
import { makeHeaderCheck, makeResponseCheck } from "../response-check.ts";
import { isAnswered, isRefused, readMessage } from "../responses.ts";

/** Streamable HTTP: methods, media types, headers. */
export const httpChecks: readonly Check[] = [
  {
    name: "http/answers-json-or-events",
    must: "A request is answered with application/json or text/event-stream.",
    sections: sending,
    run: makeHeaderCheck(
      { method: "tools/list" },
      "Content-Type",
      "application/json or text/event-stream",
      (type) => /^\s*(application\/json|text\/event-stream)\s*(;|$)/i.test(type),
    ),
  },
  makeFormCheck(
    "http/reads-accept",
    "An Accept header may list both media types in any order and with weights.",
    { Accept: "text/event-stream;q=0.9, application/json;q=1.0" },
  ),
  makeFormCheck("http/reads-content-type", "A Content-Type may have a charset.", {
    "Content-Type": "application/json; charset=utf-8",
  }),
  {
    name: "http/ignores-case-of-header-names",
    must: "Header names are not case-sensitive.",
    sections: { ...sending, "2026-07-28": "basic/transports/streamable-http#case-sensitivity" },
    async run(probe) {
      const method = simplestMethod(probe.version);
      const right = await probe.sendOnce({ method });
      const headersSent = Object.entries(right.exchange.request.headers).filter(
        ([name]) => !["authorization", "mcp-session-id"].includes(name.toLowerCase()),
      );
      const headers = Object.fromEntries(headersSent.map(([name, value]) => [name.toUpperCase(), value]));
      const response = await probe.send({ method, headers });
      return isAnswered(response) ? held : probe.failed("a result", response);
    },
  },
  {
    name: "http/opens-a-stream-or-does-not",
    must: "GET opens an event stream, or is answered with 405.",
    sections: { "2025-11-25": "basic/transports#listening-for-messages-from-the-server" },
    run: makeResponseCheck(
      {
        headers: { Accept: "text/event-stream", "Content-Type": undefined },
        http: { method: "GET", headOnly: true },
      },
      "text/event-stream, or HTTP 405",
      ({ status, header }) =>
        status === 405 || (status === 200 && /^text\/event-stream\b/i.test(header("content-type"))),
    ),
  },
  {
    name: "http/answers-batches-whole-or-not",
    must: "A batch, which MCP no longer allows, is refused; a server that still accepts batches answers all requests of it.",
    sections: sending,
    since: "2025-06-18",
    async run(probe) {
      const message = { jsonrpc: "2.0", method: "ping" };
      const ids = ["conformance-batch-1", "conformance-batch-2"];
      const response = await probe.send({ body: JSON.stringify(ids.map((id) => ({ ...message, id }))) });
      if (isRefused(response)) return held;
      const { answer } = response;
      const isWhole =
        answer.kind !== "broken" &&
        ids.every((id) => answer.reply.body.includes(JSON.stringify(id))) &&
        response.status === 200;
      return isWhole ? held : probe.failed("HTTP 4xx or an error, or both answers", response);
    },
  },
  {
    name: "http/sends-no-requests",
    must: "The stream of a request contains notifications and the answer, but no requests.",
    sections: { "2026-07-28": "basic/transports/streamable-http#receiving-messages" },
    run: makeResponseCheck(
      { method: "tools/list" },
      "no request of the server",
      (response) => requestIn(response) === undefined,
      (response) => JSON.stringify(requestIn(response)),
    ),
  },
  {
    name: "http/says-404-to-unknown-methods",
    must: "An unknown method is answered with HTTP 404.",
    sections: { "2026-07-28": "basic/transports/streamable-http#protocol-version-header" },
    run: makeResponseCheck(
      { method: "conformance/no-such-method" },
      "HTTP 404 with a JSON-RPC error",
      (response) => response.status === 404 && readMessage(response).error !== undefined,
      ({ status }) => `HTTP ${status}`,
    ),
  },
];

/** Finds a request of the server in the stream of the response. */
function requestIn({ answer }: ProbeResponse): object | undefined {
  const messages = answer.kind === "broken" ? [] : answer.reply.messages;
  return messages.find(({ id, method }) => id !== undefined && method !== undefined);
}

/** Creates a check that sends a correct request in an unusual form. */
function makeFormCheck(name: string, must: string, headers: Readonly<Record<string, string>>): Check {
  const send = (probe: Probe) => probe.send({ method: simplestMethod(probe.version), headers });
  return { name, must, sections: sending, run: makeResponseCheck(send, "a result", isAnswered) };
}
