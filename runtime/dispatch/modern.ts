/** The protocol methods of MCP 2026-07-28. */

import { capabilitiesKey, capabilitiesOf } from "../calls/client-requests.ts";
import type { RequestContext } from "../calls/tool-request.ts";
import { isObject } from "../json/object.ts";
import { type Answer, errorJson } from "../messages/answer.ts";
import { type Envelope, modernEnvelope } from "../messages/envelope.ts";
import {
  invalidParams,
  type Message,
  methodNotFound,
  type Params,
  type RpcRequest,
} from "../messages/message.ts";
import type { Visible } from "../service/around.ts";
import type { Awaitable } from "../service/awaitable.ts";
import type { Service } from "../service/service.ts";
import { toolListing } from "./tool-list.ts";

/** The revisions of MCP without a handshake, newest first. */
const modernVersions: readonly string[] = ["2026-07-28"];

const versionKey = "io.modelcontextprotocol/protocolVersion";

const unsupportedVersion = -32022;

/** How long clients may cache `tools/list` and `server/discover`, in milliseconds. Both change only with a deployment. */
const ttlMs = 300_000;

/** The modern revisions that a service supports. */
export function modernVersionsOf({ server }: Service): readonly string[] {
  return modernVersions.filter((version) => server.protocolVersions.includes(version));
}

/** The protocol version in a message's `_meta`, of any type; undefined if there is none. */
export function versionInMeta({ params }: { readonly params: RpcRequest["params"] }): unknown {
  return isObject(params._meta) ? params._meta[versionKey] : undefined;
}

/** Whether a message itself shows that it follows a modern revision. */
export function isModern(message: Message): boolean {
  if (message.kind === "response") return false;
  return versionInMeta(message) !== undefined || message.method === "server/discover";
}

type Method = (request: RpcRequest, context: RequestContext) => Awaitable<Answer>;
type CallTool = (
  request: RpcRequest,
  context: RequestContext,
  envelope: Envelope,
  params: Params,
) => Awaitable<Answer>;

/** Answers requests of MCP 2026-07-28. */
export function modernMethods(service: Service, callTool: CallTool, visible?: Visible): Method {
  const supported = modernVersionsOf(service);
  const envelope = modernEnvelope(service.server);
  const isPublic = service.auth.visibility === "all" && visible === undefined;
  const caching = `"ttlMs":${ttlMs},"cacheScope":"${isPublic ? "public" : "private"}",`;
  const list = toolListing(service, `${envelope.openingJson}${caching}`, visible);
  const discovery = discoveryResult(service, envelope, caching);

  return (request, context) => {
    const { id, method, params } = request;
    const problem = metaProblem(request, supported);
    if (problem) return problem;
    switch (method) {
      case "tools/call":
        return callTool(request, context, envelope, params);
      case "tools/list":
        return params.cursor === undefined ? list(id, context.caller) : unknownCursor(request);
      case "server/discover":
        return { body: `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${discovery}}` };
      default:
        return unknownMethod(request);
    }
  };
}

function discoveryResult(service: Service, { openingJson }: Envelope, caching: string): string {
  const { instructions, protocolVersions } = service.server;
  const members = JSON.stringify({
    supportedVersions: protocolVersions,
    capabilities: { tools: {} },
    instructions,
  });
  return `${openingJson}${caching}${members.slice(1)}`;
}

/** The error answer to a request with a wrong `_meta` (MCP 2026-07-28, `RequestMetaObject`), if it is wrong. */
function metaProblem({ id, params }: RpcRequest, supported: readonly string[]): Answer | undefined {
  const meta = isObject(params._meta) ? params._meta : {};
  const requested = meta[versionKey];
  if (typeof requested !== "string")
    return badRequest(id, `A request names its protocol version in _meta["${versionKey}"].`);
  if (!supported.includes(requested)) {
    const message = `This server does not speak MCP ${requested.slice(0, 40)} without a handshake, but ${supported.join(", ")}.`;
    return { status: 400, body: errorJson(id, unsupportedVersion, message, { supported, requested }) };
  }
  if (capabilitiesOf(params) !== undefined) return undefined;
  return badRequest(
    id,
    `A request names its client's capabilities in _meta["${capabilitiesKey}"]; {} stands for none.`,
  );
}

function badRequest(id: RpcRequest["id"], message: string): Answer {
  return { status: 400, body: errorJson(id, invalidParams, message) };
}

function unknownCursor({ id }: RpcRequest): Answer {
  return {
    body: errorJson(
      id,
      invalidParams,
      "Unknown cursor: all tools are on one page. Ask again without a cursor.",
    ),
  };
}

function unknownMethod({ id, method }: RpcRequest): Answer {
  const message = `Unknown method ${JSON.stringify(method.slice(0, 80))}. This server knows server/discover, tools/list and tools/call.`;
  return { status: 404, body: errorJson(id, methodNotFound, message) };
}
