import type { Awaitable } from "../awaitable.ts";
import type { ServerIdentity, Service } from "../service.ts";
import { type Answer, errorText, resultText } from "./answer.ts";
import { type Envelope, legacyEnvelope, serverInfo } from "./envelope.ts";
import { toolListing } from "./listing.ts";
import { invalidParams, methodNotFound, type Params, type RequestId, type RpcRequest } from "./message.ts";
import type { Asked } from "./tool-request.ts";

/** The revisions of MCP that open with `initialize`, newest first. */
export const legacyVersions: readonly string[] = ["2025-11-25", "2025-06-18", "2025-03-26"];

type Method = (request: RpcRequest, asked: Asked) => Awaitable<Answer>;
type CallTool = (request: RpcRequest, asked: Asked, envelope: Envelope) => Awaitable<Answer>;

/** Answers requests as MCP 2025-11-25 and its elders want them. */
export function legacyMethods(service: Service, callTool: CallTool): Method {
  const list = toolListing(service, legacyEnvelope.opening);
  const greetings = new Map(legacyVersions.map((version) => [version, greeting(service.server, version)]));

  return (request, asked) => {
    const { id, method, params } = request;
    switch (method) {
      case "tools/call":
        return callTool(request, asked, legacyEnvelope);
      case "tools/list":
        return params.cursor === undefined ? list(id, asked.caller) : unknownCursor(id);
      case "ping":
        return { body: resultText(id, "{}") };
      case "initialize":
        return initialize(id, params);
      default:
        return unknownMethod(id, method);
    }
  };

  function initialize(id: RequestId, { protocolVersion }: Params): Answer {
    if (typeof protocolVersion !== "string") {
      return {
        body: errorText(id, invalidParams, "initialize names the protocolVersion that the client speaks."),
      };
    }
    const known = greetings.get(protocolVersion) ?? greetings.get(legacyVersions[0]!)!;
    return { body: resultText(id, known) };
  }
}

function greeting(server: ServerIdentity, protocolVersion: string): string {
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
    body: errorText(
      id,
      invalidParams,
      "Unknown cursor: all tools are on one page. Ask again without a cursor.",
    ),
  };
}

function unknownMethod(id: RequestId, method: string): Answer {
  const message = `Unknown method ${JSON.stringify(method.slice(0, 80))}. This server knows initialize, ping, tools/list and tools/call.`;
  return { body: errorText(id, methodNotFound, message) };
}
