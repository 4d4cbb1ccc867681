/** The protocol methods of MCP 2026-07-28. */

import { readCapabilities } from "../calls/client-requests.ts";
import { isObject } from "../json/object.ts";
import { type Answer, errorJson, resultJson } from "../messages/answer.ts";
import { cachingJson, type Envelope } from "../messages/envelope.ts";
import type { Message, RpcRequest } from "../messages/message.ts";
import type { Visible } from "../service/around.ts";
import { capabilitiesKey } from "../service/client-capabilities.ts";
import type { Service } from "../service/service.ts";
import { type CallMethod, invalid } from "./call-method.ts";
import { listCapabilities } from "./capabilities.ts";
import { listMethods } from "./lists.ts";

/** The revisions of MCP without a handshake, newest first. */
const modernVersions: readonly string[] = ["2026-07-28"];

const versionKey = "io.modelcontextprotocol/protocolVersion";

const unsupportedVersion = -32022;

/** The modern revisions that a service supports. */
export function listModernVersions({ server }: Service): readonly string[] {
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

/** Returns the methods by name. @param calls the methods that run handlers */
export function modernMethods(
  service: Service,
  calls: ReadonlyMap<string, CallMethod>,
  envelope: Envelope,
  visible?: Visible,
): ReadonlyMap<string, CallMethod> {
  const isPublic = service.auth.visibility === "all" && visible === undefined;
  const openingJson = `${envelope.openingJson}${cachingJson(envelope, isPublic)}`;
  const { instructions, protocolVersions: supportedVersions } = service.server;
  const capabilities = listCapabilities(service, calls);
  const members = JSON.stringify({ supportedVersions, capabilities, instructions });
  const discovery = `${openingJson}${members.slice(1)}`;
  return new Map([
    ["server/discover", ({ id }) => ({ body: resultJson(id, discovery) })],
    ...listMethods(service, openingJson, visible),
    ...calls,
  ]);
}

/** Returns the error answer to a request with an invalid `_meta` (MCP 2026-07-28, `RequestMetaObject`); undefined if it is valid. */
export function metaProblem({ id, params }: RpcRequest, supported: readonly string[]): Answer | undefined {
  const meta = isObject(params._meta) ? params._meta : {};
  const requested = meta[versionKey];
  if (typeof requested !== "string")
    return { status: 400, ...invalid(id, `A request names its protocol version in _meta["${versionKey}"].`) };
  if (!supported.includes(requested)) {
    const message = `This server does not support MCP ${requested.slice(0, 40)} without a handshake, but ${supported.join(", ")}.`;
    return { status: 400, body: errorJson(id, unsupportedVersion, message, { supported, requested }) };
  }
  if (readCapabilities(params) !== undefined) return undefined;
  const message = `A request names its client's capabilities in _meta["${capabilitiesKey}"]; {} means none.`;
  return { status: 400, ...invalid(id, message) };
}
