/** Opens a connection in each generation of MCP: by `initialize`, or by `server/discover`. */
import { isSchemaObject, type SchemaObject } from "@toolwright/json-schema";
import { isTooDeep, maxDepth } from "../surface/listing.ts";
import type { Connection } from "./connection.ts";
import { NotMcpError, type Result } from "./messages.ts";
import { clientInfo, modernVersions, requestMeta } from "./versions.ts";

/** The answers of a server when a connection was opened. */
export interface Opened {
  /** The version of the requests that follow. */
  readonly version: string;
  readonly serverInfo: unknown;
  readonly capabilities: SchemaObject;
  readonly instructions: unknown;
  /** Goes into each request of a modern version. */
  readonly meta?: Result;
}

/** The version that `initialize` asks for. */
const legacyVersion = "2025-11-25";

/** @throws the errors of the connection, and NotMcpError */
export async function initialize(connection: Connection): Promise<Opened> {
  const result = await connection.request("initialize", {
    protocolVersion: legacyVersion,
    capabilities: {},
    clientInfo,
  });
  refuseTooDeep(result);
  const { protocolVersion, serverInfo, capabilities, instructions } = result;
  if (typeof protocolVersion !== "string") throw new NotMcpError("protocolVersion is not a text");
  if (!isSchemaObject(serverInfo)) throw new NotMcpError("serverInfo is not an object");
  if (!isSchemaObject(capabilities)) throw new NotMcpError("capabilities is not an object");
  connection.useVersion(protocolVersion);
  await connection.notify("notifications/initialized");
  return { version: protocolVersion, serverInfo, capabilities, instructions };
}

/** Opens the newest modern version that the server serves. Undefined if it serves none. @throws the errors of the connection */
export async function discover(connection: Connection): Promise<Opened | undefined> {
  const wanted = modernVersions.at(-1) ?? modernVersions[0];
  connection.useVersion(wanted);
  const result = await connection.request("server/discover", { _meta: requestMeta(wanted) });
  refuseTooDeep(result);
  const { _meta, serverInfo = readServerInfo(_meta), supportedVersions, capabilities, instructions } = result;
  const version = modernVersions.findLast(
    (each) => Array.isArray(supportedVersions) && supportedVersions.includes(each),
  );
  if (version === undefined) return undefined;
  connection.useVersion(version);
  return {
    version,
    serverInfo,
    capabilities: isSchemaObject(capabilities) ? capabilities : {},
    instructions,
    meta: { _meta: requestMeta(version) },
  };
}

/** Reads the name of the server where MCP 2026-07-28 has it, in the `_meta` of a result. */
function readServerInfo(meta: unknown): unknown {
  return isSchemaObject(meta) ? meta["io.modelcontextprotocol/serverInfo"] : undefined;
}

/** @throws NotMcpError */
function refuseTooDeep(result: Result): void {
  if (isTooDeep(result)) throw new NotMcpError(`it is nested more than ${maxDepth} levels deep`);
}
