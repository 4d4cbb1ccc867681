/** The revisions of MCP, and how requests of the newer ones look. */

/** From the first of these revisions on, there is `server/discover` in place of `initialize`. */
export const modernVersions: readonly [first: string, ...others: string[]] = ["2026-07-28"];

/** How requests name their client. */
export const clientInfo = { name: "toolwright", version: "1.0.0" };

export function isModern(version: string): boolean {
  return version >= modernVersions[0];
}

/** The `_meta` of a request of a modern revision. */
export function requestMeta(version: string): Readonly<Record<string, unknown>> {
  return {
    "io.modelcontextprotocol/protocolVersion": version,
    "io.modelcontextprotocol/clientInfo": clientInfo,
    "io.modelcontextprotocol/clientCapabilities": {},
  };
}
