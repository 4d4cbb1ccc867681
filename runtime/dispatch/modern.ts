import type { Awaitable } from "../awaitable.ts";
import type { Service } from "../service.ts";
import { type Answer, errorText } from "./answer.ts";
import { type Envelope, modernEnvelope } from "./envelope.ts";
import { toolListing } from "./listing.ts";
import { invalidParams, isObject, type Message, methodNotFound, type RpcRequest } from "./message.ts";
import type { Asked } from "./tool-request.ts";

/** The revisions of MCP in which every request stands for itself, newest first. */
const modernVersions: readonly string[] = ["2026-07-28"];

const versionKey = "io.modelcontextprotocol/protocolVersion";
const capabilitiesKey = "io.modelcontextprotocol/clientCapabilities";

const unsupportedVersion = -32022;

/** How long a client may keep the list of tools and what the server says of itself: both change with a deployment. */
const ttlMs = 300_000;

/** The modern revisions that a service speaks. */
export function modernVersionsOf({ server }: Service): readonly string[] {
  return modernVersions.filter((version) => server.protocolVersions.includes(version));
}

/** The version that a message's `_meta` names, whatever its type; undefined if it names none. */
export function namedVersion({ params }: { readonly params: RpcRequest["params"] }): unknown {
  return isObject(params._meta) ? params._meta[versionKey] : undefined;
}

/** Whether a message says of itself that it is modern. */
export function isModern(message: Message): boolean {
  if (message.kind === "response") return false;
  return namedVersion(message) !== undefined || message.method === "server/discover";
}

type Method = (request: RpcRequest, asked: Asked) => Awaitable<Answer>;
type CallTool = (request: RpcRequest, asked: Asked, envelope: Envelope) => Awaitable<Answer>;

/** Answers requests as MCP 2026-07-28 wants them. */
export function modernMethods(service: Service, callTool: CallTool): Method {
  const supported = modernVersionsOf(service);
  const envelope = modernEnvelope(service.server);
  const cached = `"ttlMs":${ttlMs},"cacheScope":"${service.auth.visibility === "all" ? "public" : "private"}",`;
  const list = toolListing(service, `${envelope.opening}${cached}`);
  const discovery = discoveryResult(service, envelope, cached);

  return (request, asked) => {
    const { id, method, params } = request;
    const problem = envelopeProblem(request, supported);
    if (problem) return problem;
    switch (method) {
      case "tools/call":
        return callTool(request, asked, envelope);
      case "tools/list":
        return params.cursor === undefined ? list(id, asked.caller) : unknownCursor(request);
      case "server/discover":
        return { body: `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${discovery}}` };
      default:
        return unknownMethod(request);
    }
  };
}

function discoveryResult(service: Service, { opening }: Envelope, cached: string): string {
  const { instructions, protocolVersions } = service.server;
  const own = JSON.stringify({
    supportedVersions: protocolVersions,
    capabilities: { tools: {} },
    instructions,
  });
  return `${opening}${cached}${own.slice(1)}`;
}

/** What is wrong with a request's `_meta` (2026-07-28, `RequestMetaObject`). */
function envelopeProblem({ id, params }: RpcRequest, supported: readonly string[]): Answer | undefined {
  const meta = isObject(params._meta) ? params._meta : {};
  const requested = meta[versionKey];
  if (typeof requested !== "string")
    return badRequest(id, `A request names its protocol version in _meta["${versionKey}"].`);
  if (!supported.includes(requested)) {
    const message = `This server does not speak MCP ${requested.slice(0, 40)} without a handshake, but ${supported.join(", ")}.`;
    return { status: 400, body: errorText(id, unsupportedVersion, message, { supported, requested }) };
  }
  if (isObject(meta[capabilitiesKey])) return undefined;
  return badRequest(
    id,
    `A request names its client's capabilities in _meta["${capabilitiesKey}"]; {} stands for none.`,
  );
}

function badRequest(id: RpcRequest["id"], message: string): Answer {
  return { status: 400, body: errorText(id, invalidParams, message) };
}

function unknownCursor({ id }: RpcRequest): Answer {
  return {
    body: errorText(
      id,
      invalidParams,
      "Unknown cursor: all tools are on one page. Ask again without a cursor.",
    ),
  };
}

function unknownMethod({ id, method }: RpcRequest): Answer {
  const message = `Unknown method ${JSON.stringify(method.slice(0, 80))}. This server knows server/discover, tools/list and tools/call.`;
  return { status: 404, body: errorText(id, methodNotFound, message) };
}
