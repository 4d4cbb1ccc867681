import { randomInt } from "node:crypto";
import { isObject, type Json } from "../../cases/edits.ts";
import { held, type Verdict } from "../../results/verdict.ts";
import { type Check, inBoth, type Probe } from "../check.ts";
import { answeredMethod } from "../requests.ts";
import { makeResponseCheck } from "../response-check.ts";
import { isAnswered, isError, isRefused, readMessage } from "../responses.ts";

const responses = inBoth("basic#responses");
const errors = { "2025-06-18": "basic#responses", ...inBoth("basic#error-responses") };
const methodNotFound = -32601;
const parseError = -32700;
const unknownMethod = { method: "conformance/no-such-method" };

/** Texts that are not messages of JSON-RPC 2.0. */
const noMessages: readonly string[] = [
  "{}",
  "42",
  "null",
  '{"jsonrpc":"1.0","id":"conformance-1.0","method":"ping"}',
  '{"id":"conformance-no-version","method":"ping"}',
  '{"jsonrpc":"2.0","id":"conformance-no-text","method":7}',
];

/** Messages as JSON-RPC 2.0 and MCP define them. */
export const jsonRpcChecks: readonly Check[] = [
  {
    name: "json-rpc/echoes-ids",
    must: "An answer has the id of its request, also if it is a string, zero or a large number.",
    sections: responses,
    run: (probe) => checkEcho(probe, [`conformance-${suffix()}`, 0, Number.MAX_SAFE_INTEGER - suffix()]),
  },
  {
    name: "json-rpc/echoes-ids-in-errors",
    must: "An error has the id of its request, too.",
    sections: errors,
    run: makeResponseCheck(
      unknownMethod,
      "the id of the request",
      (response) => {
        const { error, id } = readMessage(response);
        // Other checks require an error. Without one, this check has nothing to test.
        return error === undefined || id === response.exchange.request.id;
      },
      (response) => `id ${JSON.stringify(readMessage(response).id ?? null)}`,
    ),
  },
  {
    name: "json-rpc/speaks-utf-8",
    must: "Messages are UTF-8: an id with non-ASCII characters comes back unchanged.",
    sections: inBoth("basic/transports"),
    run: (probe) => checkEcho(probe, [`é-漢字-🦊-${suffix()}`]),
  },
  {
    name: "json-rpc/marks-messages",
    must: 'An answer has "jsonrpc": "2.0", and a result or an error, not both.',
    sections: inBoth("basic#messages"),
    run: makeResponseCheck(
      async (probe) => probe.sendOnce({ method: await answeredMethod(probe) }),
      '"jsonrpc": "2.0" with a result or an error',
      (response) => {
        const { jsonrpc, result, error } = readMessage(response);
        return jsonrpc === "2.0" && (result === undefined) !== (error === undefined);
      },
      (response) => JSON.stringify(readMessage(response)),
    ),
  },
  {
    name: "json-rpc/knows-its-methods",
    must: "An unknown method is answered with error -32601.",
    sections: {
      "2025-11-25": "basic#messages",
      "2026-07-28": "basic/transports/streamable-http#protocol-version-header",
    },
    run: makeResponseCheck(unknownMethod, "error -32601", (response) => isError(response, methodNotFound)),
  },
  {
    name: "json-rpc/shapes-errors",
    must: "An error has an integer code and a string message.",
    sections: errors,
    run: makeResponseCheck(
      unknownMethod,
      "code and message",
      (response) => {
        const { error } = readMessage(response);
        if (error === undefined) return !isAnswered(response);
        return isObject(error) && Number.isInteger(error.code) && typeof error.message === "string";
      },
      (response) => JSON.stringify(readMessage(response).error ?? null),
    ),
  },
  {
    name: "json-rpc/refuses-what-is-no-json",
    must: "A body that is not JSON is refused with HTTP 4xx or error -32700.",
    sections: inBoth("basic#messages"),
    over: "http",
    run: makeResponseCheck(
      { body: '{"jsonrpc":"2.0","id":1,"method":' },
      "HTTP 4xx, or error -32700",
      (response) => (response.answer.kind === "error" ? isError(response, parseError) : isRefused(response)),
    ),
  },
  {
    name: "json-rpc/refuses-what-is-no-message",
    must: "JSON that is not a JSON-RPC 2.0 message is refused with HTTP 4xx or an error.",
    sections: inBoth("basic#messages"),
    over: "http",
    async run(probe) {
      for (const body of noMessages) {
        const { id } = (JSON.parse(body) ?? {}) as { id?: Json };
        const response = await probe.send({ body, ...(id !== undefined && { id }) });
        if (!isRefused(response)) return probe.failed("HTTP 4xx, or a JSON-RPC error", response);
      }
      return held;
    },
  },
];

async function checkEcho(probe: Probe, ids: readonly Json[]): Promise<Verdict> {
  const method = await answeredMethod(probe);
  for (const id of ids) {
    const response = await probe.send({ method, id });
    // Another check requires a result: an error with the id echoes it, too.
    const isEchoed =
      isAnswered(response) || (response.answer.kind === "error" && readMessage(response).id === id);
    if (!isEchoed) return probe.failed(`an answer with id ${JSON.stringify(id)}`, response);
  }
  return held;
}

/** Returns a random number, since an id must not be used twice in a session. */
function suffix(): number {
  return randomInt(2 ** 32);
}
