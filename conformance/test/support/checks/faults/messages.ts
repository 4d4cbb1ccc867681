/** Faults in JSON-RPC messages and notifications. */
import { answers, changesAnswer, error, hasMethod, json, result } from "../../proxy.ts";
import { answersNotification, type CheckFault, isUnknownMethod } from "./fault.ts";

const jsonRpc: readonly CheckFault[] = [
  {
    check: "json-rpc/echoes-ids",
    does: "treats the id zero as no id",
    fault: () =>
      changesAnswer(
        ({ message }) => message.id === 0,
        (answer) => ({ ...answer, id: null }),
      ),
  },
  {
    check: "json-rpc/echoes-ids",
    does: "turns numeric ids into strings",
    fault: () =>
      changesAnswer(
        ({ message }) => message.id > 2 ** 40,
        (answer) => ({ ...answer, id: String(answer.id) }),
      ),
  },
  {
    check: "json-rpc/speaks-utf-8",
    does: "answers in ASCII",
    fault: () =>
      changesAnswer(
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
    fault: () => changesAnswer(hasMethod("ping", "server/discover"), ({ jsonrpc: _, ...rest }) => rest),
  },
  {
    check: "json-rpc/knows-its-methods",
    does: "answers unknown methods with the code for an invalid request",
    fault: () =>
      changesAnswer(isUnknownMethod, (answer) => ({ ...answer, error: { ...answer.error, code: -32600 } })),
  },
  {
    check: "json-rpc/echoes-ids-in-errors",
    does: "leaves the id out of errors",
    fault: () => changesAnswer(isUnknownMethod, ({ id: _, ...rest }) => rest),
  },
  {
    check: "json-rpc/shapes-errors",
    does: "has error codes that are strings",
    fault: () =>
      changesAnswer(isUnknownMethod, (answer) => ({
        ...answer,
        error: { code: "NO_METHOD", message: "No." },
      })),
  },
  {
    check: "json-rpc/refuses-what-is-no-json",
    does: "answers invalid JSON with an internal error",
    fault: () =>
      answers(
        ({ body }) => body.endsWith('"method":'),
        () => ({ ...error(1, -32603), status: 200 }),
      ),
  },
  {
    check: "json-rpc/refuses-what-is-no-message",
    does: "accepts JSON-RPC 1.0",
    fault: () =>
      answers(
        ({ message }) => message.jsonrpc === "1.0",
        ({ message }) => result(message.id, {}),
      ),
  },
  {
    check: "json-rpc/refuses-what-is-no-message",
    does: "fails with HTTP 500 for null",
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
    does: "answers a notification with a body",
    fault: () => answersNotification("notifications/cancelled", { headers: json, body: "{}" }),
  },
  {
    check: "notifications/may-be-unknown",
    does: "answers an unknown notification with an error",
    fault: () => answersNotification("notifications/conformance_unknown", error(null, -32601)),
  },
  {
    check: "notifications/responses-are-accepted-in-silence",
    does: "fails with HTTP 500 for a response",
    fault: () =>
      answers(
        ({ message }) => message.id === "conformance-unasked",
        () => ({ status: 500 }),
      ),
  },
  {
    check: "notifications/cancel-what-is-unknown",
    does: "refuses to cancel an unknown request",
    fault: () => answersNotification("notifications/cancelled", { status: 400 }),
  },
];

/** Faults of servers in JSON-RPC. */
export const messagesFaults: readonly CheckFault[] = [...jsonRpc, ...notifications];
