import { answers, error, mends, mendsResult, to } from "../../proxy.ts";
import { always, type CheckFault, forgives, isModern, prefix, withHeaders, withMeta } from "./fault.ts";

const lifecycle: readonly CheckFault[] = [
  {
    check: "lifecycle/introduces-itself",
    does: "leaves serverInfo out",
    fault: () => mendsResult(to("initialize"), ({ serverInfo: _, ...rest }) => rest),
  },
  {
    check: "lifecycle/declares-tools",
    does: "declares no tools",
    fault: () => mendsResult(to("initialize"), (answer) => ({ ...answer, capabilities: {} })),
  },
  {
    check: "lifecycle/instructs-in-text",
    does: "instructs with a list",
    fault: () => mendsResult(to("initialize"), (answer) => ({ ...answer, instructions: ["Ask."] })),
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
    does: "says more than nothing",
    fault: () => mendsResult(to("ping"), () => ({ pong: true })),
  },
  {
    check: "discovery/lists-versions",
    does: "does not know server/discover",
    fault: () =>
      answers(to("server/discover"), ({ message }) => ({ ...error(message.id, -32601), status: 404 })),
  },
  {
    check: "discovery/declares-tools",
    does: "declares no tools",
    fault: () => mendsResult(to("server/discover"), (answer) => ({ ...answer, capabilities: {} })),
  },
];

const versions: readonly CheckFault[] = [
  {
    check: "versions/refuses-unknown-header",
    does: "does not look at the header",
    fault: () =>
      forgives((asked) =>
        asked.headers["mcp-protocol-version"] === "1999-12-31"
          ? withHeaders(asked, { "mcp-protocol-version": "2025-11-25" })
          : {},
      ),
  },
  {
    check: "versions/does-without-header",
    does: "insists on the header",
    fault: () =>
      answers(
        ({ headers, message }) => headers["mcp-protocol-version"] === undefined && message.method === "ping",
        ({ message }) => ({ ...error(message.id, -32600), status: 400 }),
      ),
  },
  {
    check: "versions/lists-what-it-supports",
    does: "does not say what it supports",
    fault: () =>
      mends(always, (answer) =>
        answer.error?.code === -32022 ? { ...answer, error: { ...answer.error, data: {} } } : answer,
      ),
  },
  {
    check: "versions/repeats-what-was-requested",
    does: "does not repeat the version",
    fault: () =>
      mends(always, (answer) =>
        answer.error?.code === -32022
          ? { ...answer, error: { ...answer.error, data: { supported: ["2026-07-28"] } } }
          : answer,
      ),
  },
];

const envelope: readonly CheckFault[] = [
  {
    check: "envelope/needs-capabilities",
    does: "does without capabilities",
    fault: () => forgives((asked) => withMeta(asked, { [`${prefix}/clientCapabilities`]: {} })),
  },
  {
    check: "envelope/needs-version",
    does: "takes the version from the header alone",
    fault: () => forgives((asked) => withMeta(asked, { [`${prefix}/protocolVersion`]: "2026-07-28" })),
  },
  {
    check: "envelope/does-without-client-info",
    does: "insists on clientInfo",
    fault: () =>
      answers(
        (asked) => isModern(asked) && asked.message.params._meta[`${prefix}/clientInfo`] === undefined,
        ({ message }) => ({ ...error(message.id, -32602), status: 400 }),
      ),
  },
  {
    check: "envelope/needs-no-session",
    does: "looks for the session",
    fault: () =>
      answers(
        (asked) => isModern(asked) && asked.headers["mcp-session-id"] !== undefined,
        ({ message }) => ({ ...error(message.id, -32600), status: 404 }),
      ),
  },
];

/** How servers open badly, or say badly what they speak. */
export const openingFaults: readonly CheckFault[] = [...lifecycle, ...versions, ...envelope];
