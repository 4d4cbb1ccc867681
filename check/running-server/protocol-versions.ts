/** Asks a server which revisions of MCP it serves. */
import { type Source, splitCommand } from "@toolwright/conformance/server-options";
import { byteLimit } from "./byte-limit.ts";
import { ChildServer } from "./child-server.ts";
import type { Connection } from "./connection.ts";
import { HttpConnection } from "./http-connection.ts";
import { clientInfo, isModern, requestMeta } from "./versions.ts";

/** The most that a server may send in answer to one question, in bytes. */
const maxBytes = 2 ** 20;

/**
 * Returns those of the versions that the server serves. A command is started once for each.
 *
 * @param onStep is called before each version
 */
export async function servedVersions(
  source: Source,
  versions: readonly string[],
  timeoutMs: number,
  onStep: (step: string) => void = () => undefined,
): Promise<string[]> {
  const served: string[] = [];
  for (const version of versions) {
    onStep(`MCP ${version}`);
    if (await serves(version, source, timeoutMs)) served.push(version);
  }
  return served;
}

async function serves(version: string, source: Source, timeoutMs: number): Promise<boolean> {
  let connection: Connection | undefined;
  const close = () => void connection?.close(true);
  const limit = byteLimit(maxBytes, close);
  connection =
    source.kind === "http"
      ? new HttpConnection(source.url, source.headers, limit)
      : new ChildServer(splitCommand(source.command), source.environment ?? {}, limit);
  const timer = setTimeout(close, timeoutMs);
  try {
    await connection.start();
    return await agreesOn(version, connection);
  } catch {
    // It does not serve that revision.
    return false;
  } finally {
    clearTimeout(timer);
    await connection.close();
  }
}

async function agreesOn(version: string, connection: Connection): Promise<boolean> {
  if (!isModern(version)) {
    const params = { protocolVersion: version, capabilities: {}, clientInfo };
    return (await connection.request("initialize", params)).protocolVersion === version;
  }
  connection.useVersion(version);
  const { supportedVersions } = await connection.request("server/discover", { _meta: requestMeta(version) });
  return Array.isArray(supportedVersions) && supportedVersions.includes(version);
}
