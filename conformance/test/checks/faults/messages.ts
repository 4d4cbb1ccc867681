import { answers, error, json, mends, result, to } from "../../proxy.ts";
import { type CheckFault, silentBreach, unknown } from "./fault.ts";

const jsonRpc: readonly CheckFault[] = [
  {
    check: "json-rpc/echoes-ids",
    does: "takes zero for no id",
    fault: () =>
      mends(
        ({ message }) => message.id === 0,
        (answer) => ({ ...answer, id: null }),
      ),
  },
  {
    check: "json-rpc/echoes-ids",
    does: "makes texts of numbers",
    fault: () =>
      mends(
        ({ message }) => message.id > 2 ** 40,
        (answer) => ({ ...answer, id: String(answer.id) }),
      ),
  },
  {
    check: "json-rpc/speaks-utf-8",
    does: "answers in ASCII",
    fault: () =>
      mends(
        ({ message }) => typeof message.id === "string",
        (answer) => ({
          ...answer,
          id: answer.id.replaceAll(/[^ -~]/g, "?"),
        }),
      ),
  },
  {
    check: "json-rpc/marks-messages",
    does: "leaves jsonrpc out",
    fault: () => mends(to("ping", "server/discover"), ({ jsonrpc: _, ...rest }) => rest),
  },
  {
    check: "json-rpc/knows-its-methods",
    does: "calls every method invalid",
    fault: () => mends(unknown, (answer) => ({ ...answer, error: { ...answer.error, code: -32600 } })),
  },
  {
    check: "json-rpc/shapes-errors",
    does: "has codes of letters",
    fault: () => mends(unknown, (answer) => ({ ...answer, error: { code: "NO_METHOD", message: "No." } })),
  },
  {
    check: "json-rpc/refuses-what-is-no-json",
    does: "calls what is no JSON an internal error",
    fault: () =>
      answers(
        ({ body }) => body.endsWith('"method":'),
        () => ({ ...error(1, -32603), status: 200 }),
      ),
  },
  {
    check: "json-rpc/refuses-what-is-no-message",
    does: "answers JSON-RPC 1.0 too",
    fault: () =>
      answers(
        ({ message }) => message.jsonrpc === "1.0",
        ({ message }) => result(message.id, {}),
      ),
  },
  {
    check: "json-rpc/refuses-what-is-no-message",
    does: "breaks over null",
    fault: () =>
      answers(
        ({ body }) => body === "null",
        () => ({ status: 500 }),
      ),
  },
];

const notifications: readonly CheckFault[] = [
  {
    check: "notifications/are-accepted-in-silence",
    does: "answers",
    fault: () => silentBreach("notifications/cancelled", { headers: json, body: "{}" }),
  },
  {
    check: "notifications/may-be-unknown",
    does: "complains of an unknown one with HTTP 200",
    fault: () => silentBreach("notifications/conformance_unknown", error(null, -32601)),
  },
  {
    check: "notifications/responses-are-accepted-in-silence",
    does: "breaks over a response",
    fault: () =>
      answers(
        ({ message }) => message.id === "conformance-unasked",
        () => ({ status: 500 }),
      ),
  },
  {
    check: "notifications/cancel-what-is-unknown",
    does: "refuses to call off what it does not know",
    fault: () => silentBreach("notifications/cancelled", { status: 400 }),
  },
];

/** How servers get JSON-RPC wrong. */
export const messagesFaults: readonly CheckFault[] = [...jsonRpc, ...notifications];
