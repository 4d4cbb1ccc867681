/** The protocol methods of MCP 2025-11-25 and earlier revisions. */

import type { ClientLogs } from "../calls/client-logs.ts";
import { makeSessionId } from "../calls/session-id.ts";
import type { RequestContext } from "../calls/tool-request.ts";
import { type Answer, errorJson, resultJson } from "../messages/answer.ts";
import { legacyEnvelope, serverInfo } from "../messages/envelope.ts";
import {
  invalidParams,
  methodNotFound,
  type Params,
  type RequestId,
  type RpcRequest,
} from "../messages/message.ts";
import type { Visible } from "../service/around.ts";
import type { Awaitable } from "../service/awaitable.ts";
import { logLevels } from "../service/call.ts";
import type { Service } from "../service/service.ts";
import type { CallMethod } from "./call-method.ts";
import { listCapabilities, unknownMethodMessage } from "./capabilities.ts";
import { listMethods } from "./lists.ts";

/** The revisions of MCP that start with `initialize`, newest first. */
export const legacyVersions: readonly string[] = ["2025-11-25", "2025-06-18", "2025-03-26"];

type Method = (request: RpcRequest, context: RequestContext) => Awaitable<Answer>;

/** Answers requests of MCP 2025-11-25 and earlier revisions. */
export function legacyMethods(
  service: Service,
  calls: ReadonlyMap<string, CallMethod>,
  logs: ClientLogs | undefined,
  visible?: Visible,
): Method {
  const lists = listMethods(service, legacyEnvelope.openingJson, visible);
  const initializeResults = new Map(
    legacyVersions.map((version) => [version, initializeResult(service, calls, version)]),
  );

  return (request, context) => {
    const { id, method, params } = request;
    switch (method) {
      case "ping":
        return { body: resultJson(id, "{}") };
      case "initialize":
        return initialize(id, params);
      case "logging/setLevel":
        if (logs === undefined) return unknownMethod(id, method);
        return logs.setLevel(context, params.level)
          ? { body: resultJson(id, "{}") }
          : { body: errorJson(id, invalidParams, `params.level is one of ${logLevels.join(", ")}.`) };
      default:
        return (
          calls.get(method)?.(request, context, legacyEnvelope) ??
          lists.get(method)?.(request, context.caller) ??
          unknownMethod(id, method)
        );
    }
  };

  function unknownMethod(id: RequestId, method: string): Answer {
    const message = unknownMethodMessage(method, ["initialize", "ping", ...lists.keys(), ...calls.keys()]);
    return { body: errorJson(id, methodNotFound, message) };
  }

  function initialize(id: RequestId, { protocolVersion, capabilities }: Params): Answer {
    if (typeof protocolVersion !== "string") {
      return {
        body: errorJson(id, invalidParams, "initialize names the protocolVersion that the client speaks."),
      };
    }
    const result = initializeResults.get(protocolVersion) ?? initializeResults.get(legacyVersions[0]!)!;
    return { body: resultJson(id, result), sessionId: makeSessionId(capabilities) };
  }
}

function initializeResult(
  service: Service,
  calls: ReadonlyMap<string, CallMethod>,
  protocolVersion: string,
): string {
  const { server } = service;
  return JSON.stringify({
    protocolVersion,
    capabilities: listCapabilities(service, calls),
    serverInfo: serverInfo(server),
    instructions: server.instructions,
  });
}
