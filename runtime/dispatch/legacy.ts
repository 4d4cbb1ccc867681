/** The protocol methods of MCP 2025-11-25 and earlier revisions. */

import { makeSessionId } from "../calls/session-id.ts";
import type { ClientLogs } from "../calls/tool-request.ts";
import { resultJson } from "../messages/answer.ts";
import { legacyEnvelope, serverInfo } from "../messages/envelope.ts";
import type { Visible } from "../service/around.ts";
import { logLevels } from "../service/call.ts";
import type { Service } from "../service/service.ts";
import { type CallMethod, invalid } from "./call-method.ts";
import { listCapabilities } from "./capabilities.ts";
import { listMethods } from "./lists.ts";

/** The revisions of MCP that start with `initialize`, newest first. */
export const legacyVersions: readonly string[] = ["2025-11-25", "2025-06-18", "2025-03-26"];

/** Returns the methods by name. @param calls the methods that run handlers */
export function legacyMethods(
  service: Service,
  calls: ReadonlyMap<string, CallMethod>,
  logs: ClientLogs | undefined,
  visible?: Visible,
): ReadonlyMap<string, CallMethod> {
  return new Map([
    ["initialize", initializeMethod(service, calls)],
    ["ping", ({ id }) => ({ body: resultJson(id, "{}") })],
    ...listMethods(service, legacyEnvelope.openingJson, visible),
    ...calls,
    ...(logs ? [["logging/setLevel", setLevelMethod(logs)] as const] : []),
  ]);
}

function initializeMethod(service: Service, calls: ReadonlyMap<string, CallMethod>): CallMethod {
  const { server } = service;
  const capabilities = listCapabilities(service, calls);
  const info = serverInfo(server);
  const printResult = (protocolVersion?: string) =>
    JSON.stringify({ protocolVersion, capabilities, serverInfo: info, instructions: server.instructions });
  return ({ id, params: { protocolVersion, capabilities: declared } }) => {
    if (typeof protocolVersion !== "string")
      return invalid(id, "initialize names the protocolVersion that the client speaks.");
    const spoken = legacyVersions.includes(protocolVersion) ? protocolVersion : legacyVersions[0];
    return { body: resultJson(id, printResult(spoken)), sessionId: makeSessionId(declared) };
  };
}

function setLevelMethod(logs: ClientLogs): CallMethod {
  return ({ id, params: { level } }, context) =>
    logs.setLevel(context, level)
      ? { body: resultJson(id, "{}") }
      : invalid(id, `params.level is one of ${logLevels.join(", ")}.`);
}
