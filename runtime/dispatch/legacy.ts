/** The protocol methods of MCP 2025-11-25 and earlier revisions. */

import type { RequestContext } from "../calls/tool-request.ts";
import { type Answer, errorJson, resultJson } from "../messages/answer.ts";
import { type Envelope, legacyEnvelope, serverInfo } from "../messages/envelope.ts";
import {
  invalidParams,
  methodNotFound,
  type Params,
  type RequestId,
  type RpcRequest,
} from "../messages/message.ts";
import type { Visible } from "../service/around.ts";
import type { Awaitable } from "../service/awaitable.ts";
import type { ServerIdentity, Service } from "../service/service.ts";
import { toolListing } from "./tool-list.ts";

/** The revisions of MCP that start with `initialize`, newest first. */
export const legacyVersions: readonly string[] = ["2025-11-25", "2025-06-18", "2025-03-26"];

type Method = (request: RpcRequest, context: RequestContext) => Awaitable<Answer>;
type CallTool = (request: RpcRequest, context: RequestContext, envelope: Envelope) => Awaitable<Answer>;

/** Answers requests of MCP 2025-11-25 and earlier revisions. */
export function legacyMethods(service: Service, callTool: CallTool, visible?: Visible): Method {
  const list = toolListing(service, legacyEnvelope.openingJson, visible);
  const initializeResults = new Map(
    legacyVersions.map((version) => [version, initializeResult(service.server, version)]),
  );

  return (request, context) => {
    const { id, method, params } = request;
    switch (method) {
      case "tools/call":
        return callTool(request, context, legacyEnvelope);
      case "tools/list":
        return params.cursor === undefined ? list(id, context.caller) : unknownCursor(id);
      case "ping":
        return { body: resultJson(id, "{}") };
      case "initialize":
        return initialize(id, params);
      default:
        return unknownMethod(id, method);
    }
  };

  function initialize(id: RequestId, { protocolVersion }: Params): Answer {
    if (typeof protocolVersion !== "string") {
      return {
        body: errorJson(id, invalidParams, "initialize names the protocolVersion that the client speaks."),
      };
    }
    const result = initializeResults.get(protocolVersion) ?? initializeResults.get(legacyVersions[0]!)!;
    return { body: resultJson(id, result) };
  }
}

function initializeResult(server: ServerIdentity, protocolVersion: string): string {
  const { instructions } = server;
  return JSON.stringify({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: serverInfo(server),
    instructions,
  });
}

function unknownCursor(id: RequestId): Answer {
  return {
    body: errorJson(
      id,
      invalidParams,
      "Unknown cursor: all tools are on one page. Ask again without a cursor.",
    ),
  };
}

function unknownMethod(id: RequestId, method: string): Answer {
  const message = `Unknown method ${JSON.stringify(method.slice(0, 80))}. This server knows initialize, ping, tools/list and tools/call.`;
  return { body: errorJson(id, methodNotFound, message) };
}
