/** Asks a server over HTTP which revisions of MCP it serves. */
import { byteLimit } from "./byte-limit.ts";
import { HttpConnection } from "./http-connection.ts";
import { clientInfo, isModern, requestMeta } from "./versions.ts";

/** The most that a server may send in answer to one question, in bytes. */
const maxBytes = 2 ** 20;

/** Returns those of the versions that the server serves. */
export async function servedVersions(
  url: URL,
  headers: Readonly<Record<string, string>>,
  versions: readonly string[],
  timeoutMs: number,
): Promise<string[]> {
  const served = await Promise.all(versions.map((version) => serves(version, url, headers, timeoutMs)));
  return versions.filter((_, index) => served[index]);
}

async function serves(
  version: string,
  url: URL,
  headers: Readonly<Record<string, string>>,
  timeoutMs: number,
): Promise<boolean> {
  let connection: HttpConnection | undefined;
  const close = () => void connection?.close();
  connection = new HttpConnection(url, headers, byteLimit(maxBytes, close));
  const timer = setTimeout(close, timeoutMs);
  try {
    if (!isModern(version)) {
      const params = { protocolVersion: version, capabilities: {}, clientInfo };
      return (await connection.request("initialize", params)).protocolVersion === version;
    }
    connection.useVersion(version);
    const { supportedVersions } = await connection.request("server/discover", {
      _meta: requestMeta(version),
    });
    return Array.isArray(supportedVersions) && supportedVersions.includes(version);
  } catch {
    // It does not serve that revision.
    return false;
  } finally {
    clearTimeout(timer);
    await connection.close();
  }
}
