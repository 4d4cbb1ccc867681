/** Faults in the handshake, in discovery and in protocol versions. */
import { answers, changesAnswer, changesResult, error, hasMethod } from "../../proxy.ts";
import { always, type CheckFault, isModern, prefix, repairsRequest, withHeaders, withMeta } from "./fault.ts";

const lifecycle: readonly CheckFault[] = [
  {
    check: "lifecycle/introduces-itself",
    does: "leaves serverInfo out",
    fault: () => changesResult(hasMethod("initialize"), ({ serverInfo: _, ...rest }) => rest),
  },
  {
    check: "lifecycle/declares-tools",
    does: "declares no tools",
    fault: () => changesResult(hasMethod("initialize"), (answer) => ({ ...answer, capabilities: {} })),
  },
  {
    check: "lifecycle/instructs-in-text",
    does: "sends instructions as a list",
    fault: () => changesResult(hasMethod("initialize"), (answer) => ({ ...answer, instructions: ["Ask."] })),
  },
  {
    check: "lifecycle/negotiates",
    does: "refuses to negotiate",
    fault: () =>
      answers(
        ({ message }) => message.method === "initialize" && message.params.protocolVersion === "1999-12-31",
        ({ message }) => error(message.id, -32602),
      ),
  },
  {
    check: "lifecycle/pongs",
    does: "answers ping with a value",
    fault: () => changesResult(hasMethod("ping"), () => ({ pong: true })),
  },
  {
    check: "discovery/lists-versions",
    does: "does not know server/discover",
    fault: () =>
      answers(hasMethod("server/discover"), ({ message }) => ({ ...error(message.id, -32601), status: 404 })),
  },
  {
    check: "discovery/declares-tools",
    does: "declares no tools",
    fault: () => changesResult(hasMethod("server/discover"), (answer) => ({ ...answer, capabilities: {} })),
  },
];

const versions: readonly CheckFault[] = [
  {
    check: "versions/refuses-unknown-header",
    does: "ignores the header",
    fault: () =>
      repairsRequest((request) =>
        request.headers["mcp-protocol-version"] === "1999-12-31"
          ? withHeaders(request, { "mcp-protocol-version": "2025-11-25" })
          : {},
      ),
  },
  {
    check: "versions/does-without-header",
    does: "requires the header",
    fault: () =>
      answers(
        ({ headers, message }) => headers["mcp-protocol-version"] === undefined && message.method === "ping",
        ({ message }) => ({ ...error(message.id, -32600), status: 400 }),
      ),
  },
  {
    check: "versions/lists-what-it-supports",
    does: "does not list the versions that it supports",
    fault: () =>
      changesAnswer(always, (answer) =>
        answer.error?.code === -32022 ? { ...answer, error: { ...answer.error, data: {} } } : answer,
      ),
  },
  {
    check: "versions/repeats-what-was-requested",
    does: "does not repeat the version",
    fault: () =>
      changesAnswer(always, (answer) =>
        answer.error?.code === -32022
          ? { ...answer, error: { ...answer.error, data: { supported: ["2026-07-28"] } } }
          : answer,
      ),
  },
];

const envelope: readonly CheckFault[] = [
  {
    check: "envelope/needs-capabilities",
    does: "does not require capabilities",
    fault: () => repairsRequest((request) => withMeta(request, { [`${prefix}/clientCapabilities`]: {} })),
  },
  {
    check: "envelope/needs-version",
    does: "takes the version from the header alone",
    fault: () =>
      repairsRequest((request) => withMeta(request, { [`${prefix}/protocolVersion`]: "2026-07-28" })),
  },
  {
    check: "envelope/does-without-client-info",
    does: "requires clientInfo",
    fault: () =>
      answers(
        (request) => isModern(request) && request.message.params._meta[`${prefix}/clientInfo`] === undefined,
        ({ message }) => ({ ...error(message.id, -32602), status: 400 }),
      ),
  },
  {
    check: "envelope/needs-no-session",
    does: "requires the session of the header to exist",
    fault: () =>
      answers(
        (request) => isModern(request) && request.headers["mcp-session-id"] !== undefined,
        ({ message }) => ({ ...error(message.id, -32600), status: 404 }),
      ),
  },
];

/** Faults of servers in handshake, versions and envelope. */
export const openingFaults: readonly CheckFault[] = [...lifecycle, ...versions, ...envelope];
